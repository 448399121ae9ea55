// The board's coordinates: files, ranks and squares.
//
// a1 = 0, b1 = 1, … h1 = 7, a2 = 8, … h8 = 63: the numbering of every table, file
// format and tensor in this program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tabiya {

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };

// clang-format off
enum class Square : std::uint8_t {
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
};
// clang-format on

inline constexpr int kSquares = 64;

constexpr int index(File file) { return static_cast<int>(file); }
constexpr int index(Rank rank) { return static_cast<int>(rank); }
constexpr int index(Square square) { return static_cast<int>(square); }

// The square with this index. Precondition: 0 <= i < 64.
constexpr Square square_at(int i) { return static_cast<Square>(i); }
constexpr Square square_at(File file, Rank rank) {
  return square_at(index(rank) * 8 + index(file));
}

constexpr File file_of(Square square) { return static_cast<File>(index(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index(square) >> 3); }

// The square `step` further on in the numbering; the caller knows that it is on the board.
constexpr Square operator+(Square square, int step) { return square_at(index(square) + step); }
constexpr Square operator-(Square square, int step) { return square_at(index(square) - step); }

// The same file, ranks counted from the other side: a1 ⇄ a8.
constexpr Square mirrored(Square square) { return square_at(index(square) ^ 56); }

constexpr bool is_light(Square square) {
  return (index(file_of(square)) + index(rank_of(square))) % 2 == 1;
}

inline std::string to_string(Square square) {
  return {static_cast<char>('a' + index(file_of(square))),
          static_cast<char>('1' + index(rank_of(square)))};
}

constexpr std::optional<File> file_from(char letter) {
  if (letter < 'a' || letter > 'h') return std::nullopt;
  return static_cast<File>(letter - 'a');
}

constexpr std::optional<Rank> rank_from(char digit) {
  if (digit < '1' || digit > '8') return std::nullopt;
  return static_cast<Rank>(digit - '1');
}

// "e4" and nothing else.
constexpr std::optional<Square> square_from(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const auto file = file_from(text[0]);
  const auto rank = rank_from(text[1]);
  if (!file || !rank) return std::nullopt;
  return square_at(*file, *rank);
}

}  // namespace tabiya
