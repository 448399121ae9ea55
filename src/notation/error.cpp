#include "notation/error.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chess/attacks.h"

namespace tabiya {

std::string point_at(std::string_view text, std::size_t at) {
  constexpr std::size_t widest = 100;  // more than any FEN needs
  constexpr std::size_t before = 60;

  // One column for each character, not each byte.
  std::size_t columns = 0;
  std::size_t caret = 0;
  for (std::size_t i = 0; i < text.size(); ++columns) {
    i += character_at(text, i).bytes.size();
    if (i <= at) ++caret;
  }
  std::size_t first = 0;
  if (columns > widest) first = std::min(caret > before ? caret - before : 0, columns - widest);
  const std::size_t last = std::min(columns, first + widest);

  std::string line;
  std::size_t column = 0;
  for (std::size_t i = 0; column < last; ++column) {
    const Character character = character_at(text, i);
    i += character.bytes.size();
    if (column < first) continue;
    const bool cut = (column == first && first > 0) || (column + 1 == last && last < columns);
    // Nothing that would move the cursor.
    if (cut)
      line += "…";
    else if (is_space(character.bytes.front()))
      line += ' ';
    else if (character.printable())
      line += character.bytes;
    else
      line += '?';
  }
  return line + '\n' + std::string(caret - first, ' ') + '^';
}

namespace {

using Kind = NotationError::Kind;

NotationError illegal(std::string why) {
  return {Kind::IllegalMove, 0, "illegal: " + std::move(why)};
}

// The squares a piece could go to on a board without other pieces.
Bitboard reach(Piece piece, Square from) {
  if (piece.type() != PieceType::Pawn) return piece_attacks(piece.type(), from, kNoSquares);
  const int step = pawn_step(piece.color());
  Bitboard squares = pawn_attacks(piece.color(), from) | Bitboard(from + step);
  if (rank_of(from) == relative(piece.color(), Rank::R2)) squares |= Bitboard(from + 2 * step);
  return squares;
}

}  // namespace

NotationError explain_format(std::string_view text, std::size_t misfit, std::string_view examples) {
  std::string message =
      fmt::format("invalid format: {} is not a move like {}", in_quotes(text), examples);
  // A letter of another alphabet may look right.
  if (misfit < text.size() && character_at(text, misfit).code >= 0x80)
    message += fmt::format("; {} has no place in it", quoted_at(text, misfit));
  return {Kind::MoveFormat, misfit, std::move(message)};
}

NotationError explain_refusal(const Position& position, Square from, Square to,
                              std::optional<PieceType> promotion) {
  const Color us = position.side_to_move();
  const auto mover = position.piece_at(from);
  if (!mover)
    return {Kind::NoPieceThere, 0, fmt::format("no piece there: {} is empty", to_string(from))};
  if (mover->color() != us)
    return {Kind::NotYourTurn, 0,
            fmt::format("not your turn: {} is to move, and the {} on {} is {}", name(us),
                        name(mover->type()), to_string(from), name(mover->color()))};
  if (!reach(*mover, from).contains(to))
    return illegal(fmt::format("a {} cannot go from {} to {}", name(mover->type()), to_string(from),
                               to_string(to)));
  const auto target = position.piece_at(to);
  if (target && target->color() == us)
    return illegal(fmt::format("{} is occupied by {}'s own {}", to_string(to), name(us),
                               name(target->type())));
  if (const Bitboard blockers = between(from, to) & position.occupied(); blockers.any()) {
    const Square nearest = from < to ? blockers.first() : blockers.last();
    return illegal(fmt::format("the {} on {} is in the way",
                               name(position.piece_at(nearest)->type()), to_string(nearest)));
  }

  if (mover->type() == PieceType::Pawn) {
    const bool straight = file_of(from) == file_of(to);
    if (straight && target)
      return illegal(fmt::format("{} is occupied, and pawns capture diagonally", to_string(to)));
    if (!straight && !target && position.en_passant_target() != to)
      return illegal(fmt::format("there is nothing to capture on {}", to_string(to)));
  }
  const bool promotes = mover->type() == PieceType::Pawn && rank_of(to) == relative(us, Rank::R8);
  if (promotes && !promotion)
    return illegal("a pawn on the last rank promotes: name the piece, as in e7e8q or e8=Q");
  if (!promotes && promotion) return illegal("only a pawn that reaches the last rank promotes");
  return {Kind::KingInCheck, 0, "illegal: leaves the king in check"};
}

NotationError explain_castling_refusal(const Position& position, Wing wing) {
  const Color us = position.side_to_move();
  const std::string_view side = wing == Wing::Kingside ? "kingside" : "queenside";
  const auto rook = position.castling_rook(us, wing);
  if (!rook) return illegal(fmt::format("{} has no right to castle {}", name(us), side));
  if (position.in_check()) return illegal("a king in check cannot castle");
  const Square king = position.king(us);
  const Square king_to = king_after_castling(us, wing);
  const Square rook_to = rook_after_castling(us, wing);
  const Bitboard path =
      between(king, king_to) | Bitboard(king_to) | between(*rook, rook_to) | Bitboard(rook_to);
  const Bitboard others = position.occupied() ^ Bitboard(king) ^ Bitboard(*rook);
  if (path.meets(others))
    return illegal(fmt::format("the way to castle {} is blocked on {}", side,
                               to_string((path & others).first())));
  for (Square square : between(king, king_to))
    if (position.is_attacked(square, !us, position.occupied() ^ Bitboard(king)))
      return {Kind::KingInCheck, 0,
              fmt::format("illegal: the king cannot pass over {}, which is attacked",
                          to_string(square))};
  return {Kind::KingInCheck, 0, "illegal: castling leaves the king in check"};
}

}  // namespace tabiya
