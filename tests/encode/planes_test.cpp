#include "encode/planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "chess/movegen.h"
#include "encode/slow_encoder.h"
#include "notation/play.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

// A float that no encoding holds, to see what was written.
constexpr float kUntouched = -7.5F;

std::vector<float> planes_of(const Game& game, int history_steps) {
  std::vector<float> out(plane_floats_for(history_steps), kUntouched);
  encode_planes(History(game), history_steps, out);
  return out;
}

std::vector<float> plane(const std::vector<float>& planes, int number) {
  const auto begin = planes.begin() + number * 64;
  return {begin, begin + 64};
}

std::vector<float> filled(float value) { return std::vector<float>(64, value); }

std::vector<float> with_ones(std::initializer_list<Square> squares) {
  auto result = filled(0);
  for (const Square square : squares) result[static_cast<std::size_t>(square)] = 1;
  return result;
}

Game game_of(std::string_view fen, std::initializer_list<std::string_view> moves,
             Variant variant = Variant::Standard) {
  Game game = game_from_fen(fen, variant).value();
  for (const auto move : moves)
    if (!play_uci(game, move)) ADD_FAILURE() << move;
  return game;
}

void expect_as_slow(const Game& game, int history_steps) {
  const auto fast = planes_of(game, history_steps);
  const auto slow = slow_planes(game, history_steps);
  ASSERT_EQ(fast.size(), slow.size());
  const auto [a, b] = std::mismatch(fast.begin(), fast.end(), slow.begin());
  ASSERT_TRUE(a == fast.end()) << to_fen(game.position()) << " after " << game.length()
                               << " half-moves, H = " << history_steps << ": plane "
                               << (a - fast.begin()) / 64 << ", cell " << (a - fast.begin()) % 64
                               << ": " << *a << " instead of " << *b;
}

TEST(Planes, Are119ForEightStepsAnd21ForOne) {
  EXPECT_EQ(planes_for(8), 119);
  EXPECT_EQ(planes_for(1), 21);
  EXPECT_EQ(plane_floats_for(8), 7616u);
}

TEST(Planes, OfTheStartShowWhiteAsItSits) {
  const auto planes = planes_of(Game(), 1);
  EXPECT_EQ(plane(planes, 0), with_ones({Square::A2, Square::B2, Square::C2, Square::D2, Square::E2,
                                         Square::F2, Square::G2, Square::H2}));
  EXPECT_EQ(plane(planes, 1), with_ones({Square::B1, Square::G1}));
  EXPECT_EQ(plane(planes, 4), with_ones({Square::D1}));
  EXPECT_EQ(plane(planes, 5), with_ones({Square::E1}));
  EXPECT_EQ(plane(planes, 9), with_ones({Square::A8, Square::H8}));
  EXPECT_EQ(plane(planes, 11), with_ones({Square::E8}));
  for (const int empty : {12, 13, 18, 20}) EXPECT_EQ(plane(planes, empty), filled(0)) << empty;
  for (const int right : {14, 15, 16, 17}) EXPECT_EQ(plane(planes, right), filled(1)) << right;
  EXPECT_EQ(plane(planes, 19), filled(1));  // the first move
}

TEST(Planes, ShowBlackTheBoardFromItsOwnSideAlsoInThePast) {
  const auto planes = planes_of(game_of(kStartFen, {"e2e4"}), 2);
  EXPECT_EQ(plane(planes, 5), with_ones({Square::E1}));   // its own king, on e8
  EXPECT_EQ(plane(planes, 11), with_ones({Square::E8}));  // the opponent's, on e1
  EXPECT_EQ(plane(planes, 6), with_ones({Square::A7, Square::B7, Square::C7, Square::D7, Square::E5,
                                         Square::F7, Square::G7, Square::H7}));
  // One step back White was to move, but Black still looks.
  EXPECT_EQ(plane(planes, 14 + 5), with_ones({Square::E1}));
  EXPECT_EQ(plane(planes, 14 + 6)[static_cast<std::size_t>(Square::E7)], 1);
  EXPECT_EQ(plane(planes, 14 + 6)[static_cast<std::size_t>(Square::E5)], 0);
}

TEST(Planes, TellCastlingRightsQueensideFirstAndOwnFirst) {
  const auto rights = [](std::string_view fen) {
    const auto planes = planes_of(game_of(fen, {}), 1);
    std::vector<float> result;
    for (int i = 14; i < 18; ++i) {
      EXPECT_EQ(plane(planes, i), filled(planes[static_cast<std::size_t>(i) * 64]));
      result.push_back(planes[static_cast<std::size_t>(i) * 64]);
    }
    return result;
  };
  EXPECT_EQ(rights("r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1"), (std::vector<float>{1, 0, 0, 0}));
  EXPECT_EQ(rights("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1"), (std::vector<float>{0, 1, 0, 0}));
  EXPECT_EQ(rights("r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1"), (std::vector<float>{0, 0, 1, 0}));
  EXPECT_EQ(rights("r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1"), (std::vector<float>{0, 0, 0, 1}));
  EXPECT_EQ(rights("r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1"), (std::vector<float>{0, 1, 1, 0}));
  EXPECT_EQ(rights("1k1r4/8/8/8/8/8/8/RK6 w Ad - 0 1"), (std::vector<float>{1, 0, 0, 1}));
}

TEST(Planes, TellTheClocksAsPlainNumbers) {
  const auto planes = planes_of(game_of("4k3/8/8/8/8/8/8/4K2R b - - 37 112", {}), 3);
  EXPECT_EQ(plane(planes, 3 * 14 + 4), filled(37));
  EXPECT_EQ(plane(planes, 3 * 14 + 5), filled(112));
  EXPECT_EQ(plane(planes, 3 * 14 + 6), filled(0));
}

TEST(Planes, CountRepetitionsAtEachStep) {
  const Game game =
      game_of(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
  const auto planes = planes_of(game, 8);
  // The start for the third time; back from it: second, second, second, second (the start again),
  // then once each.
  for (int step = 0; step < 8; ++step) {
    EXPECT_EQ(plane(planes, 14 * step + 12), filled(step <= 4 ? 1 : 0)) << step;
    EXPECT_EQ(plane(planes, 14 * step + 13), filled(step == 0 ? 1 : 0)) << step;
  }
}

TEST(Planes, AreZeroBeforeTheGameBegan) {
  const Game game = game_of("4k3/8/8/8/8/8/8/4K2R b - - 37 112", {"e8e7"});
  const auto planes = planes_of(game, 8);
  for (int number = 2 * 14; number < 8 * 14; ++number)
    EXPECT_EQ(plane(planes, number), filled(0)) << number;
}

TEST(Planes, LeaveWhatFollowsThemUntouched) {
  for (int steps = 1; steps <= kMostHistory; ++steps) {
    std::vector<float> out(plane_floats_for(steps) + 17, kUntouched);
    encode_planes(History(Game()), steps, out);
    const auto end = out.begin() + static_cast<std::ptrdiff_t>(plane_floats_for(steps));
    EXPECT_EQ(std::count(out.begin(), end, kUntouched), 0);
    EXPECT_EQ(std::count(end, out.end(), kUntouched), 17);
  }
}

TEST(Planes, MayBeginAnywhereInMemory) {
  const Game game = game_of(kStartFen, {"e2e4", "c7c5"});
  const auto expected = planes_of(game, 2);
  for (std::size_t offset = 0; offset < 16; ++offset) {
    std::vector<float> out(expected.size() + 16, kUntouched);
    encode_planes(History(game), 2, std::span(out).subspan(offset));
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin() + offset)) << offset;
  }
}

TEST(Planes, AgreeWithTheSlowEncoderOnChosenGames) {
  const std::vector<Game> games{
      Game(),
      game_of(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}),
      // The first position with the rights, the later ones without: no repetition of it.
      game_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
              {"a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8"}),
      // The en-passant capture was possible only the first time.
      game_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
              {"e2e4", "e8e7", "e1e2", "e7e8", "e2e1", "e8e7", "e1e2"}),
      game_of("8/P6k/8/8/8/8/p6K/8 w - - 5 60", {"a7a8n", "a2a1r", "h2g3", "a1b1"}),
      game_of(kStartFen,
              {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6", "d2d3", "e8g8"}),
      game_of("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", {"e1g1", "e8b8"},
              Variant::Chess960),
  };
  for (const Game& game : games)
    for (int steps = 1; steps <= kMostHistory; ++steps) expect_as_slow(game, steps);
}

// Games with all kinds of moves; what is rare in random play is picked where it is legal, and
// pieces go back and forth, so that positions repeat.
Move lively_move(const Game& game, Random& random) {
  const Position& position = game.position();
  const MoveList moves = legal_moves(position);
  if (game.length() >= 2 && random.below(3) == 0) {
    const Move last = game.move_at(game.length() - 2);
    const Move back = Move::normal(last.to(), last.from());
    if (last.kind() == Move::Kind::Normal && is_legal(position, back)) return back;
  }
  for (const Move move : moves)
    if (move.kind() != Move::Kind::Normal && random.below(3) == 0) return move;
  return moves[random.below(moves.size())];
}

TEST(Planes, AgreeWithTheSlowEncoderInRandomGames) {
  Random random(20);
  int positions = 0;
  int black = 0;
  int twice = 0;
  int thrice = 0;
  int castlings = 0;
  int underpromotions = 0;
  for (int number = 0; number < 60; ++number) {
    Game game(random_start(random), random.below(2) == 0 ? Variant::Chess960 : Variant::Standard);
    // Half of the games begin from a FEN in the middle of another.
    if (number % 2 == 1) {
      for (std::size_t ply = 60; ply > 0 && has_legal_move(game.position()); --ply)
        game.play(lively_move(game, random));
      game = game_from_fen(to_fen(game.position()), game.variant()).value();
    }
    for (int ply = 0; ply < 48 && has_legal_move(game.position()); ++ply) {
      if (random.below(4) == 0) {
        expect_as_slow(game, 1 + static_cast<int>(random.below(kMostHistory)));
        if (HasFatalFailure()) return;
        ++positions;
        black += game.position().side_to_move() == Color::Black;
        twice += game.occurrences() == 2;
        thrice += game.occurrences() >= 3;
      }
      const Move move = lively_move(game, random);
      castlings += move.kind() == Move::Kind::Castling;
      underpromotions += move.promotes_to().value_or(PieceType::Queen) != PieceType::Queen;
      game.play(move);
    }
  }
  // Otherwise the test says less than it promises.
  EXPECT_GE(positions, 400);
  EXPECT_GE(black, 100);
  EXPECT_GE(twice, 20);
  EXPECT_GE(thrice, 3);
  EXPECT_GE(castlings, 10);
  EXPECT_GE(underpromotions, 3);
}

}  // namespace
}  // namespace tabiya::test
