#include "search/alphabeta/exchange.h"

namespace tabiya {

bool exchange_wins(const Position& position, Move move, Value at_least) {
  if (move.kind() != Move::Kind::Normal) return at_least <= 0;

  const Square from = move.from();
  const Square to = move.to();
  const auto captured = position.piece_at(to);

  // The balance for the player who has just moved, relative to the wanted value: first as if the
  // capturing piece were safe, then as if it were lost.
  Value balance = (captured ? piece_value(captured->type()) : 0) - at_least;
  if (balance < 0) return false;
  balance = piece_value(position.piece_at(from)->type()) - balance;
  if (balance <= 0) return true;

  const Bitboard diagonal = position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = position.pieces(PieceType::Rook, PieceType::Queen);
  Bitboard occupied = position.occupied() ^ Bitboard(from) ^ Bitboard(to);
  Bitboard attackers = position.attackers(to, occupied);
  Color side = position.side_to_move();
  bool wins = true;

  for (;;) {
    side = !side;
    attackers &= occupied;
    const Bitboard own = attackers & position.pieces(side);
    if (own.empty()) break;
    wins = !wins;

    PieceType type = PieceType::Pawn;
    while (!own.meets(position.pieces(type))) type = static_cast<PieceType>(index(type) + 1);
    // A king captures only what is not defended.
    if (type == PieceType::King) {
      return (attackers & ~position.pieces(side)).any() ? !wins : wins;
    }
    balance = piece_value(type) - balance;
    if (balance < int{wins}) break;

    occupied ^= Bitboard((own & position.pieces(type)).first());
    if (type == PieceType::Pawn || type == PieceType::Bishop || type == PieceType::Queen)
      attackers |= bishop_attacks(to, occupied) & diagonal;
    if (type == PieceType::Rook || type == PieceType::Queen)
      attackers |= rook_attacks(to, occupied) & straight;
  }
  return wins;
}

}  // namespace tabiya
