// The options of `tabiya train nnue`.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "dataset/position_reader.h"
#include "train/nnue/training_settings.h"

namespace tabiya {

struct TrainNnueOptions {
  std::vector<std::string> data;
  std::string output;
  std::string from;
  std::string name;
  TrainingSettings settings;
  PositionFilter filter{.mirror = true};
  double epochs = 10;
  double validation_percent = 5;
  std::size_t held_out = 65'536;
  std::uint64_t steps_per_checkpoint = 1000;
  std::uint64_t steps_per_row = 0;
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  bool restart = false;
};

// Adds them to the command. They must live as long as the command.
void add_train_nnue_options(CLI::App& command, TrainNnueOptions&);

}  // namespace tabiya
