#include "tune/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "tune/config.h"

namespace tabiya {

namespace {

// Options of many engines that say where and for whom it plays, not how well.
constexpr std::array<std::string_view, 24> kUsualOptions{"Hash",
                                                         "Threads",
                                                         "MultiPV",
                                                         "Skill Level",
                                                         "Strength",
                                                         "Level",
                                                         "Elo",
                                                         "Move Overhead",
                                                         "MoveOverhead",
                                                         "Minimum Thinking Time",
                                                         "Slow Mover",
                                                         "nodestime",
                                                         "Contempt",
                                                         "SyzygyProbeDepth",
                                                         "SyzygyProbeLimit",
                                                         "Playouts",
                                                         "TreeMemory",
                                                         "NetCache",
                                                         "NNCacheSize",
                                                         "MinibatchSize",
                                                         "CacheHistoryLength",
                                                         "BatchSize",
                                                         "BatchTimeout",
                                                         "NetThreads"};

// A range that can be tuned, or none: then it may be given.
bool has_usable_range(const OfferedOption& option) {
  if (!option.lowest || !option.highest) return true;
  const double width = static_cast<double>(*option.highest) - static_cast<double>(*option.lowest);
  return width > 0 && width <= kWidestRange;
}

bool looks_tunable(const OfferedOption& option) {
  if (option.type != "spin" || option.name.starts_with("UCI_") || !has_usable_range(option))
    return false;
  return std::ranges::none_of(kUsualOptions,
                              [&](std::string_view name) { return same_name(name, option.name); });
}

// A TOML text. Names of options have no control characters: they were made printable.
std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') quoted += '\\';
    if (byte < 0x20 || byte == 0x7F)
      quoted += fmt::format("\\u{:04X}", byte);
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string engine_table(const EngineSpec& spec) {
  std::string text = fmt::format("[engine]\ncmd = {}\n", toml_text(spec.command));
  if (!spec.folder.empty()) text += fmt::format("dir = {}\n", toml_text(spec.folder));
  if (!spec.arguments.empty()) {
    text += "args = [";
    for (std::size_t i = 0; i < spec.arguments.size(); ++i)
      text += (i > 0 ? ", " : "") + toml_text(spec.arguments[i]);
    text += "]\n";
  }
  if (!spec.options.empty()) text += "\n[engine.options]\n";
  for (const OptionSetting& option : spec.options)
    text += fmt::format("{} = {}\n", toml_text(option.name), toml_text(option.value));
  return text;
}

std::string limits_text(const EngineLimits& limits) {
  std::string text;
  if (limits.clock) text += fmt::format("tc = \"{}\"\n", to_string(*limits.clock));
  if (limits.move_time)
    text += fmt::format("movetime = {}\n", static_cast<double>(limits.move_time->count()) / 1000);
  if (limits.nodes) text += fmt::format("nodes = {}\n", *limits.nodes);
  if (limits.depth) text += fmt::format("depth = {}\n", *limits.depth);
  return text.empty() ? "nodes = 8000  # a move; or depth, movetime (seconds), tc = \"8+0.08\"\n"
                      : text;
}

std::string parameter_table(const OfferedOption& option) {
  std::string text = fmt::format("\n[[parameter]]\nname = {}\n", toml_text(option.name));
  text += option.usual ? fmt::format("value = {}\n", *option.usual) : "# value = ?\n";
  if (!option.lowest || !option.highest) return text + "# lowest = ?\n# highest = ?\n";
  return text +
         fmt::format(
             "lowest = {}\nhighest = {}\nstep = {}\n", *option.lowest, *option.highest,
             usual_step(static_cast<double>(*option.lowest), static_cast<double>(*option.highest)));
}

}  // namespace

Result<std::string> tune_template(const EngineSpec& spec, const UciEngine& engine) {
  if (std::ranges::none_of(engine.offers(), looks_tunable))
    return failure(
        "the engine {} offers nothing to tune: of its options, none is a whole number (spin) that "
        "looks like a constant of its search",
        spec.command);
  std::string text =
      "# For `tabiya tune`. Delete the parameters that you do not want to tune, and think about "
      "the\n"
      "# steps of the others: a step is a change that costs or gains two or three Elo.\n\n"
      "games = 30000\n";
  text += limits_text(spec.limits);
  text +=
      "concurrency = 1        # games at the same time\n"
      "openings = \"random\"    # or an EPD or PGN file\n"
      "resign = { moves = 4, score = 600 }\n"
      "draw = { from = 40, moves = 8, score = 10 }\n\n";
  text += engine_table(spec);
  for (const OfferedOption& option : engine.offers())
    if (looks_tunable(option)) text += parameter_table(option);
  return text;
}

}  // namespace tabiya
