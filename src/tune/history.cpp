#include "tune/history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"

namespace tabiya {

namespace {

// iteration, games, wins, draws, losses, discarded
constexpr std::size_t kColumnsBefore = 6;

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::optional<HistoryRow> row_from(std::string_view line, std::size_t parameters) {
  HistoryRow row;
  for (std::size_t column = 0; column < kColumnsBefore + parameters; ++column) {
    const std::size_t end = std::min(line.find(','), line.size());
    const std::string_view field = line.substr(0, end);
    if (column < kColumnsBefore) {
      const auto whole = number_from<std::uint64_t>(field);
      if (!whole) return std::nullopt;
      if (column == 0) row.iterations = *whole;
    } else {
      const auto value = number_from<double>(field);
      if (!value || !std::isfinite(*value)) return std::nullopt;
      row.values.push_back(*value);
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return line.empty() ? std::optional(std::move(row)) : std::nullopt;
}

}  // namespace

std::string log_header(const std::vector<TunedParameter>& parameters) {
  std::string line = "iteration,games,wins,draws,losses,discarded";
  for (const TunedParameter& one : parameters) line += ',' + csv_text(one.name);
  return line + '\n';
}

std::string log_line(const TuneState& state, const TuneTally& of_iteration) {
  const Wdl& wdl = of_iteration.wdl;
  return fmt::format("{},{},{},{},{},{},{:.4f}\n", state.iterations, wdl.games(), wdl.wins,
                     wdl.draws, wdl.losses, of_iteration.discarded, fmt::join(state.values, ","));
}

ReadLog read_log(std::string_view text, const std::vector<TunedParameter>& parameters,
                 std::uint64_t iterations) {
  ReadLog log{.history = {}, .text = log_header(parameters)};
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) break;  // a row that was not written to its end
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    auto row = row_from(line, parameters.size());
    const std::uint64_t last = log.history.empty() ? 0 : log.history.back().iterations;
    if (!row || row->iterations <= last || row->iterations > iterations) continue;
    log.text.append(line).append("\n");
    log.history.push_back(std::move(*row));
  }
  return log;
}

}  // namespace tabiya
