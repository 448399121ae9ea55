#include "notation/uci_move.h"

#include <optional>

#include "chess/movegen.h"
#include "notation/error.h"

namespace tabiya {

namespace {

std::optional<PieceType> promotion_from(char c) {
  for (PieceType type : kPromotions)
    if (c == letter(type)) return type;
  return std::nullopt;
}

// The first character that does not belong there, or the end if something is missing.
std::size_t first_misfit(std::string_view text) {
  const auto fits = [&](std::size_t at) {
    if (at == 4) return promotion_from(text[at]).has_value();
    return at % 2 == 0 ? file_from(text[at]).has_value() : rank_from(text[at]).has_value();
  };
  std::size_t at = 0;
  while (at < text.size() && at < 5 && fits(at)) ++at;
  return at;
}

// The wing if the king is asked to go straight to its castling square, further than one step.
std::optional<Wing> castling_step(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  if (from != position.king(us) || from == to || king_attacks(from).contains(to))
    return std::nullopt;
  for (Wing wing : kWings)
    if (to == king_after_castling(us, wing) && rank_of(from) == rank_of(to)) return wing;
  return std::nullopt;
}

}  // namespace

std::string to_uci(const Position& position, Move move, Variant variant) {
  if (needs_chess960(position)) variant = Variant::Chess960;
  Square to = move.to();
  if (move.kind() == Move::Kind::Castling && variant == Variant::Standard)
    to = king_after_castling(position.side_to_move(), wing_of(move.from(), to));
  std::string text = to_string(move.from()) + to_string(to);
  if (const auto type = move.promotes_to()) text += letter(*type);
  return text;
}

std::expected<Move, NotationError> parse_uci(const Position& position, std::string_view text,
                                             Variant variant) {
  if (needs_chess960(position)) variant = Variant::Chess960;
  const Color us = position.side_to_move();
  if (const std::size_t misfit = first_misfit(text);
      misfit < text.size() || (misfit != 4 && misfit != 5))
    return std::unexpected(explain_format(text, misfit, "e2e4 or e7e8q"));
  const Square from = *square_from(text.substr(0, 2));
  const Square to = *square_from(text.substr(2, 2));
  const auto promotion = text.size() == 5 ? promotion_from(text[4]) : std::nullopt;

  const auto piece = position.piece_at(from);
  Move move = Move::normal(from, to);
  if (promotion) {
    move = Move::promotion(from, to, *promotion);
  } else if (piece && piece->type() == PieceType::Pawn && position.en_passant_capture() == to &&
             file_of(from) != file_of(to)) {
    move = Move::en_passant(from, to);
  } else if (from == position.king(us) && position.castling_rooks(us).contains(to) &&
             variant == Variant::Chess960) {
    move = Move::castling(from, to);
    if (!is_legal(position, move))
      return std::unexpected(explain_castling_refusal(position, wing_of(from, to)));
  } else if (const auto wing = castling_step(position, from, to)) {
    const auto rook = position.castling_rook(us, *wing);
    if (rook) move = Move::castling(from, *rook);
    if (!rook || !is_legal(position, move))
      return std::unexpected(explain_castling_refusal(position, *wing));
  }
  if (is_legal(position, move)) return move;
  if (from == position.king(us) && position.castling_rooks(us).contains(to) && !promotion)
    return std::unexpected(
        NotationError{NotationError::Kind::IllegalMove, 0,
                      "illegal: king takes rook means castling in Chess960 only"});
  return std::unexpected(explain_refusal(position, from, to, promotion));
}

}  // namespace tabiya
