#include "cli/measure/match_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/milliseconds.h"
#include "base/result.h"
#include "base/text.h"
#include "dataset/overwriting.h"
#include "match/child_process.h"
#include "match/match_file.h"
#include "openings/opening_file.h"

namespace tabiya {

namespace {

// Options that are lists of settings: --sprt elo0=0 elo1=5 or --sprt "elo0=0 elo1=5". They are read
// one by one; the first mistake is remembered, and everything after it is ignored.
class KeyValues {
 public:
  KeyValues(std::string option, const std::vector<std::string>& words);

  // Each takes the value of a key out, if it is there. Numbers are checked to lie in the range.
  template <class Number>
  void take(std::string_view key, Number& value, std::type_identity_t<Number> least,
            std::type_identity_t<Number> most);
  std::optional<std::string> take(std::string_view key);

  // When all known keys were taken: a mistake, or an unknown key; both as a sentence.
  Result<void> finish(std::string_view known_keys) const;

 private:
  std::string option_;
  std::map<std::string, std::string, std::less<>> values_;
  std::optional<std::string> mistake_;
};

KeyValues::KeyValues(std::string option, const std::vector<std::string>& words)
    : option_(std::move(option)) {
  for (const std::string& text : words) {
    WordReader reader(text);
    while (const auto word = reader.next()) {
      const std::size_t equals = word->text.find('=');
      if (equals == word->text.npos) {
        if (!mistake_)
          mistake_ = fmt::format("{}: {} is not a setting of the form key=value", option_,
                                 in_quotes(word->text));
        continue;
      }
      values_.insert_or_assign(std::string(word->text.substr(0, equals)),
                               std::string(word->text.substr(equals + 1)));
    }
  }
}

std::optional<std::string> KeyValues::take(std::string_view key) {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  std::string value = std::move(found->second);
  values_.erase(found);
  return value;
}

template <class Number>
void KeyValues::take(std::string_view key, Number& value, std::type_identity_t<Number> least,
                     std::type_identity_t<Number> most) {
  const auto text = take(key);
  if (!text) return;
  const auto number = number_from<Number>(*text);
  if (number && *number >= least && *number <= most)  // not a number is neither
    value = *number;
  else if (!mistake_)
    mistake_ = fmt::format("{}: {} takes a {}number from {} to {}", option_, key,
                           std::is_integral_v<Number> ? "whole " : "", least, most);
}

Result<void> KeyValues::finish(std::string_view known_keys) const {
  if (mistake_) return std::unexpected(Error{*mistake_});
  if (!values_.empty())
    return failure("{}: there is no setting {}; the settings are {}", option_,
                   in_quotes(values_.begin()->first), known_keys);
  return {};
}

constexpr std::size_t kUsualGames = 100;
constexpr std::size_t kGamesForSprt = 1'000'000;
constexpr std::size_t kUsualRandomPlies = 8;

Milliseconds from_seconds(double seconds) { return Milliseconds(std::llround(seconds * 1000)); }

Result<std::vector<EngineSpec>> engines_from(const MatchOptions& options) {
  EngineSpec each;
  std::vector<std::string> shared = options.each;
  for (const auto& [key, value] :
       {std::pair{"tc", &options.tc}, std::pair{"movetime", &options.movetime},
        std::pair{"nodes", &options.nodes}, std::pair{"depth", &options.depth}})
    if (!value->empty()) shared.push_back(fmt::format("{}={}", key, *value));
  if (const auto done = apply_settings(shared, each); !done)
    return std::unexpected(Error{"--each: " + done.error().message});
  if (!each.name.empty()) return failure("--each: engines cannot share a name");

  std::vector<EngineSpec> engines;
  for (const std::vector<std::string>& words : options.engines) {
    EngineSpec engine;
    if (const auto done = apply_settings(words, engine); !done)
      return std::unexpected(Error{"--engine: " + done.error().message});
    complete_from(each, engine);
    if (engine.command.empty()) return failure("--engine: it needs a program, as in cmd=./engine");
    if (engine.limits.empty())
      return failure("{}: its moves have no limit; give --tc, --movetime, --nodes or --depth",
                     engine.name.empty() ? engine.command : engine.name);
    engines.push_back(std::move(engine));
  }
  if (engines.size() < 2) return failure("a match needs at least two engines: give --engine twice");
  return engines;
}

Result<Adjudication> adjudication_from(const MatchOptions& options) {
  Adjudication rules{.most_moves = options.most_moves};
  if (options.has_draw) {
    DrawAdjudication draw;
    KeyValues settings("--draw", options.draw);
    settings.take("from", draw.from, 0, 10'000);
    settings.take("moves", draw.moves, 1, 10'000);
    settings.take("score", draw.score, 0, 100'000);
    if (const auto done = settings.finish("from, moves and score"); !done)
      return std::unexpected(done.error());
    rules.draw = draw;
  }
  if (options.has_resign) {
    ResignAdjudication resign;
    int both = 0;
    KeyValues settings("--resign", options.resign);
    settings.take("moves", resign.moves, 1, 10'000);
    settings.take("score", resign.score, 1, 100'000);
    settings.take("both", both, 0, 1);
    resign.both = both == 1;
    if (const auto done = settings.finish("moves, score and both"); !done)
      return std::unexpected(done.error());
    rules.resign = resign;
  }
  return rules;
}

Result<std::optional<Sprt>> sprt_from(const MatchOptions& options) {
  if (!options.has_sprt) return std::nullopt;
  if (options.engines.size() != 2) return failure("--sprt is for two engines");
  Sprt sprt;
  KeyValues settings("--sprt", options.sprt);
  settings.take("elo0", sprt.elo0, -1000, 1000);
  settings.take("elo1", sprt.elo1, -1000, 1000);
  settings.take("alpha", sprt.alpha, 1e-6, 0.499);
  settings.take("beta", sprt.beta, 1e-6, 0.499);
  if (const auto model = settings.take("model")) {
    if (*model != "logistic" && *model != "normalized")
      return failure("--sprt: model is logistic or normalized");
    sprt.model = *model == "logistic" ? EloModel::Logistic : EloModel::Normalized;
  }
  if (const auto done = settings.finish("elo0, elo1, alpha, beta and model"); !done)
    return std::unexpected(done.error());
  if (sprt.elo0 >= sprt.elo1) return failure("--sprt: elo0 must be less than elo1");
  return sprt;
}

Result<OpeningBook> book_from(const MatchOptions& options, Variant variant) {
  const auto order =
      options.order == "random" ? OpeningBook::Order::Shuffled : OpeningBook::Order::AsListed;
  if (options.openings == "start") {
    if (variant == Variant::Chess960) return OpeningBook::random(variant, 0, options.seed);
    return OpeningBook::listed({Opening{}}, order, options.seed);
  }
  if (options.openings == "random") {
    const std::size_t usual = variant == Variant::Chess960 ? 0 : kUsualRandomPlies;
    const std::size_t plies = options.plies.value_or(usual);
    if (plies > OpeningBook::kMostRandomPlies)
      return failure("--plies: at most {} random half-moves", OpeningBook::kMostRandomPlies);
    return OpeningBook::random(variant, plies, options.seed);
  }
  auto openings = read_openings(options.openings, variant, options.plies);
  if (!openings) return std::unexpected(Error{"--openings: " + openings.error().message});
  return OpeningBook::listed(std::move(*openings), order, options.seed);
}

bool are_one_file(const std::string& one, const std::string& other) {
  std::error_code unknown;
  return std::filesystem::weakly_canonical(one, unknown) ==
             std::filesystem::weakly_canonical(other, unknown) ||
         std::filesystem::equivalent(one, other, unknown);
}

// What is written must be neither the openings nor each other.
Result<void> check_files(const MatchOptions& options) {
  if (!options.pgn.empty() && !options.result.empty() && are_one_file(options.pgn, options.result))
    return failure("--pgn and --result need different files");
  if (options.openings == "random" || options.openings == "start") return {};
  const std::array<std::filesystem::path, 1> inputs{options.openings};
  for (const std::string& output : {options.pgn, options.result})
    if (auto right = check_output_is_no_input(output, inputs); !right) return right;
  return {};
}

void add_rules(const Adjudication& rules, Fingerprint& print) {
  print.add(fmt::format("moves {}", rules.most_moves));
  if (const auto& draw = rules.draw)
    print.add(fmt::format("draw {} {} {}", draw->from, draw->moves, draw->score));
  if (const auto& resign = rules.resign)
    print.add(fmt::format("resign {} {} {}", resign->moves, resign->score, resign->both));
}

std::string fingerprint_of(const MatchOptions& options, const MatchPlan& plan) {
  Fingerprint print;
  print.add(options.gauntlet ? "gauntlet" : "round robin");
  print.add(options.chess960 ? "chess960" : "standard");
  for (const EngineSpec& engine : plan.engines) {
    print.add(engine.name);
    if (const auto program = find_program(engine.command)) print.add_file(*program);
    print.add(engine.folder);
    for (const std::string& argument : engine.arguments) print.add(argument);
    for (const OptionSetting& option : engine.options) print.add(option.name + '=' + option.value);
    print.add(to_string(engine.limits));
  }
  if (options.openings != "random" && options.openings != "start")
    print.add_file(options.openings);
  else
    print.add(options.openings);
  print.add(options.order);
  print.add(options.plies ? fmt::format("{}", *options.plies) : "");
  print.add(options.seed);
  add_rules(plan.rules.adjudication, print);
  return print.hex();
}

}  // namespace

std::expected<Match, MatchRefusal> planned_match(const MatchOptions& options) {
  const auto wrong = [](std::string message) {
    return std::unexpected(MatchRefusal{std::move(message), true});
  };
  const auto failed = [](std::string message) {
    return std::unexpected(MatchRefusal{std::move(message)});
  };
  auto engines = engines_from(options);
  if (!engines) return wrong(engines.error().message);
  if (!options.result.empty() && engines->size() != 2) return wrong("--result is for two engines");
  const auto adjudication = adjudication_from(options);
  if (!adjudication) return wrong(adjudication.error().message);
  const auto sprt = sprt_from(options);
  if (!sprt) return wrong(sprt.error().message);
  const std::size_t games = options.games.value_or(*sprt ? kGamesForSprt : kUsualGames);
  if (games % 2 != 0) return wrong("--games: openings are played in pairs, so give an even number");
  if (const auto right = check_files(options); !right) return failed(right.error().message);
  const Variant variant = options.chess960 ? Variant::Chess960 : Variant::Standard;
  auto book = book_from(options, variant);
  if (!book) return failed(book.error().message);

  const EngineTimeouts timeouts{
      .answer = from_seconds(options.timeout),
      .loading = std::max(from_seconds(options.timeout), EngineTimeouts{}.loading),
      .untimed = from_seconds(options.longest),
      .margin = Milliseconds(options.margin)};
  const auto format = options.gauntlet ? MatchFormat::Gauntlet : MatchFormat::RoundRobin;
  const Schedule schedule(format, engines->size());
  return Match{.plan = {.engines = std::move(*engines),
                        .schedule = schedule,
                        .rounds = games / 2,
                        .book = std::move(*book),
                        .rules = {.variant = variant,
                                  .adjudication = *adjudication,
                                  .margin = Milliseconds(options.margin)},
                        .timeouts = timeouts,
                        .concurrency = options.concurrency},
               .sprt = *sprt,
               .fingerprint = {}};
}

std::expected<Match, MatchRefusal> match_from(const MatchOptions& options,
                                              const std::stop_token& stop) {
  auto match = planned_match(options);
  if (!match) return match;
  MatchPlan& plan = match->plan;
  if (auto tried = try_engines(plan.engines, options.chess960, plan.timeouts, stop); !tried)
    return std::unexpected(MatchRefusal{std::move(tried.error().message)});
  match->fingerprint = fingerprint_of(options, plan);
  return match;
}

}  // namespace tabiya
