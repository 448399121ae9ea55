#include "chess/setup.h"

namespace tabiya {

std::string SetupError::message() const {
  const std::string side(name(color));
  switch (kind) {
    case Kind::NoKing:
      return side + " has no king";
    case Kind::SeveralKings:
      return side + " has more than one king";
    case Kind::PawnOnBackRank:
      return "a pawn cannot stand on " + to_string(square);
    case Kind::TooManyPawns:
      return side + " has more than 8 pawns";
    case Kind::TooManyPieces:
      return side + " has more than 16 pieces";
    case Kind::OpponentInCheck:
      return side + " is in check, but it is not " + side + "'s turn";
    case Kind::CastlingRook:
      return "no " + side + " rook on " + to_string(square) + " to castle with";
    case Kind::CastlingKing:
      return side + "'s king is not on its back rank, so it cannot castle";
    case Kind::CastlingWing:
      return side + " cannot castle with two rooks on the same side of the king";
    case Kind::EnPassantRank:
      return to_string(square) + " is not on rank " + (color == Color::White ? "6" : "3") +
             ", where " + side + " captures en passant";
    case Kind::EnPassantOccupied:
      return "no pawn can have passed: " + to_string(square) + " is occupied";
    case Kind::EnPassantPawn:
      return "no pawn can have passed: there is no " + std::string(name(!color)) + " pawn on " +
             to_string(square);
  }
  __builtin_unreachable();
}

}  // namespace tabiya
