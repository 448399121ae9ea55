// Games whose every position was printed by Stockfish.
#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

// Stockfish shows the en-passant square when a pawn attacks it, legally or not.
std::string fen_as_stockfish_writes_it(const Position& position, Variant variant) {
  FenStyle style;
  if (variant == Variant::Chess960) style.castling = FenStyle::Castling::Shredder;
  const auto target = position.en_passant_target();
  const Color us = position.side_to_move();
  if (target && !pawn_attacks(!us, *target).meets(position.pieces(us, PieceType::Pawn)))
    style.en_passant = FenStyle::EnPassant::IfLegal;
  return to_fen(position, style);
}

std::string checkers_as_stockfish_writes_them(const Position& position) {
  std::string text;
  for (Square square : position.checkers()) text += (text.empty() ? "" : " ") + to_string(square);
  return text.empty() ? "-" : text;
}

TEST(PositionsFromStockfish, AreReachedByTheSameMoves) {
  Position position = Position::start();
  Variant variant = Variant::Standard;
  int plies = 0;
  for (const std::string& line : test::data_lines("stockfish_positions.txt")) {
    const auto fields = test::split(line, '\t');
    if (fields.at(0) == "game") {
      variant = fields.at(1) == "chess960" ? Variant::Chess960 : Variant::Standard;
      position = test::position_of(fields.at(2));
      continue;
    }
    const auto move = parse_uci(position, fields.at(0), variant);
    ASSERT_TRUE(move.has_value()) << line << ": " << move.error().message;
    position.play(*move);
    ASSERT_EQ(fen_as_stockfish_writes_it(position, variant), fields.at(1));
    ASSERT_EQ(checkers_as_stockfish_writes_them(position), fields.at(2)) << fields.at(1);
    ++plies;
  }
  EXPECT_GT(plies, 5000);
}

}  // namespace
}  // namespace tabiya
