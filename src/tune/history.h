// What a run has been through, iteration by iteration, as a table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tune/spsa.h"
#include "tune/tune.h"

namespace tabiya {

struct HistoryRow {
  std::uint64_t iterations = 0;  // that were over then
  std::vector<double> values;
};

using TuneHistory = std::vector<HistoryRow>;

// The first line of log.csv, and the line of an iteration, each with its end.
std::string log_header(const std::vector<TunedParameter>&);
std::string log_line(const TuneState&, const TuneTally& of_iteration);

// The rows up to this number of iterations. What is no such row is left out: the log is for people,
// the run does not depend on it.
struct ReadLog {
  TuneHistory history;
  std::string text;  // of header and rows
};
ReadLog read_log(std::string_view text, const std::vector<TunedParameter>&,
                 std::uint64_t iterations);

}  // namespace tabiya
