#include "train/terminal.h"

#include <fmt/format.h>

#include <cstdio>

namespace tabiya {

void TrainingTerminal::began(std::uint64_t step, std::uint64_t steps) {
  first_step_ = step;
  twentieths_shown_ = 20 * step / steps;
  if (step == steps) {
    fmt::print("This training was finished before\n");
  } else if (step > 0) {
    fmt::print("Going on from step {} of {}\n", step, steps);
  }
  (void)std::fflush(stdout);  // a full disk shows at the end, too
  progress_ = std::make_unique<Progress>("train", steps - step);
}

void TrainingTerminal::after_step(const TrainingMoment& now, const std::string& losses) {
  progress_->update(now.step - first_step_,
                    fmt::format("{}, rate {:.6f}, {:.0f} positions/s, {:.0f} % waiting for data",
                                losses, now.rate, now.positions_per_second, 100 * now.waiting));
}

// The log has every row; here twenty are enough.
void TrainingTerminal::after_row(const TrainingMoment& now, const std::string& row) {
  const std::uint64_t twentieths = 20 * now.step / now.steps;
  if (twentieths == twentieths_shown_) return;
  twentieths_shown_ = twentieths;
  progress_->clear();
  fmt::print("step {:>{}}   {}   rate {:.6f}   {:.0f} positions/s\n", now.step,
             fmt::formatted_size("{}", now.steps), row, now.rate, now.positions_per_second);
  (void)std::fflush(stdout);
}

void TrainingTerminal::warn(const std::string& sentence) {
  if (progress_) progress_->clear();
  std::fputs(fmt::format("{}: {}\n", command_, sentence).c_str(), stderr);
}

}  // namespace tabiya
