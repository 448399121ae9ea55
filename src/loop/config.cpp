#include "loop/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "base/result.h"

namespace tabiya {
namespace {

std::unexpected<Error> problem(const toml::node& node, std::string_view what) {
  return failure("line {}: {}", node.source().begin.line, what);
}

// A value as a word of a command line.
std::optional<std::string> word_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  return std::nullopt;
}

// What the loop itself says to a command.
constexpr std::array<std::string_view, 4> kOwnOfSelfplay = {"output", "net", "engine", "seed"};
constexpr std::array<std::string_view, 3> kOwnOfTrain = {"data", "output", "seed"};
constexpr std::array<std::string_view, 3> kOwnOfMatch = {"engine", "pgn", "result"};

// key = value is --key value, key = true is --key, key = [a, b] is --key a b.
Result<std::vector<std::string>> words_of(const toml::table& table,
                                          std::span<const std::string_view> own) {
  std::vector<std::string> words;
  for (const auto& [key, node] : table) {
    std::string name(key.str());
    std::ranges::replace(name, '_', '-');
    if (std::ranges::find(own, name) != own.end())
      return problem(node, fmt::format("{} is for the loop to say", name));
    if (const auto* flag = node.as_boolean()) {
      if (flag->get()) words.push_back("--" + name);
      continue;
    }
    words.push_back("--" + name);
    if (const auto* list = node.as_array()) {
      for (const toml::node& item : *list) {
        const auto word = word_of(item);
        if (!word) return problem(item, fmt::format("{}: a list of words or numbers", name));
        words.push_back(*word);
      }
    } else if (const auto word = word_of(node)) {
      words.push_back(*word);
    } else {
      return problem(node, fmt::format("{}: a word, a number, true, false or a list", name));
    }
  }
  return words;
}

class Reader {
 public:
  Reader(const toml::table& table, std::filesystem::path base) : table_(table), base_(base) {}

  Result<LoopConfig> read() {
    for (const auto& [key, node] : table_) {
      const auto done = take(key.str(), node);
      if (!done) return std::unexpected(done.error());
    }
    if (config_.start.empty())
      config_.start = config_.kind == LoopKind::Nnue ? "bootstrap" : "uniform";
    if (config_.kind == LoopKind::Nnue && config_.start == "uniform")
      return failure("start: an nnue has no uniform network; leave it out or name a file");
    if (config_.kind == LoopKind::Az && config_.start == "bootstrap")
      return failure("start: bootstrap is an nnue; leave it out or name an .onnx file");
    return std::move(config_);
  }

 private:
  using Done = Result<void>;

  Done take(std::string_view key, const toml::node& node) {
    if (key == "kind") return take_kind(node);
    if (key == "folder") return take_path(key, node, config_.folder);
    if (key == "start") return take_start(node);
    if (key == "generations") return take_number(key, node, 1, config_.generations);
    if (key == "window") return take_number(key, node, 1, config_.window);
    if (key == "seed") return take_number(key, node, 0, config_.seed);
    if (key == "promote_above") {
      const auto number = node.value<double>();
      if (!number || !std::isfinite(*number))
        return problem(node, "promote_above: a number, in Elo");
      config_.promote_above = *number;
      return {};
    }
    if (key == "selfplay") return take_words(key, node, kOwnOfSelfplay, config_.selfplay);
    if (key == "train") return take_words(key, node, kOwnOfTrain, config_.train);
    if (key == "match") return take_words(key, node, kOwnOfMatch, config_.match);
    return problem(node, fmt::format("{}: there is no such setting", key));
  }

  Done take_kind(const toml::node& node) {
    const auto text = node.value<std::string>();
    if (text != "nnue" && text != "az") return problem(node, "kind: it is \"nnue\" or \"az\"");
    config_.kind = *text == "nnue" ? LoopKind::Nnue : LoopKind::Az;
    return {};
  }
  Done take_path(std::string_view key, const toml::node& node, std::filesystem::path& into) const {
    const auto text = node.value<std::string>();
    if (!text || text->empty()) return problem(node, fmt::format("{}: a path, in quotes", key));
    into = base_ / *text;
    return {};
  }
  Done take_start(const toml::node& node) {
    const auto text = node.value<std::string>();
    if (text == "bootstrap" || text == "uniform") {
      config_.start = *text;
      return {};
    }
    std::filesystem::path file;
    auto done = take_path("start", node, file);
    if (done) config_.start = file.string();
    return done;
  }
  static Done take_number(std::string_view key, const toml::node& node, std::int64_t lowest,
                          std::uint64_t& into) {
    const auto* number = node.as_integer();
    if (number == nullptr || number->get() < lowest)
      return problem(node, fmt::format("{}: an integer of at least {}", key, lowest));
    into = static_cast<std::uint64_t>(number->get());
    return {};
  }
  static Done take_words(std::string_view key, const toml::node& node,
                         std::span<const std::string_view> own, std::vector<std::string>& into) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return problem(node, fmt::format("{}: a table, [{}]", key, key));
    auto words = words_of(*table, own);
    if (!words) return failure("[{}] {}", key, words.error().message);
    into = std::move(*words);
    return {};
  }

  const toml::table& table_;
  std::filesystem::path base_;
  LoopConfig config_;
};

}  // namespace

Result<LoopConfig> parse_loop_config(std::string_view text, const std::filesystem::path& base,
                                     const std::filesystem::path& usual_folder) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed)
    return failure("line {}: {}", parsed.error().source().begin.line, parsed.error().description());
  auto config = Reader(parsed.table(), base).read();
  if (config && config->folder.empty()) config->folder = usual_folder;
  return config;
}

}  // namespace tabiya
