#include "loop/opponent_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/engine_spec.h"

namespace tabiya {
namespace {

using Done = Result<void>;

// What the loop itself says to the match.
constexpr std::array<std::string_view, 3> kOwn = {"engine", "pgn", "result"};

class OpponentReader {
 public:
  OpponentReader(const toml::table& table, const std::filesystem::path& base)
      : table_(table), base_(base) {}

  Result<LoopOpponent> read() {
    for (const auto& [key, node] : table_)
      if (auto done = take(key.str(), node); !done) return std::unexpected(done.error());
    if (command_.empty()) return problem(table_, "[[opponent]]: it needs a program, cmd = \"…\"");
    if (name_.empty()) name_ = std::filesystem::path(command_).filename().string();
    if (!is_fit_for_files(name_))
      return problem(table_, fmt::format("name: {} has to name files: up to 40 letters, digits, "
                                         "'-', '_' and '.', no '.' at the beginning",
                                         name_));
    LoopOpponent opponent{.name = name_, .engine = engine_words(), .from = from_};
    opponent.match = words_of(match_);
    return opponent;
  }

 private:
  static bool is_fit_for_files(std::string_view name) {
    const auto fits = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_' || c == '.';
    };
    return !name.empty() && name.size() <= 40 && name.front() != '.' &&
           std::ranges::all_of(name, fits);
  }

  Done take(std::string_view key, const toml::node& node) {
    if (key == "name") return take_text(key, node, name_);
    if (key == "cmd") return take_command(node);
    if (key == "args") return take_text(key, node, arguments_);
    if (key == "dir") return take_folder(node);
    if (key == "from") return take_generations(key, node, from_);
    if (key == "options") return take_engine_options(node);
    if (key == "match") return take_options("opponent.match", node, kOwn, match_);
    return problem(node, fmt::format("{}: an opponent has no such setting", key));
  }
  // Like a shell: only a name without a slash is looked for in PATH.
  Done take_command(const toml::node& node) {
    auto done = take_text("cmd", node, command_);
    if (done && command_.find('/') != command_.npos) command_ = (base_ / command_).string();
    return done;
  }
  Done take_folder(const toml::node& node) {
    std::filesystem::path folder;
    auto done = take_path("dir", node, base_, folder);
    if (done) folder_ = folder.string();
    return done;
  }
  Done take_engine_options(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      return problem(node, "options: a table, options = { Hash = 16, Threads = 1 }");
    for (const auto& [key, value] : *table) {
      auto word = word_of(value);
      if (const auto* flag = value.as_boolean()) word = flag->get() ? "true" : "false";
      if (!word)
        return problem(value, fmt::format("{}: a word, a number, true or false", key.str()));
      options_.push_back(fmt::format("option.{}={}", key.str(), *word));
    }
    return {};
  }

  std::vector<std::string> engine_words() const {
    std::vector<std::string> words = {"cmd=" + quoted_argument(command_), "name=" + name_};
    if (!arguments_.empty()) words.push_back("args=" + arguments_);
    if (!folder_.empty()) words.push_back("dir=" + quoted_argument(folder_));
    words.insert(words.end(), options_.begin(), options_.end());
    return words;
  }

  const toml::table& table_;
  const std::filesystem::path& base_;
  std::string name_;
  std::string command_;
  std::string arguments_;
  std::string folder_;
  std::uint64_t from_ = 1;
  std::vector<std::string> options_;
  OptionTable match_;
};

}  // namespace

Result<LoopOpponent> opponent_from(const toml::table& table, const std::filesystem::path& base) {
  return OpponentReader(table, base).read();
}

}  // namespace tabiya
