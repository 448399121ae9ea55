#include "encode/policy_index.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/movegen.h"
#include "encode/slow_encoder.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

// The index of a move given as UCI.
int index_of(std::string_view fen, std::string_view uci, Variant variant = Variant::Standard) {
  const Position position = parse_fen(fen).value();
  return policy_index(parse_uci(position, uci, variant).value(), position.side_to_move(), variant);
}

TEST(PolicyIndex, IsFromTimes64PlusTo) {
  EXPECT_EQ(index_of(kStartFen, "e2e4"), 12 * 64 + 28);
  EXPECT_EQ(index_of(kStartFen, "g1f3"), 6 * 64 + 21);
}

TEST(PolicyIndex, CountsRanksFromTheMoversSide) {
  constexpr std::string_view fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  EXPECT_EQ(index_of(fen, "e7e5"), 12 * 64 + 28);  // as White's e2e4
  EXPECT_EQ(index_of(fen, "b8c6"), 1 * 64 + 18);   // as White's b1c3
}

TEST(PolicyIndex, OfCastlingIsTheKingsTwoSquareStep) {
  EXPECT_EQ(index_of(kCastling, "e1g1"), 4 * 64 + 6);
  EXPECT_EQ(index_of(kCastling, "e1c1"), 4 * 64 + 2);
  EXPECT_EQ(index_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"), 4 * 64 + 6);
}

TEST(PolicyIndex, OfCastlingInChess960IsTheKingToItsRook) {
  EXPECT_EQ(index_of(kCastling, "e1h1", Variant::Chess960), 4 * 64 + 7);
  EXPECT_EQ(index_of(kCastling, "e1a1", Variant::Chess960), 4 * 64 + 0);
  // Castling and the king's step to the same square have indices of their own.
  constexpr std::string_view near = "5k1r/8/8/8/8/8/8/5K1R b Hh - 0 1";
  EXPECT_EQ(index_of(near, "f8h8", Variant::Chess960), 5 * 64 + 7);
  EXPECT_EQ(index_of(near, "f8g8", Variant::Chess960), 5 * 64 + 6);
}

TEST(PolicyIndex, WritesCastlingThatStandardChessLacksAsInChess960) {
  EXPECT_EQ(policy_index(Move::castling(Square::F1, Square::H1), Color::White, Variant::Standard),
            5 * 64 + 7);
  EXPECT_EQ(policy_index(Move::castling(Square::E1, Square::G1), Color::White, Variant::Standard),
            4 * 64 + 6);
  EXPECT_EQ(policy_index(Move::castling(Square::E1, Square::B1), Color::White, Variant::Standard),
            4 * 64 + 1);
}

TEST(PolicyIndex, OfUnderpromotionsIsByPieceFileAndDirection) {
  constexpr std::string_view white = "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1";
  EXPECT_EQ(index_of(white, "c7c8q"), 50 * 64 + 58);
  EXPECT_EQ(index_of(white, "c7b8q"), 50 * 64 + 57);
  EXPECT_EQ(index_of(white, "c7b8n"), 4096 + 0 * 24 + 2 * 3 + 0);
  EXPECT_EQ(index_of(white, "c7c8n"), 4096 + 0 * 24 + 2 * 3 + 1);
  EXPECT_EQ(index_of(white, "c7d8n"), 4096 + 0 * 24 + 2 * 3 + 2);
  EXPECT_EQ(index_of(white, "c7c8b"), 4096 + 1 * 24 + 2 * 3 + 1);
  EXPECT_EQ(index_of(white, "c7d8r"), 4096 + 2 * 24 + 2 * 3 + 2);
  // Files are not swapped for Black: towards the a file is still the left.
  constexpr std::string_view black = "k7/8/8/8/8/8/7p/K5N1 b - - 0 1";
  EXPECT_EQ(index_of(black, "h2g1r"), 4096 + 2 * 24 + 7 * 3 + 0);
  EXPECT_EQ(index_of(black, "h2h1b"), 4096 + 1 * 24 + 7 * 3 + 1);
  EXPECT_EQ(index_of(black, "h2h1q"), 55 * 64 + 63);
}

TEST(PolicyIndex, LeadsBackToEveryLegalMove) {
  Random random(4);
  int moves_seen = 0;
  int castlings = 0;
  int underpromotions = 0;
  int en_passants = 0;
  for (int game = 0; game < 150; ++game) {
    random_game(random, 120, [&](const Position& position, const MoveList& moves) {
      const Color mover = position.side_to_move();
      for (const Variant variant : {Variant::Standard, Variant::Chess960}) {
        if (variant == Variant::Standard && needs_chess960(position)) continue;
        std::set<int> seen;
        for (const Move move : moves) {
          const int number = policy_index(move, mover, variant);
          ASSERT_GE(number, 0);
          ASSERT_LT(number, kPolicySize);
          ASSERT_TRUE(seen.insert(number).second) << to_fen(position) << ' ' << number;
          ASSERT_EQ(number,
                    slow_policy_index(to_uci(position, move, variant), mover == Color::White));
          ASSERT_EQ(move_of_policy_index(number, position, variant), move) << to_fen(position);
          castlings += move.kind() == Move::Kind::Castling;
          underpromotions += move.promotes_to().value_or(PieceType::Queen) != PieceType::Queen;
          en_passants += move.kind() == Move::Kind::EnPassant;
        }
        moves_seen += static_cast<int>(moves.size());
      }
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(moves_seen, 100'000);
  EXPECT_GE(castlings, 100);
  EXPECT_GE(underpromotions, 30);
  EXPECT_GE(en_passants, 10);
}

TEST(PolicyIndex, OfNoLegalMoveLeadsNowhere) {
  const Position start = Position::start();
  int legal = 0;
  for (int number = -5; number < kPolicySize + 5; ++number)
    legal += move_of_policy_index(number, start, Variant::Standard).has_value();
  EXPECT_EQ(legal, 20);
  EXPECT_FALSE(move_of_policy_index(-1, start, Variant::Standard));
  EXPECT_FALSE(move_of_policy_index(kPolicySize, start, Variant::Standard));
}

TEST(PolicyIndex, MeansTheSquaresOfTheRealBoard) {
  EXPECT_EQ(meaning_of_policy_index(12 * 64 + 28, Color::White),
            (PolicyMeaning{Square::E2, Square::E4, std::nullopt}));
  EXPECT_EQ(meaning_of_policy_index(12 * 64 + 28, Color::Black),
            (PolicyMeaning{Square::E7, Square::E5, std::nullopt}));
  EXPECT_EQ(meaning_of_policy_index(4096 + 2 * 24 + 7 * 3 + 0, Color::Black),
            (PolicyMeaning{Square::H2, Square::G1, PieceType::Rook}));
  EXPECT_EQ(meaning_of_policy_index(4096, Color::White),
            (PolicyMeaning{Square::A7, std::nullopt, PieceType::Knight}));
  EXPECT_EQ(meaning_of_policy_index(kPolicySize - 1, Color::White),
            (PolicyMeaning{Square::H7, std::nullopt, PieceType::Rook}));
}

TEST(PolicyIndex, HasAMeaningForEveryNumber) {
  for (const Color mover : kColors) {
    int off_the_board = 0;
    for (int number = 0; number < kPolicySize; ++number) {
      const PolicyMeaning meaning = meaning_of_policy_index(number, mover);
      if (!meaning.to) {
        ++off_the_board;
        continue;
      }
      const Move move = meaning.underpromotion
                            ? Move::promotion(meaning.from, *meaning.to, *meaning.underpromotion)
                            : Move::normal(meaning.from, *meaning.to);
      EXPECT_EQ(policy_index(move, mover, Variant::Standard), number);
    }
    EXPECT_EQ(off_the_board, 6);
  }
}

}  // namespace
}  // namespace tabiya::test
