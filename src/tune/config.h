// What is tuned and how, read from a TOML file. docs/tune.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/engine_spec.h"
#include "match/uci_engine.h"
#include "openings/adjudication.h"
#include "tune/spsa.h"

namespace tabiya {

// A parameter as the file has it. What is not said follows from the engine's option.
struct ParameterWish {
  std::string name;
  std::size_t line = 0;  // of the file
  std::optional<double> value{};
  std::optional<double> lowest{};
  std::optional<double> highest{};
  std::optional<double> step{};
  std::optional<double> rate{};
};

struct TuneConfig {
  EngineSpec engine;  // with limits
  std::uint64_t iterations = 0;
  std::uint64_t pairs = 4;  // of games, in an iteration
  std::size_t concurrency = 1;
  std::uint64_t seed = 1;
  double rate = TunedParameter{}.rate;  // of parameters that have none of their own
  double alpha = SpsaSchedule{}.alpha;
  double gamma = SpsaSchedule{}.gamma;
  std::optional<double> stability;  // default: a tenth of the iterations

  bool chess960 = false;
  std::string openings = "random";  // or "start", or a file
  std::optional<std::size_t> plies;
  Adjudication adjudication;
  EngineTimeouts timeouts;

  std::vector<ParameterWish> parameters;  // at least one, all with different names

  std::uint64_t games() const { return iterations * pairs * 2; }
  SpsaSchedule schedule() const;
};

// Relative paths in the text are relative to `base`. The error is a sentence with the line it is
// about.
Result<TuneConfig> parse_tune_config(std::string_view text, const std::filesystem::path& base);

// The wishes completed by what the engine offers. The error is a sentence: an option that it does
// not have or that is no whole number, a value outside of its range.
Result<std::vector<TunedParameter>> tuned_parameters(const TuneConfig&, const UciEngine&);

// Wider ranges than this say nothing about what makes sense.
inline constexpr double kWidestRange = 1e7;

// A step for an option that nothing else is known about: a twentieth of the range.
double usual_step(double lowest, double highest);

}  // namespace tabiya
