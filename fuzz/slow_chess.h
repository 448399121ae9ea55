// The rules once more, as slowly and plainly as possible: a board of characters, moves by walking,
// legality by taking the king. Shares nothing with src/chess, so that the two can be compared.
//
// Squares are 0 to 63 as everywhere, pieces their FEN letters, and empty squares dots.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace tabiya::fuzz {

struct SlowBoard {
  std::array<char, 64> cells{};
  bool white_to_move = true;
  std::array<bool, 64> may_castle{};  // the rooks that still may
  int en_passant = -1;
};

inline bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
inline bool is_black(char piece) { return piece >= 'a' && piece <= 'z'; }
inline bool is_own(char piece, bool white) { return white ? is_white(piece) : is_black(piece); }
inline char own_piece(char letter, bool white) {
  return static_cast<char>(white ? std::toupper(letter) : letter);
}

// The square so many files and ranks away, or -1 beyond the edge.
inline int neighbour(int square, int files, int ranks) {
  const int file = square % 8 + files;
  const int rank = square / 8 + ranks;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

struct Step {
  int files, ranks;
};
inline constexpr std::array<Step, 8> kKingSteps{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<Step, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

// Does a piece of this colour attack the square?
inline bool slow_attacked(const SlowBoard& board, int square, bool by_white) {
  const auto has = [&](int at, std::string_view letters) {
    if (at < 0) return false;
    for (char letter : letters)
      if (board.cells[at] == own_piece(letter, by_white)) return true;
    return false;
  };
  for (const Step& step : kKnightSteps)
    if (has(neighbour(square, step.files, step.ranks), "n")) return true;
  for (const Step& step : kKingSteps) {
    int at = neighbour(square, step.files, step.ranks);
    if (has(at, "k")) return true;
    while (at >= 0 && board.cells[at] == '.') at = neighbour(at, step.files, step.ranks);
    if (has(at, step.files == 0 || step.ranks == 0 ? "rq" : "bq")) return true;
  }
  const int behind = by_white ? -1 : 1;  // where an attacking pawn comes from
  return has(neighbour(square, 1, behind), "p") || has(neighbour(square, -1, behind), "p");
}

inline int slow_king(const SlowBoard& board, bool white) {
  for (int square = 0; square < 64; ++square)
    if (board.cells[square] == own_piece('k', white)) return square;
  return -1;
}

// Every position that a legal move leads to.
class SlowMoves {
 public:
  explicit SlowMoves(const SlowBoard& board) : board_(board), white_(board.white_to_move) {
    for (int square = 0; square < 64; ++square)
      if (is_own(board_.cells[square], white_)) from(square);
  }
  std::vector<SlowBoard> after;

 private:
  void from(int square) {
    switch (std::tolower(board_.cells[square])) {
      case 'p':
        return pawn(square);
      case 'n':
        for (const Step& step : kKnightSteps) jump(square, step);
        return;
      case 'k':
        for (const Step& step : kKingSteps) jump(square, step);
        for (int rook = 0; rook < 64; ++rook)
          if (board_.may_castle[rook] && is_own(board_.cells[rook], white_)) castle(square, rook);
        return;
      default:
        slide(square);
    }
  }

  void jump(int square, Step step) {
    const int to = neighbour(square, step.files, step.ranks);
    if (to >= 0 && !is_own(board_.cells[to], white_)) move(square, to);
  }

  void slide(int square) {
    const int type = std::tolower(board_.cells[square]);
    for (const Step& step : kKingSteps) {
      const bool straight = step.files == 0 || step.ranks == 0;
      if ((type == 'r' && !straight) || (type == 'b' && straight)) continue;
      int to = neighbour(square, step.files, step.ranks);
      while (to >= 0 && board_.cells[to] == '.') {
        move(square, to);
        to = neighbour(to, step.files, step.ranks);
      }
      if (to >= 0 && is_own(board_.cells[to], !white_)) move(square, to);
    }
  }

  void pawn(int square) {
    const int ahead = white_ ? 1 : -1;
    const int one = neighbour(square, 0, ahead);
    if (board_.cells[one] == '.') {
      pawn_move(square, one);
      const int two = neighbour(one, 0, ahead);
      if (square / 8 == (white_ ? 1 : 6) && board_.cells[two] == '.') move(square, two, '\0', one);
    }
    for (int side : {-1, 1}) {
      const int to = neighbour(square, side, ahead);
      if (to < 0) continue;
      if (is_own(board_.cells[to], !white_)) pawn_move(square, to);
      if (to == board_.en_passant) {
        SlowBoard next = board_;
        next.cells[neighbour(to, 0, -ahead)] = '.';
        finish(next, square, to, '\0', -1);
      }
    }
  }

  void pawn_move(int square, int to) {
    if (to / 8 != 0 && to / 8 != 7) return move(square, to);
    for (char letter : std::string_view("nbrq")) move(square, to, letter);
  }

  void move(int square, int to, char promotion = '\0', int passed = -1) {
    SlowBoard next = board_;
    finish(next, square, to, promotion, passed);
  }

  void finish(SlowBoard& next, int square, int to, char promotion, int passed) {
    next.cells[to] = promotion == '\0' ? next.cells[square] : own_piece(promotion, white_);
    next.cells[square] = '.';
    next.may_castle[square] = next.may_castle[to] = false;
    if (std::tolower(board_.cells[square]) == 'k')
      for (int i = 0; i < 8; ++i) next.may_castle[(white_ ? 0 : 56) + i] = false;
    next.en_passant = passed;
    keep_if_legal(next);
  }

  void castle(int king, int rook) {
    const int row = white_ ? 0 : 56;
    const int king_to = row + (rook > king ? 6 : 2);
    const int rook_to = row + (rook > king ? 5 : 3);
    SlowBoard without = board_;
    without.cells[king] = '.';
    const int king_step = king_to > king ? 1 : -1;
    for (int at = king;; at += king_step) {
      if (at != king && at != rook && board_.cells[at] != '.') return;
      if (slow_attacked(without, at, !white_)) return;
      if (at == king_to) break;
    }
    const int rook_step = rook_to > rook ? 1 : -1;
    for (int at = rook;; at += rook_step) {
      if (at != king && at != rook && board_.cells[at] != '.') return;
      if (at == rook_to) break;
    }
    SlowBoard next = without;
    next.cells[rook] = '.';
    next.cells[king_to] = own_piece('k', white_);
    next.cells[rook_to] = own_piece('r', white_);
    for (int i = 0; i < 8; ++i) next.may_castle[row + i] = false;
    next.en_passant = -1;
    keep_if_legal(next);
  }

  void keep_if_legal(SlowBoard& next) {
    if (slow_attacked(next, slow_king(next, white_), !white_)) return;
    next.white_to_move = !white_;
    after.push_back(next);
  }

  const SlowBoard& board_;
  bool white_;
};

inline std::uint64_t slow_perft(const SlowBoard& board, int depth) {
  const SlowMoves moves(board);
  if (depth == 1) return moves.after.size();
  std::uint64_t nodes = 0;
  for (const SlowBoard& next : moves.after) nodes += slow_perft(next, depth - 1);
  return nodes;
}

}  // namespace tabiya::fuzz
