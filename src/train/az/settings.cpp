#include "train/az/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string_view>
#include <thread>
#include <type_traits>

#include "base/result.h"
#include "base/text.h"

namespace tabiya {

namespace {

enum class Role : std::uint8_t {
  Decisive,    // another value, another network
  Incidental,  // may change from one part of a run to the next
};

// Both included.
struct Limits {
  double low;
  double high;
};
constexpr Limits kAny{-HUGE_VAL, HUGE_VAL};

template <class Settings, class Visit>
void for_each_setting(Settings& settings, Visit visit) {
  visit("data", settings.data, Role::Incidental, kAny);  // known by what is in them, not by name
  visit("output", settings.output, Role::Incidental, kAny);
  visit("net", settings.net, Role::Decisive, kAny);
  visit("history", settings.history, Role::Decisive, kAny);
  visit("from", settings.from, Role::Decisive, kAny);
  visit("positions", settings.positions, Role::Decisive, Limits{0, 0x1p50});
  visit("epochs", settings.epochs, Role::Decisive, Limits{0.001, 1e6});
  visit("batch", settings.batch, Role::Decisive, Limits{2, 16384});
  visit("rate", settings.optimiser.rate, Role::Decisive, Limits{1e-8, 1.0});
  visit("warm-up", settings.optimiser.warm_up, Role::Decisive, Limits{0, 0x1p32});
  visit("last-rate", settings.optimiser.last_rate, Role::Decisive, Limits{0.0, 1.0});
  visit("weight-decay", settings.optimiser.weight_decay, Role::Decisive, Limits{0.0, 1.0});
  visit("clip", settings.clip, Role::Decisive, Limits{1e-3, 1e6});
  visit("average", settings.average, Role::Decisive, Limits{0.0, 0.999999});
  visit("value-weight", settings.value_weight, Role::Decisive, Limits{0.0, 100.0});
  visit("result-share", settings.result_share, Role::Decisive, Limits{0.0, 1.0});
  visit("smoothing", settings.smoothing, Role::Decisive, Limits{0.0, 1.0});
  visit("surprise", settings.surprise, Role::Decisive, Limits{0.0, 1.0});
  visit("mirror", settings.mirror, Role::Decisive, kAny);
  visit("validation", settings.validation, Role::Decisive, Limits{0, 50});
  visit("held-out", settings.held_out, Role::Decisive, Limits{1, 1'000'000});
  visit("checkpoint-every", settings.interval, Role::Decisive, Limits{1, 0x1p32});
  visit("seed", settings.seed, Role::Decisive, kAny);
  visit("threads", settings.threads, Role::Incidental, Limits{0, 256});
  visit("int8", settings.int8, Role::Incidental, kAny);
  visit("restart", settings.restart, Role::Incidental, kAny);
}

template <class Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return fmt::format("{}", fmt::join(value, ", "));
  } else {
    return fmt::format("{}", value);
  }
}

bool read(std::string_view text, std::string& value) {
  value = text;
  return true;
}

bool read(std::string_view text, std::vector<std::string>& value) {
  value.emplace_back(text);
  return true;
}

bool read(std::string_view text, bool& value) {
  value = text == "true";
  return value || text == "false";
}

template <class Number>
bool read(std::string_view text, Number& value) {
  const auto number = number_from<Number>(text);
  if (number) value = *number;
  return number.has_value();
}

}  // namespace

std::filesystem::path AzSettings::int8_output() const {
  const std::filesystem::path file = output;
  std::filesystem::path beside = file;
  beside.replace_filename(file.stem().string() + "-int8" + file.extension().string());
  return beside;
}

TowerShape AzSettings::shape() const {
  const auto shape = TowerShape::named(net, history);
  assert(shape);
  return *shape;
}

LearnerSettings AzSettings::learner() const {
  const int all = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  return {.shape = shape(),
          .weight_decay = optimiser.weight_decay,
          .clip = clip,
          .average = average,
          .value_weight = value_weight,
          .surprise = surprise,
          .threads = threads == 0 ? all : threads};
}

Result<void> check(const AzSettings& settings) {
  const auto wrong = [](std::string text) { return std::unexpected(Error{std::move(text)}); };
  if (settings.data.empty()) return wrong("there is no folder of games (--data)");
  if (settings.output.empty()) return wrong("there is no file to write (--output)");
  if (const auto shape = TowerShape::named(settings.net, settings.history); !shape)
    return wrong(shape.error().message);

  std::string found;
  for_each_setting(settings, [&](const char* name, const auto& value, Role, Limits limits) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      // Written so that what is not a number is wrong, too.
      const auto number = static_cast<double>(value);
      if (!(number >= limits.low && number <= limits.high) && found.empty())
        found = fmt::format("--{} is {}; it can be {} to {}", name, value,
                            static_cast<Value>(limits.low), static_cast<Value>(limits.high));
    }
  });
  if (!found.empty()) return wrong(found);
  return {};
}

std::vector<std::string> lines_of(const AzSettings& settings) {
  std::vector<std::string> lines;
  for_each_setting(settings, [&](const char* name, const auto& value, Role, Limits) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<std::string>>) {
      for (const std::string& part : value) lines.push_back(fmt::format("{}={}", name, part));
    } else {
      lines.push_back(fmt::format("{}={}", name, text_of(value)));
    }
  });
  return lines;
}

Result<AzSettings> az_settings(std::span<const std::string> lines) {
  AzSettings settings;
  for (const std::string& line : lines) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) return failure("\"{}\" is not of the form name=value", line);
    const std::string_view named = std::string_view(line).substr(0, equals);
    const std::string_view text = std::string_view(line).substr(equals + 1);
    bool known = false;
    bool understood = false;
    for_each_setting(settings, [&](const char* name, auto& value, Role, Limits) {
      if (named != name) return;
      known = true;
      understood = read(text, value);
    });
    if (!known) return failure("there is no setting \"{}\"", named);
    if (!understood) return failure("\"{}\" is not a value for {}", text, named);
  }
  if (const auto right = check(settings); !right) return std::unexpected(right.error());
  return settings;
}

std::string decisive_text(const AzSettings& settings) {
  std::string text;
  for_each_setting(settings, [&](const char* name, const auto& value, Role role, Limits) {
    if (role == Role::Decisive) text += fmt::format("{} {}\n", name, text_of(value));
  });
  return text;
}

}  // namespace tabiya
