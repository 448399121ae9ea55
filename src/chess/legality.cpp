// Judges single moves, without listing the others.
#include "chess/king_safety.h"
#include "chess/movegen.h"

namespace tabiya {

namespace {

// Where a pawn may go, pins and checks aside; en passant not included.
Bitboard pawn_targets(const Position& position, Color us, Square from) {
  const Bitboard empty = ~position.occupied();
  const int step = pawn_step(us);
  Bitboard targets = pawn_attacks(us, from) & position.pieces(!us);
  const Bitboard once = Bitboard(from + step) & empty;
  targets |= once;
  if (once.any() && rank_of(from) == relative(us, Rank::R2))
    targets |= Bitboard(from + 2 * step) & empty;
  return targets;
}

template <Color Us>
bool is_legal_for(const Position& position, const KingLines& lines, Move move) {
  constexpr Color Them = !Us;
  const Square from = move.from();
  const Square to = move.to();
  const Square king = position.king(Us);
  const Bitboard occupied = position.occupied();
  const auto mover = position.piece_at(from);
  if (!mover || mover->color() != Us) return false;
  const bool is_pawn = mover->type() == PieceType::Pawn;

  switch (move.kind()) {
    case Move::Kind::Castling: {
      if (move != Move::castling(from, to) || from != king) return false;
      if (!position.castling_rooks(Us).contains(to)) return false;
      if (lines.checkers.any() || lines.pinned.contains(to)) return false;
      const Bitboard walk = castling_walk<Us>(king, to);
      return castling_is_clear<Us>(position, king, to) &&
             unattacked<Them>(walk, position, occupied ^ Bitboard(king)) == walk;
    }
    case Move::Kind::EnPassant:
      return move == Move::en_passant(from, to) && is_pawn && position.en_passant_capture() == to &&
             pawn_attacks(Us, from).contains(to) && position.en_passant_is_safe(from);
    case Move::Kind::Promotion:
      if (!is_pawn || rank_of(to) != relative(Us, Rank::R8)) return false;
      break;
    case Move::Kind::Normal:
      if (move != Move::normal(from, to)) return false;
      if (is_pawn && rank_of(to) == relative(Us, Rank::R8)) return false;
      break;
  }

  const Bitboard targets =
      is_pawn ? pawn_targets(position, Us, from) : piece_attacks(mover->type(), from, occupied);
  if (!targets.contains(to) || position.pieces(Us).contains(to)) return false;

  if (from == king) return !position.is_attacked(to, Them, occupied ^ Bitboard(king));
  const auto [checkers, pinned] = lines;
  if (checkers.many()) return false;
  if (checkers.any() && !(between(king, checkers.first()) | checkers).contains(to)) return false;
  return !pinned.contains(from) || line(king, from).contains(to);
}

}  // namespace

bool is_legal(const Position& position, const KingLines& lines, Move move) {
  return position.side_to_move() == Color::White
             ? is_legal_for<Color::White>(position, lines, move)
             : is_legal_for<Color::Black>(position, lines, move);
}

CheckLines check_lines(const Position& position) {
  const Color us = position.side_to_move();
  const Square king = position.king(!us);
  const Bitboard occupied = position.occupied();
  const Bitboard own = position.pieces(us);
  const Bitboard diagonal = bishop_attacks(king, occupied);
  const Bitboard straight = rook_attacks(king, occupied);
  // In the order of PieceType; a king attacks no king.
  CheckLines lines{.squares = {pawn_attacks(!us, king), knight_attacks(king), diagonal, straight,
                               diagonal | straight, Bitboard()},
                   .screens = {}};
  const Bitboard snipers =
      own &
      ((rook_lines(king) & ~straight & position.pieces(PieceType::Rook, PieceType::Queen)) |
       (bishop_lines(king) & ~diagonal & position.pieces(PieceType::Bishop, PieceType::Queen)));
  for (Square sniper : snipers) {
    const Bitboard screens = between(king, sniper) & occupied;
    if (!screens.many()) lines.screens |= screens & own;
  }
  return lines;
}

namespace {

// Of moves that change more than two squares, or the piece.
bool special_gives_check(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const Square from = move.from();
  const Square target = position.king(!us);

  // The board after the move, as far as lines to the king are concerned.
  Square landing = move.to();
  PieceType type = position.piece_at(from)->type();
  Bitboard occupied = position.occupied() ^ Bitboard(from);
  if (move.kind() == Move::Kind::Castling) {
    // Only the rook can give check: the king's own step uncovers nothing but the back rank,
    // and there the rook is next to it.
    const Wing wing = wing_of(from, move.to());
    occupied ^= Bitboard(move.to());
    occupied |= Bitboard(king_after_castling(us, wing));
    landing = rook_after_castling(us, wing);
    type = PieceType::Rook;
  } else if (move.kind() == Move::Kind::EnPassant) {
    occupied ^= Bitboard(landing - pawn_step(us));
  } else if (const auto promoted = move.promotes_to()) {
    type = *promoted;
  }
  occupied |= Bitboard(landing);

  const Bitboard direct =
      type == PieceType::Pawn ? pawn_attacks(us, landing) : piece_attacks(type, landing, occupied);
  if (direct.contains(target)) return true;

  const Bitboard stayed = position.pieces(us) & ~Bitboard(from) & ~Bitboard(move.to());
  const Bitboard diagonal = stayed & position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = stayed & position.pieces(PieceType::Rook, PieceType::Queen);
  return bishop_attacks(target, occupied).meets(diagonal) ||
         rook_attacks(target, occupied).meets(straight);
}

}  // namespace

bool gives_check(const Position& position, const CheckLines& lines, Move move) {
  if (move.kind() != Move::Kind::Normal) return special_gives_check(position, move);
  const Square from = move.from();
  if (lines.squares[static_cast<std::size_t>(position.piece_at(from)->type())].contains(move.to()))
    return true;
  return lines.screens.contains(from) &&
         !line(from, move.to()).contains(position.king(!position.side_to_move()));
}

}  // namespace tabiya
