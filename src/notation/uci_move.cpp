#include "notation/uci_move.h"

#include <fmt/format.h>

#include <optional>

#include "chess/movegen.h"
#include "notation/refusal.h"
#include "notation/words.h"

namespace tabiya {

namespace {

std::optional<PieceType> promotion_from(char c) {
  for (PieceType type : kPromotions)
    if (c == letter(type)) return type;
  return std::nullopt;
}

// The wing if the king is asked to go straight to its castling square, further than one step.
std::optional<Wing> castling_step(const Position& position, Square from, Square to) {
  const Color us = position.side_to_move();
  if (from != position.king(us) || king_attacks(from).contains(to)) return std::nullopt;
  for (Wing wing : kWings)
    if (to == king_after_castling(us, wing) && rank_of(from) == rank_of(to)) return wing;
  return std::nullopt;
}

}  // namespace

std::string to_uci(const Position& position, Move move, Variant variant) {
  Square to = move.to();
  if (move.kind() == Move::Kind::Castling && variant == Variant::Standard)
    to = king_after_castling(position.side_to_move(), wing_of(move.from(), to));
  std::string text = to_string(move.from()) + to_string(to);
  if (const auto type = move.promotes_to()) text += letter(*type);
  return text;
}

std::expected<Move, NotationError> parse_uci(const Position& position, std::string_view text,
                                             Variant variant) {
  const auto malformed = [&](std::size_t at) {
    return std::unexpected(NotationError{
        NotationError::Kind::MoveFormat, at,
        fmt::format("invalid format: {} is not a move like e2e4 or e7e8q", quoted(text))});
  };
  if (text.size() < 4) return malformed(text.size());
  const auto from = square_from(text.substr(0, 2));
  if (!from) return malformed(0);
  const auto to = square_from(text.substr(2, 2));
  if (!to) return malformed(2);
  const auto promotion = text.size() == 5 ? promotion_from(text[4]) : std::nullopt;
  if (text.size() > 4 && !promotion) return malformed(4);

  const auto piece = position.piece_at(*from);
  Move move = Move::normal(*from, *to);
  if (promotion) {
    move = Move::promotion(*from, *to, *promotion);
  } else if (piece && piece->type() == PieceType::Pawn && position.en_passant_capture() == *to &&
             file_of(*from) != file_of(*to)) {
    move = Move::en_passant(*from, *to);
  } else if (variant == Variant::Chess960 && position.castling_rooks().contains(*to) &&
             *from == position.king(position.side_to_move())) {
    move = Move::castling(*from, *to);
    if (!is_legal(position, move) && position.castling_rooks(position.side_to_move()).contains(*to))
      return std::unexpected(explain_castling_refusal(position, wing_of(*from, *to)));
  } else if (const auto wing = castling_step(position, *from, *to)) {
    const auto rook = position.castling_rook(position.side_to_move(), *wing);
    if (rook) move = Move::castling(*from, *rook);
    if (!rook || !is_legal(position, move))
      return std::unexpected(explain_castling_refusal(position, *wing));
  }
  if (!is_legal(position, move))
    return std::unexpected(explain_refusal(position, *from, *to, promotion));
  return move;
}

}  // namespace tabiya
