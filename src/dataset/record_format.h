// Numbers of the record of a game that writing and reading share; docs/data.md tells it in words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/outcome.h"

namespace tabiya::record {

// The first byte.
inline constexpr std::uint8_t kStartMask = 3;  // 0 standard, 1 a Chess960 number, 2 FEN
inline constexpr std::uint8_t kStartStandard = 0;
inline constexpr std::uint8_t kStartNumber = 1;
inline constexpr std::uint8_t kStartFen = 2;
inline constexpr std::uint8_t kChess960 = 4;
inline constexpr int kResultShift = 3;  // 0 none, 1 White won, 2 Black won, 3 a draw
inline constexpr std::uint8_t kEndingTold = 32;
inline constexpr std::uint8_t kFinalScore = 64;

// What is kept of each move of a run.
inline constexpr std::uint8_t kScore = 1;
inline constexpr std::uint8_t kChances = 2;
inline constexpr std::uint8_t kVisits = 4;

// Limits, so that no file can ask for more than a game may need. The longest game that the rules
// allow has 17,697 half-moves.
inline constexpr std::size_t kMostPlies = 20000;
inline constexpr std::size_t kLongestPlayers = 1000;
inline constexpr std::size_t kLongestFen = 120;
inline constexpr std::size_t kLongestRecord = std::size_t{4} << 20;
inline constexpr int kWholeChance = 10000;

// Endings by their number in files, whatever order the program has them in.
inline constexpr std::array kEndings = {
    Ending::Checkmate,          Ending::Stalemate,           Ending::InsufficientMaterial,
    Ending::FiftyMoves,         Ending::ThreefoldRepetition, Ending::SeventyFiveMoves,
    Ending::FivefoldRepetition, Ending::Agreement,           Ending::Resignation,
    Ending::TimeForfeit,
};

}  // namespace tabiya::record
