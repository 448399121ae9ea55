#include "train/az/terminal_watcher.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <span>

#include "base/atomic_file.h"
#include "train/az/training_log.h"

namespace tabiya {

TerminalWatcher::TerminalWatcher(const AzSettings& settings) : settings_(settings) {}

void TerminalWatcher::after_step(const Moment& moment) {
  positions_per_second_ = moment.positions_per_second;
  waiting_ = moment.waiting;
  if (!progress_) {
    first_step_ = moment.step - 1;
    progress_.emplace("train az", moment.steps - first_step_);
  }
  progress_->update(
      moment.step - first_step_,
      fmt::format("policy {:.3f}, value {:.3f}, same move {:.1f} %, {:.0f} "
                  "positions/s, {:.0f} % waiting for data",
                  moment.losses.policy, moment.losses.value, 100 * moment.losses.same_move,
                  moment.positions_per_second, 100 * moment.waiting));
}

void TerminalWatcher::after_interval(const std::vector<AzRow>& rows) {
  const AzRow& row = rows.back();
  std::string line =
      fmt::format("step {:.0f}  rate {:.2g}  policy {:.4f}  value {:.4f}  same move {:.1f} %",
                  row.step, row.rate, row.policy, row.value, 100 * row.same_move);
  if (std::isfinite(row.validation_policy))
    line +=
        fmt::format("  validation: policy {:.4f}  value {:.4f}  same move {:.1f} %",
                    row.validation_policy, row.validation_value, 100 * row.validation_same_move);
  if (positions_per_second_ > 0)
    line += fmt::format("  {:.0f} positions/s, {:.0f} % waiting for data", positions_per_second_,
                        100 * waiting_);
  if (progress_) progress_->clear();
  fmt::print("{}\n", line);
  (void)std::fflush(stdout);  // a full disk shows at the end, too

  write(settings_.log(), csv_of(rows));
  write(settings_.plot(),
        svg_of(chart_of(rows, settings_.net + " from " + settings_.data.front())));
}

void TerminalWatcher::write(const std::filesystem::path& file, const std::string& text) {
  const auto written = write_file_atomically(file, std::as_bytes(std::span(text)));
  if (written || written.error().message == last_complaint_) return;
  last_complaint_ = written.error().message;
  note(written.error().message);
}

void TerminalWatcher::note(std::string_view text) {
  if (progress_) progress_->clear();
  std::fputs(fmt::format("{}\n", text).c_str(), stderr);
}

}  // namespace tabiya
