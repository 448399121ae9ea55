#include "tune/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "match/limits.h"
#include "openings/opening_book.h"
#include "tune/settings_table.h"

namespace tabiya {
namespace {

constexpr std::int64_t kMostIterations = 10'000'000;
constexpr std::int64_t kMostPairs = 10'000;
constexpr double kLowestRate = 1e-6;
constexpr double kHighestRate = 10;
constexpr std::size_t kMostParameters = 1000;

Result<std::vector<OptionSetting>> options_from(const toml::table& table) {
  std::vector<OptionSetting> options;
  for (const auto& [key, node] : table) {
    auto value = text_of(node);
    const std::string name(key.str());
    if (!value)
      return problem(node, fmt::format("the option {} takes a text, a whole number, true or false",
                                       quoted_if_odd(name)));
    // A line end would end the command that is sent to the engine, and begin another.
    if ((name + *value).find_first_of("\r\n") != std::string::npos)
      return problem(node, fmt::format("the option {} has a line end inside", in_quotes(name)));
    options.push_back({name, std::move(*value)});
  }
  return options;
}

class Reader {
 public:
  Reader(const toml::table& table, const std::filesystem::path& base)
      : table_(table), top_(table, {}), base_(base) {}

  Result<TuneConfig> read() {
    using Step = Result<void> (Reader::*)();
    for (const Step step :
         {&Reader::read_engine, &Reader::read_limits, &Reader::read_openings,
          &Reader::read_adjudication, &Reader::read_parameters, &Reader::read_run})
      if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done.error()));
    if (auto done = top_.finish(); !done) return std::unexpected(std::move(done.error()));
    if (auto done = check_whole(); !done) return std::unexpected(std::move(done.error()));
    return std::move(config_);
  }

 private:
  // A path with a slash is relative to the file; a plain name is looked for in PATH.
  std::string program_from(const std::string& command) const {
    return command.contains('/') ? (base_ / command).string() : command;
  }

  Result<void> read_engine() {
    const toml::node* const node = top_.take("engine");
    const toml::table* const table = node == nullptr ? nullptr : node->as_table();
    if (table == nullptr) return failure("it needs a table [engine] with cmd = \"PROGRAM\"");
    SettingsTable engine(*table, "engine");
    EngineSpec& spec = config_.engine;
    if (const auto command = engine.take_text("cmd")) spec.command = program_from(*command);
    if (const auto folder = engine.take_text("dir")) spec.folder = (base_ / *folder).string();
    if (const toml::node* const arguments = engine.take("args")) {
      auto words = arguments_from(*arguments);
      if (!words) return std::unexpected(words.error());
      spec.arguments = std::move(*words);
    }
    if (const toml::node* const node_of_options = engine.take("options")) {
      const toml::table* const all = node_of_options->as_table();
      if (all == nullptr) return problem(*node_of_options, "a table: [engine.options]");
      auto options = options_from(*all);
      if (!options) return std::unexpected(options.error());
      spec.options = std::move(*options);
    }
    if (auto done = engine.finish(); !done) return done;
    if (spec.command.empty()) return problem(*node, "[engine] needs a program: cmd = \"PROGRAM\"");
    return {};
  }
  static Result<std::vector<std::string>> arguments_from(const toml::node& node) {
    if (const auto* text = node.as_string()) {
      auto words = split_arguments(text->get());
      if (!words) return problem(node, words.error().message);
      return words;
    }
    std::vector<std::string> words;
    const auto* list = node.as_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
      if (const auto text = text_of(*list->get(i))) words.push_back(*text);
    if (list == nullptr || words.size() != list->size())
      return problem(node, "engine args: a text, or a list of texts");
    return words;
  }

  Result<void> read_limits() {
    EngineLimits& limits = config_.engine.limits;
    if (const auto text = top_.take_text("tc")) {
      const auto control = parse_clock_control(*text);
      if (!control) return problem(*table_.get("tc"), "tc: " + control.error().message);
      limits.clock = *control;
    }
    std::optional<double> seconds;
    top_.take_number("movetime", 0.001, 1e6, seconds);
    if (seconds) limits.move_time = Milliseconds(std::llround(*seconds * 1000));
    top_.take_whole("nodes", 1, 1'000'000'000'000, limits.nodes);
    top_.take_whole("depth", 1, 1000, limits.depth);
    std::optional<std::int64_t> margin;
    top_.take_whole("margin", 0, 3'600'000, margin);
    if (margin) config_.timeouts.margin = Milliseconds(*margin);
    std::optional<double> longest_move;
    top_.take_number("longest_move", 0.1, 86'400, longest_move);
    if (longest_move) config_.timeouts.untimed = Milliseconds(std::llround(*longest_move * 1000));
    std::optional<double> timeout;
    top_.take_number("timeout", 0.1, 86'400, timeout);
    if (timeout) {
      config_.timeouts.answer = Milliseconds(std::llround(*timeout * 1000));
      config_.timeouts.loading = std::max(config_.timeouts.answer, EngineTimeouts{}.loading);
    }
    return {};
  }

  Result<void> read_openings() {
    top_.take_flag("chess960", config_.chess960);
    if (const auto text = top_.take_text("openings"))
      config_.openings = *text == "random" || *text == "start" ? *text : (base_ / *text).string();
    top_.take_whole("plies", 0, 10'000, config_.plies);
    if (config_.openings == "random" && config_.plies.value_or(0) > OpeningBook::kMostRandomPlies)
      return problem(*table_.get("plies"), fmt::format("plies: at most {} random half-moves",
                                                       OpeningBook::kMostRandomPlies));
    return {};
  }

  Result<void> read_adjudication() {
    Adjudication& rules = config_.adjudication;
    top_.take_whole("max_moves", 1, 10'000, rules.most_moves);
    const auto table_for = [&](std::string_view key) -> Result<const toml::table*> {
      const toml::node* const node = top_.take(key);
      if (node == nullptr) return nullptr;
      if (node->as_table() == nullptr)
        return problem(*node, fmt::format("{}: a table, such as {{ moves = 4 }}", key));
      return node->as_table();
    };
    const auto draw = table_for("draw");
    if (!draw) return std::unexpected(draw.error());
    if (*draw != nullptr) {
      SettingsTable settings(**draw, "draw");
      DrawAdjudication& rule = rules.draw.emplace();
      settings.take_whole("from", 0, 10'000, rule.from);
      settings.take_whole("moves", 1, 10'000, rule.moves);
      settings.take_whole("score", 0, 100'000, rule.score);
      if (auto done = settings.finish(); !done) return done;
    }
    const auto resign = table_for("resign");
    if (!resign) return std::unexpected(resign.error());
    if (*resign != nullptr) {
      SettingsTable settings(**resign, "resign");
      ResignAdjudication& rule = rules.resign.emplace();
      settings.take_whole("moves", 1, 10'000, rule.moves);
      settings.take_whole("score", 1, 100'000, rule.score);
      settings.take_flag("both", rule.both);
      if (auto done = settings.finish(); !done) return done;
    }
    return {};
  }

  Result<void> read_parameters() {
    const toml::node* const node = top_.take("parameter");
    const toml::array* const list = node == nullptr ? nullptr : node->as_array();
    if (list == nullptr || list->empty())
      return failure("it needs what to tune: tables [[parameter]] with name = \"OPTION\"");
    if (list->size() > kMostParameters)
      return problem(*node, fmt::format("at most {} parameters", kMostParameters));
    for (const toml::node& item : *list) {
      if (item.as_table() == nullptr) return problem(item, "a parameter is a table: [[parameter]]");
      if (auto done = read_parameter(*item.as_table()); !done) return done;
    }
    return {};
  }
  Result<void> read_parameter(const toml::table& table) {
    constexpr double kLargest = 1e9;
    ParameterWish wish{.name = {}, .line = line_of(table)};
    SettingsTable settings(table, "parameter");
    wish.name = settings.take_text("name").value_or("");
    settings.take_number("value", -kLargest, kLargest, wish.value);
    settings.take_number("lowest", -kLargest, kLargest, wish.lowest);
    settings.take_number("highest", -kLargest, kLargest, wish.highest);
    settings.take_number("step", 0.01, kLargest, wish.step);
    settings.take_number("rate", kLowestRate, kHighestRate, wish.rate);
    if (auto done = settings.finish(); !done) return done;
    if (wish.name.empty()) return problem(table, "the parameter has no name = \"OPTION\"");
    const auto has_name = [&](const auto& other) { return same_name(other.name, wish.name); };
    if (const auto first = std::ranges::find_if(config_.parameters, has_name);
        first != config_.parameters.end())
      return problem(table, fmt::format("the parameter {} is there twice, first in line {}",
                                        quoted_if_odd(wish.name), first->line));
    if (std::ranges::any_of(config_.engine.options, has_name))
      return problem(table, fmt::format("the parameter {} is also set in [engine.options]",
                                        quoted_if_odd(wish.name)));
    config_.parameters.push_back(std::move(wish));
    return {};
  }

  Result<void> read_run() {
    top_.take_whole("pairs", 1, kMostPairs, config_.pairs);
    top_.take_whole("concurrency", 1, 1024, config_.concurrency);
    top_.take_whole("seed", 0, INT64_MAX, config_.seed);
    top_.take_number("rate", kLowestRate, kHighestRate, config_.rate);
    top_.take_number("alpha", 0, 2, config_.alpha);
    top_.take_number("gamma", 0, 1, config_.gamma);
    top_.take_number("A", 0, 1e9, config_.stability);
    std::optional<std::uint64_t> iterations;
    std::optional<std::uint64_t> games;
    top_.take_whole("iterations", 1, kMostIterations, iterations);
    top_.take_whole("games", 2, 2 * kMostIterations * kMostPairs, games);
    if (!iterations && !games)
      return failure("it needs a length: either games = N or iterations = N");
    if (iterations && games)
      return problem(*table_.get("iterations"),
                     "iterations: games says already how long the run is; remove one of them");
    const std::uint64_t of_each = 2 * config_.pairs;
    config_.iterations = iterations.value_or((games.value_or(0) + of_each - 1) / of_each);
    return {};
  }

  Result<void> check_whole() const {
    if (config_.engine.limits.empty())
      return failure("moves have no limit: give nodes, depth, movetime or tc");
    // The next iteration begins while one is finished, but not the one after it.
    if (config_.concurrency > 2 * config_.pairs)
      return failure(
          "line {}: concurrency: with {} pairs in an iteration, at most {} games run at the same "
          "time; for {} set pairs = {}",
          line_of(*table_.get("concurrency")), config_.pairs, 2 * config_.pairs,
          config_.concurrency, (config_.concurrency + 1) / 2);
    return {};
  }

  const toml::table& table_;
  SettingsTable top_;
  const std::filesystem::path& base_;
  TuneConfig config_;
};

}  // namespace

SpsaSchedule TuneConfig::schedule() const {
  return {.iterations = iterations,
          .alpha = alpha,
          .gamma = gamma,
          .stability = stability.value_or(static_cast<double>(iterations) / 10)};
}

Result<TuneConfig> parse_tune_config(std::string_view text, const std::filesystem::path& base) {
  const auto table = parse_toml(text);
  if (!table) return std::unexpected(table.error());
  return Reader(*table, base).read();
}

}  // namespace tabiya
