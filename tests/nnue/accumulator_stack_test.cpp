#include "nnue/accumulator_stack.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "chess/movegen.h"
#include "documented_score.h"
#include "nnue/evaluate.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "random_network.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

// A line as a search would follow it, asked for scores here and there.
class Walk {
 public:
  Walk(NetworkParts parts, const Kernels& kernels)
      : parts_(std::move(parts)),
        stack_(
            std::make_shared<const Network>(Network::from(parts_).value().computed_with(kernels)),
            kPlies) {}

  void play_game(Random& random) {
    line_ = {random_start(random)};
    stack_.reset(line_.back());
    for (int step = 0; step < 600; ++step) {
      const MoveList moves = legal_moves(here());
      const std::size_t ply = line_.size() - 1;
      ASSERT_EQ(stack_.ply(), static_cast<int>(ply));
      if (ply == kPlies || moves.empty() || (ply > 0 && random.below(4) == 0)) {
        if (ply == 0) return;
        line_.pop_back();
        stack_.pop();
      } else if (!here().in_check() && random.below(12) == 0) {
        line_.push_back(here().after_pass());
        stack_.push_pass();
      } else {
        play(moves[random.below(moves.size())]);
      }
      if (random.below(3) == 0) {
        const int score = stack_.evaluate(here());
        ASSERT_EQ(score, evaluate(stack_.network(), here()));
        if (random.below(5) == 0) {
          ASSERT_EQ(score, documented_score(parts_, here()));
        }
      }
    }
  }

  std::set<Move::Kind> kinds;  // that were played
  int crossings = 0;           // of the middle by a king

 private:
  static constexpr int kPlies = 80;

  const Position& here() const { return line_.back(); }
  void play(Move move) {
    kinds.insert(move.kind());
    Position next = here();
    const Color mover = next.side_to_move();
    const bool was_right = file_of(next.king(mover)) >= File::E;
    next.play(move, stack_.push());
    crossings += was_right != (file_of(next.king(mover)) >= File::E);
    line_.push_back(next);
  }

  NetworkParts parts_;
  AccumulatorStack stack_;
  std::vector<Position> line_;
};

TEST(AccumulatorStack, ScoresLikeStartingAnewWhateverWasPlayed) {
  Random random(1);
  std::set<Move::Kind> kinds;
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    for (const int width : {64, 256, 320, 768, 1024}) {
      for (const NnueShape& shape : {first_shape(width), second_shape(width)}) {
        Walk walk(random_parts(random, shape, activation), fastest_kernels());
        for (int game = 0; game < 30; ++game) walk.play_game(random);
        kinds.merge(walk.kinds);
        EXPECT_GT(walk.crossings, 30);
      }
    }
  }
  EXPECT_EQ(kinds.size(), 4u) << "castling, promotion and en passant were not all played";
}

TEST(AccumulatorStack, ScoresAlikeInAllInstructions) {
  for (const InstructionSet set : kInstructionSets) {
    const Kernels* const kernels = kernels_for(set);
    if (kernels == nullptr) continue;
    Random random(3);
    for (const NnueShape& shape : {first_shape(192), second_shape(192)}) {
      Walk walk(random_parts(random, shape, Activation::Squared), *kernels);
      for (int game = 0; game < 40; ++game) walk.play_game(random);
    }
  }
}

// Without a score asked for in between: the way back leads over the crossing, and over two of them.
TEST(AccumulatorStack, FindsItsWayBackOverKingsThatCrossTheMiddle) {
  Random random(4);
  const NetworkParts parts = random_parts(random, second_shape(64), Activation::Squared);
  AccumulatorStack stack(std::make_shared<const Network>(Network::from(parts).value()), 8);
  std::vector<Position> line{position_of("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w - - 0 1")};
  const auto play = [&](const char* text) {
    Position next = line.back();
    next.play(parse_uci(next, text, Variant::Standard).value(), stack.push());
    line.push_back(next);
  };
  const auto back = [&] {
    line.pop_back();
    stack.pop();
  };
  const auto expect_right = [&] {
    EXPECT_EQ(stack.evaluate(line.back()), documented_score(parts, line.back()))
        << to_fen(line.back());
  };
  stack.reset(line.back());
  play("d1e1");  // White crosses
  play("e8d8");  // and so does Black
  expect_right();
  back();
  expect_right();
  play("a7a6");
  play("e1d1");  // back again
  expect_right();
  back();
  back();
  back();
  play("d1e1");
  play("a7a6");
  play("e1d1");  // there and back without a score
  expect_right();
  back();
  expect_right();  // its sums were passed through with the king on the other side
  play("h2h3");
  expect_right();
  back();
  back();
  expect_right();
}

TEST(AccumulatorStack, ScoresEveryMoveOfOddPositionsLikeStartingAnew) {
  Random random(2);
  const auto network = std::make_shared<const Network>(
      random_network(random, second_shape(256), Activation::Squared));
  AccumulatorStack stack(network, 1);
  for (const char* const file : {"perft_standard.epd", "perft_chess960.epd"})
    for (const PerftLine& line : perft_lines(file)) {
      const Position root = position_of(line.fen);
      stack.reset(root);
      for (const Move move : legal_moves(root)) {
        Position next = root;
        next.play(move, stack.push());
        ASSERT_EQ(stack.evaluate(next), evaluate(*network, next)) << line.fen;
        stack.pop();
      }
    }
}

TEST(AccumulatorStack, BeginsAtTheStartPosition) {
  const auto network = Network::built_in();
  AccumulatorStack stack(network, 4);
  EXPECT_EQ(stack.evaluate(Position::start()), evaluate(*network, Position::start()));
}

TEST(AccumulatorStack, ScoresAPassForTheOtherSide) {
  const auto network = Network::built_in();
  AccumulatorStack stack(network, 4);
  const Position root = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  stack.reset(root);
  const int white = stack.evaluate(root);
  stack.push_pass();
  const int black = stack.evaluate(root.after_pass());
  EXPECT_GT(white, 50);
  EXPECT_LT(black, -50);
}

}  // namespace
}  // namespace tabiya::test
