#include "tune/setup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "match/match_file.h"
#include "openings/opening_file.h"

namespace tabiya {

namespace {

constexpr std::size_t kUsualRandomPlies = 8;

// A file is shuffled: a tuning seldom sees all of a book, and books are sorted.
Result<OpeningBook> book_from(const TuneConfig& config, Variant variant) {
  const auto order = OpeningBook::Order::Shuffled;
  if (config.openings == "start" && variant == Variant::Standard)
    return OpeningBook::listed({Opening{}}, order, config.seed);
  if (config.openings == "start" || config.openings == "random") {
    const std::size_t usual = variant == Variant::Chess960 ? 0 : kUsualRandomPlies;
    const std::size_t plies = config.openings == "start" ? 0 : config.plies.value_or(usual);
    return OpeningBook::random(variant, plies, config.seed);
  }
  auto openings = read_openings(config.openings, variant, config.plies);
  if (!openings) return failure("openings: {}", openings.error().message);
  return OpeningBook::listed(std::move(*openings), order, config.seed);
}

std::string openings_text(const TuneConfig& config) {
  if (config.openings == "random" || config.openings == "start") return config.openings;
  Fingerprint print;
  print.add_file(config.openings);
  return fmt::format("a file with the fingerprint {}", print.hex());
}

std::string adjudication_text(const Adjudication& rules) {
  std::string text = fmt::format("max_moves {}", rules.most_moves);
  if (const auto& draw = rules.draw)
    text += fmt::format(", draw {} {} {}", draw->from, draw->moves, draw->score);
  if (const auto& resign = rules.resign)
    text += fmt::format(", resign {} {} {}", resign->moves, resign->score, resign->both);
  return text;
}

std::vector<RunSetting> settings_of(const TuneConfig& config,
                                    const std::vector<TunedParameter>& parameters) {
  const EngineSpec& engine = config.engine;
  std::vector<RunSetting> settings{
      {"cmd", engine.command},
      {"args", fmt::format("{}", fmt::join(engine.arguments, " "))},
      {"dir", engine.folder},
      {"limits", to_string(engine.limits)},
      {"pairs", fmt::format("{}", config.pairs)},
      {"seed", fmt::format("{}", config.seed)},
      {"alpha", fmt::format("{}", config.alpha)},
      {"gamma", fmt::format("{}", config.gamma)},
      {"A", config.stability ? fmt::format("{}", *config.stability) : ""},
      {"chess960", config.chess960 ? "true" : "false"},
      {"openings", openings_text(config)},
      {"plies", config.plies ? fmt::format("{}", *config.plies) : ""},
      {"adjudication", adjudication_text(config.adjudication)}};
  for (const OptionSetting& option : engine.options)
    settings.push_back({"option " + option.name, option.value});
  std::string names;
  for (const TunedParameter& one : parameters) {
    names += (names.empty() ? "" : ", ") + one.name;
    settings.push_back(
        {"parameter " + one.name, fmt::format("{} from {} to {}, step {}, rate {}", one.start,
                                              one.lowest, one.highest, one.step, one.rate)});
  }
  // Their order decides which random numbers each of them gets.
  settings.push_back({"parameters", names});
  return settings;
}

}  // namespace

Result<std::unique_ptr<UciEngine>> engine_to_look_at(const EngineSpec& spec, bool chess960,
                                                     const EngineTimeouts& timeouts,
                                                     const std::stop_token& stop) {
  auto engine = UciEngine::start(spec, chess960, timeouts, stop);
  if (engine) return std::move(*engine);
  return failure("the engine {}: {}", spec.command, engine.error().sentence());
}

Result<TuneSetup> tune_setup(const TuneConfig& config, const std::stop_token& stop) {
  const Variant variant = config.chess960 ? Variant::Chess960 : Variant::Standard;
  auto book = book_from(config, variant);
  if (!book) return std::unexpected(std::move(book.error()));
  const auto engine = engine_to_look_at(config.engine, config.chess960, config.timeouts, stop);
  if (!engine) return std::unexpected(engine.error());
  auto parameters = tuned_parameters(config, **engine);
  if (!parameters) return std::unexpected(std::move(parameters.error()));

  PairRules rules{.engine = config.engine,
                  .names = {},
                  .game = {.variant = variant,
                           .adjudication = config.adjudication,
                           .margin = config.timeouts.margin},
                  .timeouts = config.timeouts};
  for (const TunedParameter& one : *parameters) rules.names.push_back(one.name);
  auto settings = settings_of(config, *parameters);
  return TuneSetup{.plan = {.spsa = Spsa(std::move(*parameters), config.schedule(), config.seed),
                            .rules = std::move(rules),
                            .book = std::move(*book),
                            .iterations = config.iterations,
                            .pairs = config.pairs,
                            .concurrency = config.concurrency},
                   .settings = std::move(settings)};
}

}  // namespace tabiya
