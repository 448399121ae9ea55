#include "chess/material.h"

namespace tabiya {

namespace {

bool on_one_square_color(Bitboard pieces) {
  return !pieces.meets(kLightSquares) || !pieces.meets(kDarkSquares);
}

}  // namespace

bool is_insufficient_material(const Position& position) {
  const Bitboard kings = position.pieces(PieceType::King);
  const Bitboard knights = position.pieces(PieceType::Knight);
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  const Bitboard others = position.occupied() ^ kings;
  if (others == knights) return !knights.many();
  return others == bishops && on_one_square_color(bishops);
}

bool can_mate(const Position& position, Color side) {
  const Bitboard own = position.pieces(side);
  const Bitboard theirs = position.pieces(!side);
  const auto has = [&](Bitboard set, PieceType type) { return set.meets(position.pieces(type)); };

  if (has(own, PieceType::Pawn) || has(own, PieceType::Rook) || has(own, PieceType::Queen))
    return true;
  if (has(own, PieceType::Knight)) {
    // A knight with any help mates. Alone it needs an enemy piece that takes a flight square
    // from its own king; a queen there would rather capture the knight or interpose.
    const Bitboard helpers =
        theirs & ~position.pieces(PieceType::King) & ~position.pieces(PieceType::Queen);
    return own.count() > 2 || helpers.any();
  }
  if (has(own, PieceType::Bishop)) {
    // Bishops of one colour never attack the other colour's flight squares; a pawn, a knight
    // or a bishop of the other colour has to block them, on either side.
    return !on_one_square_color(position.pieces(PieceType::Bishop)) ||
           position.pieces(PieceType::Pawn, PieceType::Knight).any();
  }
  return false;
}

}  // namespace tabiya
