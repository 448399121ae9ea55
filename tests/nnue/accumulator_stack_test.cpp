#include "nnue/accumulator_stack.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "chess/movegen.h"
#include "nnue/evaluate.h"
#include "random_network.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

// A line as a search would follow it, asked for scores here and there.
class Walk {
 public:
  explicit Walk(std::shared_ptr<const Network> network) : stack_(std::move(network), kPlies) {}

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
        ASSERT_EQ(stack_.evaluate(here()), evaluate(stack_.network(), here()));
      }
    }
  }

  std::set<Move::Kind> kinds;  // that were played

 private:
  static constexpr int kPlies = 80;

  const Position& here() const { return line_.back(); }
  void play(Move move) {
    kinds.insert(move.kind());
    Position next = here();
    next.play(move, stack_.push());
    line_.push_back(next);
  }

  AccumulatorStack stack_;
  std::vector<Position> line_;
};

TEST(AccumulatorStack, ScoresLikeStartingAnewWhateverWasPlayed) {
  Random random(1);
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    for (const int width : {64, 256, 320, 768, 1024}) {
      Walk walk(std::make_shared<const Network>(random_network(random, width, activation)));
      for (int game = 0; game < 60; ++game) walk.play_game(random);
      EXPECT_EQ(walk.kinds.size(), 4u) << "castling, promotion and en passant were not all played";
    }
  }
}

TEST(AccumulatorStack, ScoresEveryMoveOfOddPositionsLikeStartingAnew) {
  Random random(2);
  const auto network =
      std::make_shared<const Network>(random_network(random, 256, Activation::Squared));
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
