// A training as the terminal shows it: a line of progress, some rows of the log, warnings.
#pragma once

#include <memory>
#include <string>

#include "base/progress.h"
#include "train/training.h"

namespace tabiya {

class TrainingTerminal : public TrainingWatcher {
 public:
  explicit TrainingTerminal(std::string command) : command_(std::move(command)) {}

  void began(std::uint64_t step, std::uint64_t steps) override;
  void after_step(const TrainingMoment&, const std::string& losses) override;
  void after_row(const TrainingMoment&, const std::string& row) override;
  void warn(const std::string& sentence) override;

 private:
  std::string command_;  // "tabiya train nnue"
  std::unique_ptr<Progress> progress_;
  std::uint64_t first_step_ = 0;  // of this run: the time left is told from what it has done
  std::uint64_t twentieths_shown_ = 0;
};

}  // namespace tabiya
