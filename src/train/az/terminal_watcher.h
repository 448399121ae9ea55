// Training told to whoever sits before the terminal, and to the log.
#pragma once

#include <filesystem>
#include <string>

#include "base/progress.h"
#include "train/az/training.h"

namespace tabiya {

class TerminalWatcher : public TrainingWatcher {
 public:
  TerminalWatcher(std::filesystem::path log, std::uint64_t steps);

  void after_step(const Moment&) override;
  void after_interval(const std::vector<AzRow>&) override;
  void note(std::string_view) override;

 private:
  std::filesystem::path log_;
  Progress progress_;
  double positions_per_second_ = 0;
  double waiting_ = 0;
  std::string said_of_log_;  // what is wrong with the log is said once
};

}  // namespace tabiya
