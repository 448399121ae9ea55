// What the bootstrap network computes, as one would write it without a network: slow and obvious.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "chess/position.h"
#include "nnue/bootstrap.h"
#include "nnue/bootstrap_values.h"
#include "support/data.h"

namespace tabiya::test {

class SlowEvaluation {
 public:
  explicit SlowEvaluation(const Position& position)
      : SlowEvaluation(position, mirrored(position)) {}

  // Outside of these the network's slices end. Positions with many queens.
  bool in_range() const {
    return std::abs(endgame_) <= 5100 && std::abs(difference_) <= 4 * 127 && phase_ <= 32;
  }

  // Centipawns from the side to move's view.
  int score() const { return (units_ + kTempo * 48) / 48; }

 private:
  // White's pieces on the first board, Black's on the other: both are then seen from below.
  SlowEvaluation(const Position& position, const Position& reversed) {
    const int sign = position.side_to_move() == Color::White ? 1 : -1;
    count_material(position, sign);
    count_material(reversed, -sign);
    phase_ /= 2;
    units_ += 48 * endgame_ + 2 * difference_ * std::min(phase_, 24);
    units_ += sign * (structure(position) - structure(reversed));
  }

  void count_material(const Position& board, int sign) {
    for (const Square square : board.occupied()) {
      const Piece piece = *board.piece_at(square);
      phase_ += piece_square::phase(piece.type());
      if (piece.color() == Color::Black) continue;
      const int endgame = piece_square::endgame(piece.type(), square);
      endgame_ += sign * endgame;
      difference_ += sign * (stepped_middlegame(piece.type(), square) - endgame);
    }
  }

  // One player's, who plays up the board: in 48ths of a centipawn.
  int structure(const Position& board) const {
    using namespace tabiya::structure;
    int centipawns = kBishopPair * beyond_first(count(board, Color::White, PieceType::Bishop));
    int fine = 0;
    for (int file = 0; file < 8; ++file) {
      const int pawns = pawns_on(board, Color::White, file);
      const int theirs = pawns_on(board, Color::Black, file);
      const int rooks = on_file(board, Color::White, PieceType::Rook, file);
      if (pawns_on(board, Color::White, file - 1) + pawns_on(board, Color::White, file + 1) == 0)
        centipawns += kIsolated * std::min(pawns, 5);
      centipawns += kDoubled * beyond_first(pawns);
      if (pawns == 0) centipawns += kRookHalfOpen * std::min(rooks, 5);
      if (pawns + theirs == 0) centipawns += kRookOpen * std::min(rooks, 5);
    }
    if (rank_of(board.king(Color::Black)) == Rank::R8) {
      int rooks = 0;
      for (int file = 0; file < 8; ++file)
        rooks += has(board, Color::White, PieceType::Rook, file, 6);
      centipawns += kRookOnSeventh * std::min(rooks, 5);
    }
    for (const Trap& trap : {kKingsideTrap, kQueensideTrap})
      if (trap.king.contains(board.king(Color::White)))
        centipawns +=
            kTrappedRook * (board.pieces(Color::White, PieceType::Rook) & trap.rooks).count();
    fine += shelter(board);
    for (int file = 0; file < 8; ++file)
      for (int rank = 2; rank <= 6; ++rank) {
        fine += passed(board, file, rank);
        centipawns += at_square(board, file, rank);
      }
    return 48 * centipawns + fine;
  }

  static int shelter(const Position& board) {
    using namespace tabiya::structure;
    int fine = 0;
    const int queens = count(board, Color::Black, PieceType::Queen);
    for (const Shelter& shelter : kShelters) {
      if (!shelter.king.contains(board.king(Color::White))) continue;
      int missing = 48 * queens;
      const int file = index(shelter.file);
      if (has(board, Color::White, PieceType::Pawn, file, 1)) missing -= kShelterPawn[0];
      if (has(board, Color::White, PieceType::Pawn, file, 2)) missing -= kShelterPawn[1];
      if (has(board, Color::White, PieceType::Pawn, file, 3)) missing -= kShelterPawn[2];
      fine += shelter.value * std::clamp(missing, 0, 255);
    }
    return fine;
  }

  int passed(const Position& board, int file, int rank) const {
    using namespace tabiya::structure;
    if (!has(board, Color::White, PieceType::Pawn, file, rank)) return 0;
    for (int above = rank + 1; above < 8; ++above) {
      if (has(board, Color::White, PieceType::Pawn, file, above)) return 0;
      for (const int near : {file - 1, file, file + 1})
        if (has(board, Color::Black, PieceType::Pawn, near, above)) return 0;
    }
    int value = kPassedBase - kPassedPhase * phase_ +
                kPassedKingFar * steps(board.king(Color::Black), file, rank + 1) -
                kPassedKingNear * steps(board.king(Color::White), file, rank + 1);
    const auto stop = board.piece_at(square_at(8 * (rank + 1) + file));
    if (stop && stop->color() == Color::Black) value -= kPassedBlocked;
    return kPassed[static_cast<std::size_t>(rank - 2)] * std::clamp(value, 0, 255);
  }

  // Outposts, pawns that guard each other or stand side by side, officers they attack.
  static int at_square(const Position& board, int file, int rank) {
    using namespace tabiya::structure;
    const auto of_rank = static_cast<std::size_t>(rank - 2);
    const int guards = has(board, Color::White, PieceType::Pawn, file - 1, rank - 1) +
                       has(board, Color::White, PieceType::Pawn, file + 1, rank - 1);
    int centipawns = 0;
    if (has(board, Color::White, PieceType::Pawn, file, rank) && rank <= 5) {
      centipawns += kGuardedPawn[of_rank] * guards;
      if (has(board, Color::White, PieceType::Pawn, file + 1, rank))
        centipawns += kSideBySide[of_rank];
    }
    if (rank < 3 || rank > 5) return centipawns;
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
      if (has(board, Color::Black, type, file, rank)) centipawns += kPawnAttack * guards;
    if (has(board, Color::White, PieceType::Knight, file, rank) && file >= 1 && file <= 6) {
      bool attackable = false;
      for (int above = rank + 1; above < 8; ++above)
        for (const int near : {file - 1, file + 1})
          attackable |= has(board, Color::Black, PieceType::Pawn, near, above);
      if (!attackable) centipawns += kOutpost[of_rank] * guards;
    }
    return centipawns;
  }

  static bool has(const Position& board, Color color, PieceType type, int file, int rank) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
    return board.piece_at(square_at(8 * rank + file)) == Piece(color, type);
  }
  static int on_file(const Position& board, Color color, PieceType type, int file) {
    int result = 0;
    for (int rank = 0; rank < 8; ++rank) result += has(board, color, type, file, rank);
    return result;
  }
  static int pawns_on(const Position& board, Color color, int file) {
    return on_file(board, color, PieceType::Pawn, file);
  }
  static int count(const Position& board, Color color, PieceType type) {
    return board.pieces(color, type).count();
  }
  static int beyond_first(int count) { return std::clamp(count - 1, 0, 5); }
  static int steps(Square from, int file, int rank) {
    return std::max(std::abs(index(file_of(from)) - file), std::abs(index(rank_of(from)) - rank));
  }

  int endgame_ = 0;
  int difference_ = 0;
  int phase_ = 0;
  int units_ = 0;
};

}  // namespace tabiya::test
