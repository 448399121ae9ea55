#include "encode/features.h"

#include <gtest/gtest.h>

#include <set>

namespace tabiya {
namespace {

constexpr Piece kWhitePawn(Color::White, PieceType::Pawn);
constexpr Piece kBlackKing(Color::Black, PieceType::King);

TEST(Features, PutOwnPiecesFirstByTypeAndSquare) {
  EXPECT_EQ(feature_index(Color::White, kWhitePawn, Square::A1), 0);
  EXPECT_EQ(feature_index(Color::White, kWhitePawn, Square::E2), 12);
  EXPECT_EQ(feature_index(Color::White, Piece(Color::White, PieceType::Knight), Square::A1), 64);
  EXPECT_EQ(feature_index(Color::White, kBlackKing, Square::H8), 767);
}

TEST(Features, CountRanksFromThePlayersOwnSide) {
  EXPECT_EQ(feature_index(Color::Black, kBlackKing, Square::E8), 5 * 64 + 4);
  EXPECT_EQ(feature_index(Color::Black, kWhitePawn, Square::E2), 384 + 48 + 4);
}

TEST(Features, AreAllDifferent) {
  for (const Color player : kColors) {
    std::set<int> seen;
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes)
        for (int square = 0; square < kSquares; ++square)
          seen.insert(feature_index(player, Piece(color, type), square_at(square)));
    EXPECT_EQ(seen.size(), 768u);
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), 767);
  }
}

TEST(Features, AreTheSameForBothPlayersWhenTheBoardIsTurned) {
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      for (int i = 0; i < kSquares; ++i)
        EXPECT_EQ(feature_index(Color::White, Piece(color, type), square_at(i)),
                  feature_index(Color::Black, Piece(!color, type), mirrored(square_at(i))));
}

}  // namespace
}  // namespace tabiya
