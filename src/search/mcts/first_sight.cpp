#include "search/mcts/first_sight.h"

#include <algorithm>
#include <array>
#include <limits>

#include "chess/movegen.h"

namespace tabiya {
namespace {

constexpr int kMate = 1000;

int worth(PieceType type) {
  constexpr std::array values{1, 3, 3, 5, 9, 0};  // a king is never taken
  return values[static_cast<std::size_t>(type)];
}

// What the move takes and what a pawn becomes.
int gain(const Position& position, Move move) {
  int gain = 0;
  if (move.kind() == Move::Kind::EnPassant) gain = worth(PieceType::Pawn);
  // Castling ends on a rook of one's own.
  if (const auto taken = position.piece_at(move.to());
      taken && taken->color() != position.side_to_move())
    gain = worth(taken->type());
  if (const auto promoted = move.promotes_to()) gain += worth(*promoted) - worth(PieceType::Pawn);
  return gain;
}

// The most the player to move can win by one move, if what it takes with may be taken back.
int best_gain(const Position& position) {
  int best = 0;
  MoveList moves;
  legal_captures_and_promotions(position, moves);
  for (const Move move : moves) {
    int gained = gain(position, move);
    const Bitboard left = position.occupied() ^ Bitboard(move.from());
    if (position.is_attacked(move.to(), !position.side_to_move(), left))
      gained -= worth(move.promotes_to().value_or(position.piece_at(move.from())->type()));
    best = std::max(best, gained);
  }
  return best;
}

}  // namespace

Move move_at_first_sight(const Position& position, std::span<const Move> moves) {
  Move best = moves.front();
  int best_score = std::numeric_limits<int>::min();
  for (const Move move : moves) {
    const Position after = position.after(move);
    int score = gain(position, move) - best_gain(after);
    if (!has_legal_move(after)) score = after.in_check() ? kMate : 0;
    if (score > best_score) {
      best_score = score;
      best = move;
    }
  }
  return best;
}

}  // namespace tabiya
