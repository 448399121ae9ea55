// Reading the reference files in tests/data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"

namespace tabiya::test {

// All lines but comments (#) and empty ones. A file that is missing fails the test run loudly.
std::vector<std::string> data_lines(const std::string& file);

std::vector<std::string> split(std::string_view text, char at);

// A position that must be right; throws otherwise.
Position position_of(std::string_view fen);

// The same position with colours exchanged and ranks mirrored.
Position mirrored(const Position&);

// A file of perft counts: "FEN ;D1 20 ;D2 400".
struct PerftLine {
  std::string fen;
  std::vector<std::pair<int, std::uint64_t>> counts;  // depth, nodes
};
std::vector<PerftLine> perft_lines(const std::string& file);

}  // namespace tabiya::test
