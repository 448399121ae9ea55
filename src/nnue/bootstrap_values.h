// What the bootstrap network gives, in centipawns: for a piece on a square, and for structure.
#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

// What a piece is worth on each square, in centipawns, in the middlegame and in the endgame.
//
// The figures are PeSTO's by Ronald Friederich, as published in the Chess Programming Wiki
// ("PeSTO's Evaluation Function"). As there, tables are written as one looks at the board: the
// first row is the eighth rank of the piece's owner.
namespace tabiya::piece_square {

using Table = std::array<int, kSquares>;

inline constexpr std::array<int, 6> kMiddlegameValues{82, 337, 365, 477, 1025, 0};
inline constexpr std::array<int, 6> kEndgameValues{94, 281, 297, 512, 936, 0};

// clang-format off
inline constexpr std::array<Table, 6> kMiddlegame{
    Table{   0,   0,   0,   0,   0,   0,   0,   0,
            98, 134,  61,  95,  68, 126,  34, -11,
            -6,   7,  26,  31,  65,  56,  25, -20,
           -14,  13,   6,  21,  23,  12,  17, -23,
           -27,  -2,  -5,  12,  17,   6,  10, -25,
           -26,  -4,  -4, -10,   3,   3,  33, -12,
           -35,  -1, -20, -23, -15,  24,  38, -22,
             0,   0,   0,   0,   0,   0,   0,   0},
    Table{-167, -89, -34, -49,  61, -97, -15,-107,
           -73, -41,  72,  36,  23,  62,   7, -17,
           -47,  60,  37,  65,  84, 129,  73,  44,
            -9,  17,  19,  53,  37,  69,  18,  22,
           -13,   4,  16,  13,  28,  19,  21,  -8,
           -23,  -9,  12,  10,  19,  17,  25, -16,
           -29, -53, -12,  -3,  -1,  18, -14, -19,
          -105, -21, -58, -33, -17, -28, -19, -23},
    Table{ -29,   4, -82, -37, -25, -42,   7,  -8,
           -26,  16, -18, -13,  30,  59,  18, -47,
           -16,  37,  43,  40,  35,  50,  37,  -2,
            -4,   5,  19,  50,  37,  37,   7,  -2,
            -6,  13,  13,  26,  34,  12,  10,   4,
             0,  15,  15,  15,  14,  27,  18,  10,
             4,  15,  16,   0,   7,  21,  33,   1,
           -33,  -3, -14, -21, -13, -12, -39, -21},
    Table{  32,  42,  32,  51,  63,   9,  31,  43,
            27,  32,  58,  62,  80,  67,  26,  44,
            -5,  19,  26,  36,  17,  45,  61,  16,
           -24, -11,   7,  26,  24,  35,  -8, -20,
           -36, -26, -12,  -1,   9,  -7,   6, -23,
           -45, -25, -16, -17,   3,   0,  -5, -33,
           -44, -16, -20,  -9,  -1,  11,  -6, -71,
           -19, -13,   1,  17,  16,   7, -37, -26},
    Table{ -28,   0,  29,  12,  59,  44,  43,  45,
           -24, -39,  -5,   1, -16,  57,  28,  54,
           -13, -17,   7,   8,  29,  56,  47,  57,
           -27, -27, -16, -16,  -1,  17,  -2,   1,
            -9, -26,  -9, -10,  -2,  -4,   3,  -3,
           -14,   2, -11,  -2,  -5,   2,  14,   5,
           -35,  -8,  11,   2,   8,  15,  -3,   1,
            -1, -18,  -9,  10, -15, -25, -31, -50},
    Table{ -65,  23,  16, -15, -56, -34,   2,  13,
            29,  -1, -20,  -7,  -8,  -4, -38, -29,
            -9,  24,   2, -16, -20,   6,  22, -22,
           -17, -20, -12, -27, -30, -25, -14, -36,
           -49,  -1, -27, -39, -46, -44, -33, -51,
           -14, -14, -22, -46, -44, -30, -15, -27,
             1,   7,  -8, -64, -43, -16,   9,   8,
           -15,  36,  12, -54,   8, -28,  24,  14}};

inline constexpr std::array<Table, 6> kEndgame{
    Table{   0,   0,   0,   0,   0,   0,   0,   0,
           178, 173, 158, 134, 147, 132, 165, 187,
            94, 100,  85,  67,  56,  53,  82,  84,
            32,  24,  13,   5,  -2,   4,  17,  17,
            13,   9,  -3,  -7,  -7,  -8,   3,  -1,
             4,   7,  -6,   1,   0,  -5,  -1,  -8,
            13,   8,   8,  10,  13,   0,   2,  -7,
             0,   0,   0,   0,   0,   0,   0,   0},
    Table{ -58, -38, -13, -28, -31, -27, -63, -99,
           -25,  -8, -25,  -2,  -9, -25, -24, -52,
           -24, -20,  10,   9,  -1,  -9, -19, -41,
           -17,   3,  22,  22,  22,  11,   8, -18,
           -18,  -6,  16,  25,  16,  17,   4, -18,
           -23,  -3,  -1,  15,  10,  -3, -20, -22,
           -42, -20, -10,  -5,  -2, -20, -23, -44,
           -29, -51, -23, -15, -22, -18, -50, -64},
    Table{ -14, -21, -11,  -8,  -7,  -9, -17, -24,
            -8,  -4,   7, -12,  -3, -13,  -4, -14,
             2,  -8,   0,  -1,  -2,   6,   0,   4,
            -3,   9,  12,   9,  14,  10,   3,   2,
            -6,   3,  13,  19,   7,  10,  -3,  -9,
           -12,  -3,   8,  10,  13,   3,  -7, -15,
           -14, -18,  -7,  -1,   4,  -9, -15, -27,
           -23,  -9, -23,  -5,  -9, -16,  -5, -17},
    Table{  13,  10,  18,  15,  12,  12,   8,   5,
            11,  13,  13,  11,  -3,   3,   8,   3,
             7,   7,   7,   5,   4,  -3,  -5,  -3,
             4,   3,  13,   1,   2,   1,  -1,   2,
             3,   5,   8,   4,  -5,  -6,  -8, -11,
            -4,   0,  -5,  -1,  -7, -12,  -8, -16,
            -6,  -6,   0,   2,  -9,  -9, -11,  -3,
            -9,   2,   3,  -1,  -5, -13,   4, -20},
    Table{  -9,  22,  22,  27,  27,  19,  10,  20,
           -17,  20,  32,  41,  58,  25,  30,   0,
           -20,   6,   9,  49,  47,  35,  19,   9,
             3,  22,  24,  45,  57,  40,  57,  36,
           -18,  28,  19,  47,  31,  34,  39,  23,
           -16, -27,  15,   6,   9,  17,  10,   5,
           -22, -23, -30, -16, -16, -23, -36, -32,
           -33, -28, -22, -43,  -5, -32, -20, -41},
    Table{ -74, -35, -18, -18, -11,  15,   4, -17,
           -12,  17,  14,  17,  17,  38,  23,  11,
            10,  17,  23,  15,  20,  45,  44,  13,
            -8,  22,  24,  27,  26,  33,  26,   3,
           -18,  -4,  21,  24,  27,  23,   9, -11,
           -19,  -3,  11,  21,  23,  16,   7,  -9,
           -27, -11,   4,  13,  14,   4,  -5, -17,
           -53, -34, -21, -11, -28, -14, -24, -43}};
// clang-format on

// Of a piece as its owner sees the square: a1 is the owner's own corner.
constexpr int middlegame(PieceType type, Square square) {
  const auto t = static_cast<std::size_t>(type);
  return kMiddlegameValues[t] + kMiddlegame[t][static_cast<std::size_t>(mirrored(square))];
}
constexpr int endgame(PieceType type, Square square) {
  const auto t = static_cast<std::size_t>(type);
  return kEndgameValues[t] + kEndgame[t][static_cast<std::size_t>(mirrored(square))];
}

// How much a piece makes the game a middlegame. All pieces of both sides at the start: 24.
constexpr int phase(PieceType type) {
  constexpr std::array<int, 6> phases{0, 1, 1, 2, 4, 0};
  return phases[static_cast<std::size_t>(type)];
}
inline constexpr int kFullPhase = 24;

}  // namespace tabiya::piece_square

// Values of the usual sizes, then moved towards what a regression over 6,000 quick games of the
// network against itself found, as far as matches confirmed it.
namespace tabiya::structure {

inline constexpr int kBishopPair = 22;  // for each bishop beyond the first
inline constexpr int kIsolated = -8;    // for each such pawn
inline constexpr int kDoubled = -14;    // for each pawn beyond the first on a file
inline constexpr int kRookHalfOpen = 14;
inline constexpr int kRookOpen = 14;       // more than half open
inline constexpr int kRookOnSeventh = 18;  // with the opponent's king on the eighth
inline constexpr int kTrappedRook = -35;
inline constexpr int kPawnAttack = 14;  // on an officer, for each such pawn

// From the third rank to the seventh.
inline constexpr std::array<int, 5> kOutpost{0, 12, 16, 10, 0};  // for each pawn that guards it
inline constexpr std::array<int, 5> kGuardedPawn{4, 3, 4, 8, 0};
inline constexpr std::array<int, 5> kSideBySide{2, 6, 12, 12, 0};

// A passed pawn counts kPassed times, in 48ths of a centipawn, what is left between 0 and 255 of:
// the base, less phase, plus the distance of the opponent's king from the square before the pawn,
// less that of the own king, less if an officer or the king of the opponent stands there.
inline constexpr std::array<int, 5> kPassed{4, 8, 13, 18, 10};
inline constexpr int kPassedBase = 160;
inline constexpr int kPassedPhase = 5;
inline constexpr int kPassedKingFar = 12;
inline constexpr int kPassedKingNear = 8;
inline constexpr int kPassedBlocked = 80;

// What a shelter pawn on its second, third or fourth rank takes off the 48 of each queen.
inline constexpr std::array<int, 3> kShelterPawn{48, 32, 16};

struct Shelter {
  Bitboard king;  // squares of a king that wants it
  File file;
  int value;  // for a pawn that is missing while the opponent has one queen
};

// a1, b1, c1, a2, b2 and the same on the other wing.
inline constexpr Bitboard kQueenside{0x0307};
inline constexpr Bitboard kKingside{0xC0E0};

inline constexpr std::array<Shelter, 6> kShelters{{{kQueenside, File::A, -2},
                                                   {kQueenside, File::B, -6},
                                                   {kQueenside, File::C, -2},
                                                   {kKingside, File::F, -2},
                                                   {kKingside, File::G, -6},
                                                   {kKingside, File::H, -2}}};

struct Trap {
  Bitboard king;
  Bitboard rooks;
};
inline constexpr Trap kKingsideTrap{Bitboard(Square::F1) | Bitboard(Square::G1),
                                    Bitboard(Square::G1) | Bitboard(Square::H1)};
inline constexpr Trap kQueensideTrap{Bitboard(Square::B1) | Bitboard(Square::C1),
                                     Bitboard(Square::A1) | Bitboard(Square::B1)};

}  // namespace tabiya::structure
