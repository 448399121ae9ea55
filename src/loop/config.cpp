#include "loop/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/result.h"
#include "loop/opponent_settings.h"
#include "loop/toml_settings.h"

namespace tabiya {
namespace {

using Done = Result<void>;

// What the loop itself says to a command.
constexpr std::array<std::string_view, 4> kOwnOfSelfplay = {"output", "net", "engine", "seed"};
constexpr std::array<std::string_view, 3> kOwnOfTrain = {"data", "output", "seed"};
constexpr std::array<std::string_view, 3> kOwnOfMatch = {"engine", "pgn", "result"};

// The settings that a stage may have of its own; the file's own are those of every stage.
struct StageSettings {
  LoopStage numbers;
  OptionTable selfplay{};
  OptionTable train{};
  OptionTable match{};

  LoopStage stage() const {
    LoopStage result = numbers;
    result.selfplay = words_of(selfplay);
    result.train = words_of(train);
    result.match = words_of(match);
    return result;
  }

  // Nothing if there is no such setting. `prefix` stands before the name of a table.
  std::optional<Done> take(std::string_view prefix, std::string_view key, const toml::node& node) {
    if (key == "generations") return take_generations(key, node, numbers.generations);
    if (key == "window") return take_generations(key, node, numbers.window);
    if (key == "promote_above") return take_promote_above(node);
    const std::string name = fmt::format("{}{}", prefix, key);
    if (key == "selfplay") return take_options(name, node, kOwnOfSelfplay, selfplay);
    if (key == "train") return take_options(name, node, kOwnOfTrain, train);
    if (key == "match") return take_options(name, node, kOwnOfMatch, match);
    return std::nullopt;
  }

  Done take_promote_above(const toml::node& node) {
    const auto number = node.value<double>();
    if (!number || !std::isfinite(*number)) return problem(node, "promote_above: a number, in Elo");
    numbers.promote_above = *number;
    return {};
  }
};

class Reader {
 public:
  Reader(const toml::table& table, std::filesystem::path base)
      : table_(table), base_(std::move(base)) {}

  Result<LoopConfig> read() {
    for (const auto& [key, node] : table_)
      if (auto done = take(key.str(), node); !done) return std::unexpected(done.error());
    if (auto done = check_start(); !done) return std::unexpected(done.error());
    if (auto done = take_stages(); !done) return std::unexpected(done.error());
    return std::move(config_);
  }

 private:
  Done take(std::string_view key, const toml::node& node) {
    if (key == "kind") return take_kind(node);
    if (key == "folder") return take_path(key, node, base_, config_.folder);
    if (key == "start") return take_start(node);
    if (key == "seed")
      return take_number(key, node, 0, std::numeric_limits<std::int64_t>::max(), config_.seed);
    if (key == "opponent") return take_opponents(node);
    if (key == "stage") return {};  // when all that the stages share is known
    return shared_.take("", key, node)
        .value_or(problem(node, fmt::format("{}: there is no such setting", key)));
  }

  Done take_kind(const toml::node& node) {
    const auto text = node.value<std::string>();
    if (text != "nnue" && text != "az") return problem(node, "kind: it is \"nnue\" or \"az\"");
    config_.kind = *text == "nnue" ? LoopKind::Nnue : LoopKind::Az;
    return {};
  }
  Done take_start(const toml::node& node) {
    config_.start = node.value<std::string>().value_or("");
    if (!config_.start.empty() && !config_.start_is_file()) return {};
    std::filesystem::path file;
    auto done = take_path("start", node, base_, file);
    if (done) config_.start = file.string();
    return done;
  }
  Done check_start() {
    std::string& start = config_.start;
    if (start.empty()) start = config_.kind == LoopKind::Nnue ? "bootstrap" : "uniform";
    if (config_.kind == LoopKind::Nnue && start == "uniform")
      return failure("start: an nnue has no uniform network; leave it out or name a file");
    if (config_.kind == LoopKind::Az && (start == "bootstrap" || start == "random"))
      return failure("start: {} is an nnue; leave it out or name an .onnx file", start);
    return {};
  }

  Done take_stages() {
    const toml::node* stages = table_.get("stage");
    if (stages == nullptr) {
      config_.stages = {shared_.stage()};
      return {};
    }
    if (const toml::node* generations = table_.get("generations"))
      return problem(*generations, "generations: each [[stage]] has its own; remove it here");
    const auto tables = tables_of("stage", *stages);
    if (!tables) return std::unexpected(tables.error());
    config_.stages.clear();
    for (const toml::table* table : *tables)
      if (auto done = take_stage(*table); !done) return done;
    return {};
  }
  Done take_stage(const toml::table& table) {
    StageSettings settings = shared_;
    settings.numbers.line = line_of(table);
    settings.numbers.generations = 1;
    for (const auto& [key, node] : table) {
      const auto done = settings.take("stage.", key.str(), node);
      if (!done) return problem(node, fmt::format("{}: a stage has no such setting", key.str()));
      if (!*done) return *done;
    }
    config_.stages.push_back(settings.stage());
    return {};
  }

  Done take_opponents(const toml::node& node) {
    const auto tables = tables_of("opponent", node);
    if (!tables) return std::unexpected(tables.error());
    for (const toml::table* table : *tables) {
      auto opponent = opponent_from(*table, base_);
      if (!opponent) return std::unexpected(opponent.error());
      if (std::ranges::find(config_.opponents, opponent->name, &LoopOpponent::name) !=
          config_.opponents.end())
        return problem(*table,
                       fmt::format("name: there is another opponent {} already", opponent->name));
      config_.opponents.push_back(*std::move(opponent));
    }
    return {};
  }

  const toml::table& table_;
  std::filesystem::path base_;
  LoopConfig config_;
  StageSettings shared_;
};

}  // namespace

std::uint64_t LoopConfig::generations() const {
  std::uint64_t sum = 0;
  for (const LoopStage& stage : stages) sum += stage.generations;
  return sum;
}

const LoopStage& LoopConfig::stage_of(std::uint64_t generation) const {
  std::uint64_t last = 0;
  for (const LoopStage& stage : stages) {
    last += stage.generations;
    if (generation <= last) return stage;
  }
  return stages.back();
}

Result<LoopConfig> parse_loop_config(std::string_view text, const std::filesystem::path& base,
                                     const std::filesystem::path& usual_folder) {
  const auto table = parse_toml(text);
  if (!table) return std::unexpected(table.error());
  auto config = Reader(*table, base).read();
  if (config && config->folder.empty()) config->folder = usual_folder;
  return config;
}

}  // namespace tabiya
