// How a run stands, for people: sentences and tables.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "loop/generation.h"

namespace tabiya {

// "Generation 3: +41 ± 22 Elo over generation 2 (+80 =101 -19), promoted"
std::string verdict(const Generation&);

// "Generation 3: -120 ± 45 Elo over toga (+10 =12 -38)"
std::string opponent_verdict(const Generation&, const OpponentMatch&);

// A line for each generation, and one on top; then the same for opponents that never change.
std::string status_table(const std::vector<Generation>&);

// How far the next generation is, a line; nothing if it has not begun.
std::string unfinished_text(const std::filesystem::path& run, const std::vector<Generation>&);

}  // namespace tabiya
