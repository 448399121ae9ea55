#include "match/limits.h"

#include <fmt/format.h>

#include <cmath>

#include "base/milliseconds.h"
#include "base/result.h"
#include "base/text.h"

namespace tabiya {

namespace {

constexpr double kMostSeconds = 1e7;
constexpr int kMostMoves = 10'000;

std::string seconds_text(Milliseconds time) {
  std::string text = fmt::format("{}", time.count() / 1000);
  if (const auto rest = time.count() % 1000; rest != 0) {
    text += fmt::format(".{:03}", rest);
    while (text.ends_with('0')) text.pop_back();
  }
  return text;
}

std::optional<double> plain_number(std::string_view text) {
  // number_from() also takes "inf", "nan" and exponents, which are not meant here.
  if (text.find_first_not_of("0123456789.") != text.npos) return std::nullopt;
  return number_from<double>(text);
}

// "90", "1.5", "1:30"
Result<Milliseconds> parse_time(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return parse_seconds(text);
  const auto minutes = parse_seconds(text.substr(0, colon));
  const auto seconds = parse_seconds(text.substr(colon + 1));
  if (!minutes || !seconds ||
      minutes->count() * 60 > static_cast<std::int64_t>(kMostSeconds * 1000))
    return failure("{} is not a time such as 90 or 1:30", in_quotes(text));
  return *minutes * 60 + *seconds;
}

}  // namespace

Result<Milliseconds> parse_seconds(std::string_view text) {
  const auto seconds = plain_number(text);
  if (!seconds || *seconds > kMostSeconds)
    return failure("{} is not a number of seconds", in_quotes(text));
  return Milliseconds(std::llround(*seconds * 1000));
}

Result<ClockControl> parse_clock_control(std::string_view text) {
  ClockControl control;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != rest.npos) {
    const auto moves = plain_number(rest.substr(0, slash));
    if (!moves || *moves < 1 || *moves > kMostMoves || *moves != std::floor(*moves))
      return failure("{}: before the slash stands a number of moves, 1 to {}", in_quotes(text),
                     kMostMoves);
    control.moves = static_cast<int>(*moves);
    rest.remove_prefix(slash + 1);
  }
  if (const std::size_t plus = rest.find('+'); plus != rest.npos) {
    const auto increment = parse_time(rest.substr(plus + 1));
    if (!increment) return std::unexpected(increment.error());
    control.increment = *increment;
    rest = rest.substr(0, plus);
  }
  const auto base = parse_time(rest);
  if (!base) return std::unexpected(base.error());
  control.base = *base;
  if (control.base + control.increment <= Milliseconds(0))
    return failure("{} leaves no time at all", in_quotes(text));
  return control;
}

std::string to_string(const ClockControl& control) {
  std::string text;
  if (control.moves > 0) text = fmt::format("{}/", control.moves);
  text += seconds_text(control.base);
  if (control.increment > Milliseconds(0)) text += "+" + seconds_text(control.increment);
  return text;
}

std::string to_string(const EngineLimits& limits) {
  std::string text;
  const auto add = [&text](const std::string& more) {
    if (!text.empty()) text += ", ";
    text += more;
  };
  if (limits.clock) add(to_string(*limits.clock));
  if (limits.move_time) add(seconds_text(*limits.move_time) + "/move");
  if (limits.nodes) add(fmt::format("nodes {}", *limits.nodes));
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  return text;
}

}  // namespace tabiya
