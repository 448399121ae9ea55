#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/milliseconds.h"
#include "base/terminal.h"

namespace tabiya {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr auto kBetweenDraws = Milliseconds(100);
constexpr std::string_view kClearLine = "\r\x1b[K";

// "0:07", "12:30", "3:05:00"
std::string clock_text(Seconds time) {
  const auto seconds = std::llround(time.count());
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

// What is left if the rest goes as fast as the part that is done.
std::string remaining_text(const ProgressState& state) {
  if (!state.total || state.done == 0 || state.done > *state.total) return {};
  const double left = static_cast<double>(*state.total - state.done);
  return fmt::format(", {} left",
                     clock_text(state.elapsed * (left / static_cast<double>(state.done))));
}

// Cuts where a character begins: in UTF-8 the others look like 10xxxxxx.
std::string cut(std::string text, std::size_t columns) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (begins_character && column++ == columns) {
      text.resize(i);
      break;
    }
  }
  return text;
}

// Progress output is optional: if the terminal does not take it, the task continues.
void draw(int file, std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(file, text.data(), text.size());
}

}  // namespace

std::string progress_line(const ProgressState& state, std::size_t columns) {
  std::string line(state.label);
  if (state.total && *state.total > 0) {
    const double share = static_cast<double>(state.done) / static_cast<double>(*state.total);
    line += fmt::format("   {:.0f} %", std::floor(100 * std::min(share, 1.0)));
  }
  line += fmt::format("   {}{}", clock_text(state.elapsed), remaining_text(state));
  if (!state.note.empty()) line += fmt::format("   {}", state.note);
  return cut(std::move(line), columns);
}

Progress::Progress(std::string label, std::optional<std::uint64_t> total)
    : Progress(std::move(label), total, STDERR_FILENO) {}

Progress::Progress(std::string label, std::optional<std::uint64_t> total, int file)
    : label_(std::move(label)),
      total_(total),
      file_(file),
      is_terminal_(is_capable_terminal(file)),
      // A task that is over at once shows no line at all.
      next_draw_(start_ + kBetweenDraws) {}

Progress::~Progress() { clear(); }

void Progress::update(std::uint64_t done, std::string_view note) {
  if (!is_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + kBetweenDraws;
  const ProgressState state{
      .label = label_, .done = done, .total = total_, .elapsed = now - start_, .note = note};
  // A line as wide as the terminal would wrap on some, so one column stays free.
  draw(file_, fmt::format("{}{}", kClearLine, progress_line(state, columns_of(file_) - 1)));
  visible_ = true;
}

void Progress::clear() {
  if (!visible_) return;
  draw(file_, kClearLine);
  visible_ = false;
}

}  // namespace tabiya
