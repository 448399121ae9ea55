// What the bootstrap network gives for structure, in centipawns.
//
// Values of the usual sizes, then moved towards what a regression over 6,000 quick games of the
// network against itself found, as far as matches confirmed it.
#pragma once

#include <array>

#include "chess/bitboard.h"
#include "chess/square.h"

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
