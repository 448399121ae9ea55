#include "encode/policy_index.h"

#include <cassert>

#include "chess/move.h"
#include "chess/movegen.h"

namespace tabiya {

namespace {

constexpr int kFromTo = kSquares * kSquares;
constexpr int kDirections = 3;
constexpr int kOfPiece = 8 * kDirections;

static_assert(kFromTo + 3 * kOfPiece == kPolicySize);

constexpr int file_step(Square from, Square to) {
  return index(file_of(to)) - index(file_of(from));
}

constexpr bool is_standard_castling(Square king, Square rook) {
  return file_of(king) == File::E && (file_of(rook) == File::A || file_of(rook) == File::H);
}

// The square that the index names as the move's end.
constexpr Square written_end(Move move, Color mover, Variant variant) {
  if (move.kind() != Move::Kind::Castling) return move.to();
  if (variant == Variant::Chess960 || !is_standard_castling(move.from(), move.to()))
    return move.to();
  return king_after_castling(mover, wing_of(move.from(), move.to()));
}

}  // namespace

int policy_index(Move move, Color mover, Variant variant) {
  const Square from = relative(mover, move.from());
  const Square to = relative(mover, written_end(move, mover, variant));
  const auto promotion = move.promotes_to();
  if (!promotion || *promotion == PieceType::Queen) return index(from) * kSquares + index(to);
  return kFromTo + (index(*promotion) - index(PieceType::Knight)) * kOfPiece +
         index(file_of(from)) * kDirections + file_step(from, to) + 1;
}

std::optional<Move> move_of_policy_index(int index, const Position& position, Variant variant) {
  for (const Move move : legal_moves(position))
    if (policy_index(move, position.side_to_move(), variant) == index) return move;
  return std::nullopt;
}

PolicyMeaning meaning_of_policy_index(int number, Color mover) {
  assert(number >= 0 && number < kPolicySize);
  if (number < kFromTo)
    return {.from = relative(mover, square_at(number / kSquares)),
            .to = relative(mover, square_at(number % kSquares)),
            .underpromotion = std::nullopt};
  const int rest = number - kFromTo;
  const auto piece = static_cast<PieceType>(index(PieceType::Knight) + rest / kOfPiece);
  const int file = rest % kOfPiece / kDirections;
  const int to_file = file + rest % kDirections - 1;
  PolicyMeaning meaning{
      .from = relative(mover, square_at(static_cast<File>(file), Rank::R7)),
      .to = std::nullopt,
      .underpromotion = piece,
  };
  if (to_file >= 0 && to_file < 8)
    meaning.to = relative(mover, square_at(static_cast<File>(to_file), Rank::R8));
  return meaning;
}

}  // namespace tabiya
