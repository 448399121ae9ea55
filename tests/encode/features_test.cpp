#include "encode/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "notation/fen.h"
#include "support/random_walk.h"

namespace tabiya::test {
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

// Square by square from what stands there, with the numbers of the two layouts written out.
std::vector<float> slow_features(const Position& position, FeatureOrder order) {
  std::vector<float> out(768, 0.0F);
  for (int i = 0; i < 64; ++i) {
    const auto piece = position.piece_at(square_at(i));
    if (!piece) continue;
    const int type = static_cast<int>(std::string_view("pnbrqk").find(letter(piece->type())));
    const bool white = piece->color() == Color::White;
    const bool white_moves = position.side_to_move() == Color::White;
    const bool exchanged = order == FeatureOrder::SideToMoveMirrored &&
                           index(position.king(position.side_to_move())) % 8 > 3;
    const int place = order == FeatureOrder::Virgo ? (white ? 384 : 0) + 64 * type + i
                                                   : (white == white_moves ? 0 : 384) + 64 * type +
                                                         (white_moves ? i / 8 : 7 - i / 8) * 8 +
                                                         (exchanged ? 7 - i % 8 : i % 8);
    out.at(static_cast<std::size_t>(place)) = 1;
  }
  return out;
}

std::vector<float> features_of(const Position& position, FeatureOrder order) {
  std::vector<float> out(768, -7.5F);
  encode_features(position, order, std::span<float, 768>(out));
  return out;
}

TEST(VirgoFeatures, OfTheStartAreAsTheLayoutSays) {
  const auto floats = features_of(Position::start(), FeatureOrder::Virgo);
  std::vector<int> ones;
  for (int i = 0; i < 768; ++i)
    if (floats[static_cast<std::size_t>(i)] == 1) ones.push_back(i);
  const std::vector<int> expected{
      48,  49,  50,  51,  52,  53,  54,  55,   // black pawns on rank 7
      121, 126, 186, 189, 248, 255, 315, 380,  // knights, bishops, rooks, queen, king
      392, 393, 394, 395, 396, 397, 398, 399,  // white pawns on rank 2
      449, 454, 514, 517, 576, 583, 643, 708,  // and the other white pieces
  };
  EXPECT_EQ(ones, expected);
}

TEST(VirgoFeatures, KeepTheBoardAsItIsWhoeverIsToMove) {
  const auto white = parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").value();
  const auto black = parse_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").value();
  EXPECT_EQ(features_of(white, FeatureOrder::Virgo), features_of(black, FeatureOrder::Virgo));
  EXPECT_NE(features_of(white, FeatureOrder::SideToMove),
            features_of(black, FeatureOrder::SideToMove));
}

TEST(VirgoFeatures, AreReachedByColourTypeAndSquare) {
  const VirgoBitmap bitmap = virgo_bitmap(Position::start());
  EXPECT_EQ(virgo_index(Color::Black), 0);
  EXPECT_EQ(virgo_index(Color::White), 1);
  EXPECT_EQ(bitmap[0][5][60], 1);  // black king e8
  EXPECT_EQ(bitmap[1][3][7], 1);   // white rook h1
  EXPECT_EQ(bitmap[1][3][63], 0);
  EXPECT_EQ(bitmap[0][0], piece_bitmap(Position::start(), Color::Black, PieceType::Pawn));
  for (const auto& color : bitmap) {
    float pieces = 0;
    for (const auto& squares : color)
      pieces += std::accumulate(squares.begin(), squares.end(), 0.0F);
    EXPECT_EQ(pieces, 16);
  }
}

TEST(VirgoFeatures, FlattenTheThreeDimensions) {
  const Position position =
      parse_fen("r2q1rk1/1b2bppp/p1n2n2/1p1pp3/4P3/2PP1N1P/PPB2PP1/RNBQR1K1 b - - 1 12").value();
  const VirgoBitmap bitmap = virgo_bitmap(position);
  const auto flat = features_of(position, FeatureOrder::Virgo);
  for (int color = 0; color < 2; ++color)
    for (int type = 0; type < 6; ++type)
      for (int square = 0; square < 64; ++square)
        EXPECT_EQ(bitmap[color][type][square], flat[(color * 6 + type) * 64 + square]);
  EXPECT_EQ(flat[virgo_index(Piece(Color::White, PieceType::Bishop), Square::C2)], 1);
}

TEST(Features, AgreeInAllTheirFormsWithTheSlowOnes) {
  Random random(7);
  int seen = 0;
  for (int game = 0; game < 20; ++game) {
    std::vector<Position> positions;
    random_game(random, 60,
                [&](const Position& position, const MoveList&) { positions.push_back(position); });
    for (const FeatureOrder order :
         {FeatureOrder::Virgo, FeatureOrder::SideToMove, FeatureOrder::SideToMoveMirrored}) {
      std::vector<float> batch(positions.size() * 768 + 3, -7.5F);
      encode_features(positions, order, batch);
      EXPECT_EQ(std::count(batch.end() - 3, batch.end(), -7.5F), 3);
      auto from_batch = batch.begin();
      for (const Position& position : positions) {
        const auto slow = slow_features(position, order);
        ASSERT_EQ(features_of(position, order), slow) << to_fen(position);
        ASSERT_TRUE(std::equal(slow.begin(), slow.end(), from_batch));
        from_batch += 768;

        std::vector<float> from_list(768, 0.0F);
        const FeatureList list = active_features(position, order);
        for (const int feature : list) from_list.at(static_cast<std::size_t>(feature)) = 1;
        ASSERT_EQ(from_list, slow);
        ASSERT_TRUE(std::is_sorted(list.begin(), list.end()));
        ASSERT_EQ(list.size(), static_cast<std::size_t>(position.occupied().count()));
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, 1000);
}

TEST(PlayerView, KeepsTheOwnKingOnFilesAToD) {
  for (const Color player : kColors)
    for (int square = 0; square < kSquares; ++square) {
      const Piece king(player, PieceType::King);
      const auto view = PlayerView::mirrored_by_king(player, square_at(square));
      EXPECT_LT(view.feature(king, square_at(square)) % 8, 4);
      EXPECT_EQ(view == PlayerView(player), square % 8 < 4);
    }
}

TEST(PlayerView, SeesWhatTheOtherPlayerSeesOfTheTurnedBoard) {
  for (const Piece piece : {kWhitePawn, kBlackKing})
    for (const Square king : {Square::D1, Square::E1})
      EXPECT_EQ(PlayerView::mirrored_by_king(Color::White, king).feature(piece, Square::B3),
                PlayerView::mirrored_by_king(Color::Black, mirrored(king))
                    .feature(Piece(!piece.color(), piece.type()), Square::B6));
}

TEST(Features, FromTheSideToMoveAreTheOnesTheNetworkCounts) {
  Random random(8);
  random_game(random, 80, [](const Position& position, const MoveList&) {
    const auto floats = features_of(position, FeatureOrder::SideToMove);
    for (const Square square : position.occupied())
      EXPECT_EQ(floats[static_cast<std::size_t>(
                    feature_index(position.side_to_move(), *position.piece_at(square), square))],
                1);
    const auto by_king = features_of(position, FeatureOrder::SideToMoveMirrored);
    const Color mover = position.side_to_move();
    const auto view = PlayerView::mirrored_by_king(mover, position.king(mover));
    for (const Square square : position.occupied())
      EXPECT_EQ(by_king[static_cast<std::size_t>(view.feature(*position.piece_at(square), square))],
                1);
  });
}

}  // namespace
}  // namespace tabiya::test
