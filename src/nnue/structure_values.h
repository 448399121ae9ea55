// What the bootstrap network gives for structure, in centipawns. Values of the usual sizes.
#pragma once

#include <array>

#include "chess/bitboard.h"
#include "chess/square.h"

namespace tabiya::structure {

inline constexpr int kBishopPair = 30;  // for each bishop beyond the first
inline constexpr int kIsolated = -11;   // for each such pawn
inline constexpr int kDoubled = -9;     // for each pawn beyond the first on a file
inline constexpr int kRookHalfOpen = 10;
inline constexpr int kRookOpen = 12;       // more than half open
inline constexpr int kRookOnSeventh = 12;  // with the opponent's king on the eighth
inline constexpr int kTrappedRook = -25;
inline constexpr int kPawnAttack = 18;  // on an officer, for each such pawn

// From the third rank to the seventh.
inline constexpr std::array<int, 5> kOutpost{0, 8, 12, 12, 0};  // for each pawn that guards it
inline constexpr std::array<int, 5> kGuardedPawn{5, 6, 9, 16, 0};
inline constexpr std::array<int, 5> kSideBySide{4, 7, 12, 20, 0};

// A passed pawn counts kPassed times, in 48ths of a centipawn, what is left between 0 and 255 of:
// the base, less phase, plus the distance of the opponent's king from the square before the pawn,
// less that of the own king, less if an officer or the king of the opponent stands there.
inline constexpr std::array<int, 5> kPassed{3, 6, 10, 14, 10};
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

inline constexpr std::array<Shelter, 6> kShelters{{{kQueenside, File::A, -10},
                                                   {kQueenside, File::B, -16},
                                                   {kQueenside, File::C, -8},
                                                   {kKingside, File::F, -8},
                                                   {kKingside, File::G, -16},
                                                   {kKingside, File::H, -10}}};

struct Trap {
  Bitboard king;
  Bitboard rooks;
};
inline constexpr Trap kKingsideTrap{Bitboard(Square::F1) | Bitboard(Square::G1),
                                    Bitboard(Square::G1) | Bitboard(Square::H1)};
inline constexpr Trap kQueensideTrap{Bitboard(Square::B1) | Bitboard(Square::C1),
                                     Bitboard(Square::A1) | Bitboard(Square::B1)};

}  // namespace tabiya::structure
