// What is drawn of a run, and the numbers of it for other programs.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "loop/generation.h"

namespace tabiya {

// elo.svg and generations.csv in the folder of the run.
Result<void> write_chart(const std::filesystem::path& run, const std::vector<Generation>&);

}  // namespace tabiya
