// Training told to whoever sits before the terminal, and to the log.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/progress.h"
#include "train/az/training.h"

namespace tabiya {

class TerminalWatcher : public AzWatcher {
 public:
  explicit TerminalWatcher(const AzSettings&);

  void after_step(const Moment&) override;
  void after_interval(const std::vector<AzRow>&) override;
  void note(std::string_view) override;

 private:
  void write(const std::filesystem::path&, const std::string& text);

  AzSettings settings_;
  std::optional<Progress> progress_;  // begins with the first step
  std::uint64_t first_step_ = 0;      // of this process: time is told for what is done by it
  double positions_per_second_ = 0;
  double waiting_ = 0;
  std::string last_complaint_;  // what is wrong with the log is said once
};

}  // namespace tabiya
