#include "train/az/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
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

template <class Settings, class Visit>
void for_each_setting(Settings& settings, Visit visit) {
  visit("data", settings.data, Role::Incidental);  // known by what is in them, not by name
  visit("output", settings.output, Role::Incidental);
  visit("net", settings.net, Role::Decisive);
  visit("history", settings.history, Role::Decisive);
  visit("from", settings.from, Role::Decisive);
  visit("positions", settings.positions, Role::Decisive);
  visit("epochs", settings.epochs, Role::Decisive);
  visit("batch", settings.batch, Role::Decisive);
  visit("rate", settings.optimiser.rate, Role::Decisive);
  visit("warm-up", settings.optimiser.warm_up, Role::Decisive);
  visit("last-rate", settings.optimiser.last_rate, Role::Decisive);
  visit("weight-decay", settings.optimiser.weight_decay, Role::Decisive);
  visit("clip", settings.clip, Role::Decisive);
  visit("average", settings.average, Role::Decisive);
  visit("value-weight", settings.value_weight, Role::Decisive);
  visit("result-share", settings.result_share, Role::Decisive);
  visit("smoothing", settings.smoothing, Role::Decisive);
  visit("surprise", settings.surprise, Role::Decisive);
  visit("mirror", settings.mirror, Role::Decisive);
  visit("validation", settings.validation, Role::Decisive);
  visit("held-out", settings.held_out, Role::Decisive);
  visit("checkpoint-every", settings.interval, Role::Decisive);
  visit("seed", settings.seed, Role::Decisive);
  visit("threads", settings.threads, Role::Incidental);
  visit("int8", settings.int8, Role::Incidental);
  visit("restart", settings.restart, Role::Incidental);
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
  const auto between = [&](const char* name, auto value, decltype(value) low,
                           decltype(value) high) {
    // Written so that what is not a number is wrong, too.
    if (!(value >= low && value <= high) && found.empty())
      found = fmt::format("--{} is {}; it can be {} to {}", name, value, low, high);
  };
  between("positions", settings.positions, std::uint64_t{0}, std::uint64_t{1} << 50);
  between("epochs", settings.epochs, 0.001, 1e6);
  between("batch", settings.batch, std::uint64_t{2}, std::uint64_t{16384});
  between("rate", settings.optimiser.rate, 1e-8, 1.0);
  between("warm-up", settings.optimiser.warm_up, std::uint64_t{0}, std::uint64_t{1} << 32);
  between("last-rate", settings.optimiser.last_rate, 0.0, 1.0);
  between("weight-decay", settings.optimiser.weight_decay, 0.0, 1.0);
  between("clip", settings.clip, 1e-3, 1e6);
  between("average", settings.average, 0.0, 0.999999);
  between("value-weight", settings.value_weight, 0.0, 100.0);
  between("result-share", settings.result_share, 0.0, 1.0);
  between("smoothing", settings.smoothing, 0.0, 1.0);
  between("surprise", settings.surprise, 0.0, 1.0);
  between("validation", settings.validation, 0, 50);
  between("held-out", settings.held_out, std::uint64_t{1}, std::uint64_t{1'000'000});
  between("checkpoint-every", settings.interval, std::uint64_t{1}, std::uint64_t{1} << 32);
  between("threads", settings.threads, 0, 256);
  if (!found.empty()) return wrong(found);
  return {};
}

std::vector<std::string> lines_of(const AzSettings& settings) {
  std::vector<std::string> lines;
  for_each_setting(settings, [&](const char* name, const auto& value, Role) {
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
    for_each_setting(settings, [&](const char* name, auto& value, Role) {
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
  for_each_setting(settings, [&](const char* name, const auto& value, Role role) {
    if (role == Role::Decisive) text += fmt::format("{} {}\n", name, text_of(value));
  });
  return text;
}

}  // namespace tabiya
