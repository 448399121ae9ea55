// One line on the terminal that shows how far a long task has come.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tabiya {

// Everything the line shows.
struct ProgressState {
  std::string_view label;                // "perft 7"
  std::uint64_t done = 0;                // in any unit
  std::optional<std::uint64_t> total{};  // in the same unit, if it is known
  std::chrono::duration<double> elapsed{};
  std::string_view note{};  // what else there is to say: "212 million positions a second"
};

// The text for a line of that many columns:
//   "perft 7   35 %   0:12, 0:22 left   212 million positions a second"
std::string progress_line(const ProgressState& state, std::size_t columns);

// Draws on standard error and only if that is a terminal; otherwise it does nothing at all. The
// line is gone when the object is. Not for several threads at once: let one of them report.
class Progress {
 public:
  explicit Progress(std::string label, std::optional<std::uint64_t> total = std::nullopt);
  // The same on another file descriptor, which stays the caller's.
  Progress(std::string label, std::optional<std::uint64_t> total, int file);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Call it as often as you like: it draws about ten times a second at most.
  void update(std::uint64_t done, std::string_view note = {});

  // Takes the line away, so that something can be printed; the next update may bring it back.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::optional<std::uint64_t> total_;
  int file_;
  bool is_terminal_;
  bool visible_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_;
};

}  // namespace tabiya
