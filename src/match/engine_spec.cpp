#include "match/engine_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/result.h"
#include "base/text.h"

namespace tabiya {

namespace {

constexpr std::string_view kOption = "option.";
constexpr std::array<std::string_view, 8> kKeys{"cmd", "name",     "args",  "dir",
                                                "tc",  "movetime", "nodes", "depth"};

// The length of "key=" in front of the text; nothing if it does not begin a setting.
std::optional<std::size_t> key_length(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return std::nullopt;
  const std::string_view key = text.substr(0, equals);
  if (std::ranges::find(kKeys, key) != kKeys.end()) return equals;
  if (key.starts_with(kOption) && key.size() > kOption.size()) return equals;
  return std::nullopt;
}

bool is_quote(char c) { return c == '"' || c == '\''; }

// Paths are taken as they stand, apostrophes and all, unless they begin with a quotation mark.
bool has_quotes(std::string_view key, std::string_view value) {
  if (key == "args") return true;
  return (key == "cmd" || key == "dir") && !value.empty() && is_quote(value.front());
}

// Where the setting ends that the text begins with.
std::size_t setting_length(std::string_view text) {
  const auto key = key_length(text);
  const bool quotes = key && has_quotes(text.substr(0, *key), text.substr(*key + 1));
  std::optional<char> quote;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (!quote && is_space(text[at - 1]) && !is_space(text[at]) && key_length(text.substr(at)))
      return at;
    if (quote == text[at])
      quote.reset();
    else if (quotes && !quote && is_quote(text[at]))
      quote = text[at];
  }
  return text.size();
}

Result<std::string> path_from(std::string_view key, std::string_view value) {
  if (!has_quotes(key, value)) return std::string(value);
  auto words = split_arguments(value);
  if (!words) return std::unexpected(words.error());
  if (words->size() != 1) return failure("{}={}: it takes one path", key, in_quotes(value));
  return std::move(words->front());
}

template <class Number>
Result<Number> count_from(std::string_view key, std::string_view text, Number most) {
  const auto value = number_from<Number>(text);
  if (!value || *value < 1 || *value > most)
    return failure("{}={}: it takes a number from 1 to {}", key, in_quotes(text), most);
  return *value;
}

Result<void> apply_limit(std::string_view key, std::string_view value, EngineLimits& limits) {
  if (key == "tc") {
    const auto control = parse_clock_control(value);
    if (!control) return std::unexpected(Error{"tc: " + control.error().message});
    limits.clock = *control;
  } else if (key == "movetime") {
    const auto time = parse_seconds(value);
    if (!time || time->count() == 0)
      return failure("movetime={}: it takes seconds, such as 0.1", in_quotes(value));
    limits.move_time = *time;
  } else if (key == "nodes") {
    const auto nodes = count_from<std::uint64_t>(key, value, 1'000'000'000'000);
    if (!nodes) return std::unexpected(nodes.error());
    limits.nodes = *nodes;
  } else {
    const auto depth = count_from<int>(key, value, 1000);
    if (!depth) return std::unexpected(depth.error());
    limits.depth = *depth;
  }
  return {};
}

Result<void> apply_setting(std::string_view key, std::string_view value, EngineSpec& spec) {
  // A line end would end the command that is sent to the engine, and begin another. What only
  // starts it may have any.
  const bool starts = key == "cmd" || key == "dir" || key == "args";
  if ((!starts && value.find_first_of("\r\n") != value.npos) ||
      key.find_first_of("\r\n") != key.npos)
    return failure("{} has a line end inside", in_quotes(value));
  if (key == "cmd" || key == "dir") {
    auto path = path_from(key, value);
    if (!path) return std::unexpected(path.error());
    (key == "cmd" ? spec.command : spec.folder) = std::move(*path);
  } else if (key == "name") {
    spec.name = value;
  } else if (key == "args") {
    auto arguments = split_arguments(value);
    if (!arguments) return std::unexpected(arguments.error());
    spec.arguments = std::move(*arguments);
  } else if (key.starts_with(kOption)) {
    const std::string_view name = key.substr(kOption.size());
    const auto known = std::ranges::find(spec.options, name, &OptionSetting::name);
    if (known != spec.options.end())
      known->value = value;
    else
      spec.options.push_back({std::string(name), std::string(value)});
  } else {
    return apply_limit(key, value, spec.limits);
  }
  return {};
}

}  // namespace

Result<void> apply_settings(std::span<const std::string> words, EngineSpec& spec) {
  for (const std::string& word : words) {
    std::string_view rest = trimmed(word);
    while (!rest.empty()) {
      std::string_view setting = rest.substr(0, setting_length(rest));
      rest.remove_prefix(setting.size());
      setting = trimmed(setting);
      const auto length = key_length(setting);
      if (!length)
        return failure(
            "there is no setting {}; the settings are cmd=, name=, args=, dir=, option.NAME=, tc=, "
            "movetime=, nodes= and depth=",
            in_quotes(setting));
      if (auto done = apply_setting(setting.substr(0, *length), setting.substr(*length + 1), spec);
          !done)
        return done;
    }
  }
  return {};
}

void complete_from(const EngineSpec& each, EngineSpec& engine) {
  if (engine.command.empty()) engine.command = each.command;
  if (engine.arguments.empty()) engine.arguments = each.arguments;
  if (engine.folder.empty()) engine.folder = each.folder;
  if (engine.limits.empty()) engine.limits = each.limits;
  std::vector<OptionSetting> options = each.options;
  for (const OptionSetting& own : engine.options) {
    const auto shared = std::ranges::find(options, own.name, &OptionSetting::name);
    if (shared != options.end())
      shared->value = own.value;
    else
      options.push_back(own);
  }
  engine.options = std::move(options);
}

Result<std::vector<std::string>> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  bool inside = false;
  std::optional<char> quote;
  for (const char c : text) {
    if (!quote && is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) arguments.emplace_back();
    inside = true;
    if (quote == c)
      quote.reset();
    else if (!quote && is_quote(c))
      quote = c;
    else
      arguments.back() += c;
  }
  if (quote) return failure("{}: a quotation mark is not closed", in_quotes(text));
  return arguments;
}

std::string quoted_argument(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    // Its own kind stands within the other.
    if (c == '"')
      quoted += "\"'\"'\"";
    else
      quoted += c;
  }
  return quoted + '"';
}

}  // namespace tabiya
