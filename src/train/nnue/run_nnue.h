// All of `tabiya train nnue` but its options: from games to a network file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "dataset/position_reader.h"
#include "train/nnue/training.h"

namespace tabiya {

struct NnueRun {
  std::vector<std::string> data;  // files and folders of games
  std::string output;
  std::string from;                       // a network to begin with; empty: random weights
  std::string name;                       // empty: from the file's
  TrainingSettings settings;              // without steps: by epochs
  PositionFilter filter{.mirror = true};  // mirrored only for networks with plain inputs
  bool cache = true;                      // packed positions beside the games
  double epochs = 10;
  double validation_percent = 5;
  std::size_t held_out = 65'536;
  std::uint64_t steps_per_checkpoint = 1000;
  std::uint64_t steps_per_row = 0;  // 0: 20 to 400 rows in all
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  bool restart = false;
};

// The network to begin with. One from a file brings settings of its own. The error says what
// speaks against learning with it.
Result<FloatNetwork> first_network(const NnueRun&, TrainingSettings&);

// What happens is told on standard output and standard error. False if it was stopped.
Result<bool> run_nnue(NnueRun, const std::function<bool()>& stop);

}  // namespace tabiya
