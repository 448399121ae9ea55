// How a run stands: a table, and a picture of Elo over generations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "loop/generation.h"

namespace tabiya {

// "Generation 3: +41 ± 22 Elo over generation 2 (+80 =101 -19), promoted"
std::string verdict(const Generation&);

// A line for each generation, and one on top.
std::string status_table(const std::vector<Generation>&);

// How far the next generation is, a line; nothing if it has not begun.
std::string unfinished_text(const std::filesystem::path& run, const std::vector<Generation>&);

// elo.svg and generations.csv in the folder of the run.
Result<void> write_chart(const std::filesystem::path& run, const std::vector<Generation>&);

}  // namespace tabiya
