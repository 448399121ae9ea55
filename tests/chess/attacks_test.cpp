#include "chess/attacks.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "chess/magics.h"

namespace tabiya {
namespace {

TEST(Attacks, OfSlidersAreWhatWalkingTheBoardFinds) {
  Random random{1};
  for (int i = 0; i < kSquares; ++i) {
    const Square square = square_at(i);
    for (int round = 0; round < 2000; ++round) {
      // From nearly full to nearly empty boards.
      std::uint64_t bits = random();
      for (int thin = 0; thin < round % 5; ++thin) bits &= random();
      const Bitboard occupied(bits);
      ASSERT_EQ(rook_attacks(square, occupied),
                geometry::slide(square, occupied, geometry::kRookSteps));
      ASSERT_EQ(bishop_attacks(square, occupied),
                geometry::slide(square, occupied, geometry::kBishopSteps));
    }
  }
}

TEST(Attacks, OfAKnightInTheCornerAreTwoSquares) {
  EXPECT_EQ(knight_attacks(Square::A1), Bitboard(Square::B3) | Bitboard(Square::C2));
  EXPECT_EQ(knight_attacks(Square::E4).count(), 8);
}

TEST(Attacks, OfAPawnNeverWrapAroundTheBoard) {
  EXPECT_EQ(pawn_attacks(Color::White, Square::A2), Bitboard(Square::B3));
  EXPECT_EQ(pawn_attacks(Color::Black, Square::H7), Bitboard(Square::G6));
  EXPECT_EQ(pawn_attacks(Color::White, Square::E8), kNoSquares);
}

TEST(Rays, BetweenLeavesTheEndsOut) {
  EXPECT_EQ(between(Square::A1, Square::D4), Bitboard(Square::B2) | Bitboard(Square::C3));
  EXPECT_EQ(between(Square::D4, Square::A1), between(Square::A1, Square::D4));
  EXPECT_EQ(between(Square::A1, Square::B1), kNoSquares);
  EXPECT_EQ(between(Square::A1, Square::B3), kNoSquares);
}

TEST(Rays, LineRunsFromEdgeToEdge) {
  EXPECT_EQ(line(Square::C3, Square::F6), rising_diagonal(Square::A1));
  EXPECT_EQ(line(Square::C3, Square::C4), squares_of(File::C));
  EXPECT_EQ(line(Square::C3, Square::D5), kNoSquares);
}

TEST(Rays, DiagonalsHoldTheSquaresWithEqualDifferenceOrSum) {
  for (int a = 0; a < kSquares; ++a)
    for (int b = 0; b < kSquares; ++b) {
      const int difference = (a % 8 - a / 8) - (b % 8 - b / 8);
      const int sum = (a % 8 + a / 8) - (b % 8 + b / 8);
      EXPECT_EQ(rising_diagonal(square_at(a)).contains(square_at(b)), difference == 0);
      EXPECT_EQ(falling_diagonal(square_at(a)).contains(square_at(b)), sum == 0);
    }
}

}  // namespace
}  // namespace tabiya
