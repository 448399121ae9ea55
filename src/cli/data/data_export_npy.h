// Training games as arrays for NumPy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/result.h"

namespace tabiya {

struct NpyExport {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path folder;  // made if it is not there
  std::string what;              // planes, features or virgo
  std::uint64_t positions = 0;   // at most
  std::uint64_t seed = 0;
  int history = 8;
};

// Tells how many positions were written. Files that are not whole are not left behind.
Result<std::uint64_t> export_npy(const NpyExport&, const Interrupt&);

}  // namespace tabiya
