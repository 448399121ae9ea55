// The encoding again, slowly: cell by cell from the tables of docs/encoding.md, through the texts
// of FEN and UCI instead of bitboards and moves, so that it shares no code with the fast one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "notation/fen.h"

namespace tabiya::test {

// The six fields of a FEN.
inline std::vector<std::string> fields_of(const Position& position) {
  std::vector<std::string> fields(1);
  for (const char c : to_fen(position, {.en_passant = FenStyle::EnPassant::IfLegal,
                                        .castling = FenStyle::Castling::Shredder})) {
    if (c == ' ')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

// The letter on a square, '.' if it is empty; rank and file from 0.
inline char letter_at(const std::string& placement, int rank, int file) {
  int r = 7;
  int f = 0;
  for (const char c : placement) {
    if (c == '/') {
      --r;
      f = 0;
    } else if (c >= '1' && c <= '8') {
      if (r == rank && file >= f && file < f + (c - '0')) return '.';
      f += c - '0';
    } else {
      if (r == rank && f == file) return c;
      ++f;
    }
  }
  return '.';
}

// How many positions of the game up to this one are the same: placement, side to move, castling
// rights and possible en-passant capture.
inline int slow_occurrences(const Game& game, std::size_t ply) {
  const auto now = fields_of(game.position_at(ply));
  int count = 0;
  for (std::size_t i = 0; i <= ply; ++i) {
    const auto then = fields_of(game.position_at(i));
    if (then[0] == now[0] && then[1] == now[1] && then[2] == now[2] && then[3] == now[3]) ++count;
  }
  return count;
}

// A castling right in Shredder-FEN: a letter of the colour's case, on the wing's side of the king.
inline bool slow_right(const Position& position, bool white, bool kingside) {
  const auto fields = fields_of(position);
  int king_file = 0;
  for (int file = 0; file < 8; ++file)
    if (letter_at(fields[0], white ? 0 : 7, file) == (white ? 'K' : 'k')) king_file = file;
  for (const char c : fields[2]) {
    if (c == '-' || (c >= 'A' && c <= 'H') != white) continue;
    const int rook_file = c - (white ? 'A' : 'a');
    if ((rook_file > king_file) == kingside) return true;
  }
  return false;
}

inline std::vector<float> slow_planes(const Game& game, int history_steps) {
  const auto present = fields_of(game.position());
  const bool white = present[1] == "w";
  const std::string own = white ? "PNBRQK" : "pnbrqk";
  const std::string theirs = white ? "pnbrqk" : "PNBRQK";

  std::vector<float> out(static_cast<std::size_t>((14 * history_steps + 7) * 64), 0.0F);
  const auto cell = [&](int plane, int row, int column) -> float& {
    return out.at(static_cast<std::size_t>((plane * 8 + row) * 8 + column));
  };
  const auto fill = [&](int plane, float value) {
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column) cell(plane, row, column) = value;
  };
  for (int step = 0; step < history_steps; ++step) {
    if (static_cast<std::size_t>(step) > game.length()) break;
    const std::size_t ply = game.length() - static_cast<std::size_t>(step);
    const std::string placement = fields_of(game.position_at(ply))[0];
    for (int row = 0; row < 8; ++row) {
      for (int column = 0; column < 8; ++column) {
        const char piece = letter_at(placement, white ? row : 7 - row, column);
        if (const auto type = own.find(piece); type != std::string::npos)
          cell(14 * step + static_cast<int>(type), row, column) = 1;
        if (const auto type = theirs.find(piece); type != std::string::npos)
          cell(14 * step + 6 + static_cast<int>(type), row, column) = 1;
      }
    }
    const int occurrences = slow_occurrences(game, ply);
    if (occurrences >= 2) fill(14 * step + 12, 1);
    if (occurrences >= 3) fill(14 * step + 13, 1);
  }
  const int base = 14 * history_steps;
  const Position& position = game.position();
  if (slow_right(position, white, false)) fill(base + 0, 1);
  if (slow_right(position, white, true)) fill(base + 1, 1);
  if (slow_right(position, !white, false)) fill(base + 2, 1);
  if (slow_right(position, !white, true)) fill(base + 3, 1);
  fill(base + 4, std::stof(present[4]));
  fill(base + 5, std::stof(present[5]));
  return out;
}

// From the move as UCI writes it: e2e4, e7e8n, castling e1g1 or (Chess960) e1h1.
inline int slow_policy_index(const std::string& uci, bool white) {
  const int from_file = uci[0] - 'a';
  const int to_file = uci[2] - 'a';
  const int from_rank = white ? uci[1] - '1' : '8' - uci[1];
  const int to_rank = white ? uci[3] - '1' : '8' - uci[3];
  const char into = uci.size() > 4 ? uci[4] : 'q';
  if (into == 'q') return (from_rank * 8 + from_file) * 64 + to_rank * 8 + to_file;
  const int piece = into == 'n' ? 0 : into == 'b' ? 1 : 2;
  return 4096 + piece * 24 + from_file * 3 + (to_file - from_file + 1);
}

}  // namespace tabiya::test
