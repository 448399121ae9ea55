// Lines as UCI commands. Every line is some command; its numbers are harmless, its words stand in
// the line, and what is said about it is one printable line.
#include "uci/command.h"

#include <chrono>

#include "base/text.h"
#include "support.h"
#include "uci/format.h"

namespace tabiya::fuzz {
namespace {

using namespace std::chrono_literals;

void require_in(std::string_view line, std::string_view word, std::string_view what) {
  require(line.find(word) != std::string_view::npos, what, word);
}

void check_time(const std::optional<Milliseconds>& time) {
  require(!time || (*time >= 0ms && *time <= 24h * 366), "times are sane");
}

void check_small(const std::optional<int>& number) {
  require(!number || (*number >= 1 && *number <= 1000), "numbers are sane");
}

void check(std::string_view line, const uci::Go& go) {
  const SearchLimits& limits = go.limits;
  for (const PlayerClock& clock : {limits.white, limits.black}) {
    check_time(clock.left);
    check_time(clock.increment);
  }
  check_time(limits.move_time);
  for (const auto& number : {limits.depth, limits.mate, limits.moves_to_go}) check_small(number);
  require(!limits.nodes || *limits.nodes > 0, "there is a node to search");
  for (const std::string& move : go.search_moves) require_in(line, move, "moves are as they stood");
}

void check(std::string_view line, const uci::SetOption& command) {
  require_in(line, command.value, "values are as they stood");
  require(command.name.find("  ") == std::string::npos, "names have single spaces", command.name);
}

void check(std::string_view line, const uci::SetPosition& command) {
  for (const std::string& move : command.moves) require_in(line, move, "moves are as they stood");
  if (!command.fen) return;
  const auto position = parse_fen(*command.fen);
  if (!position) require_sound(position.error(), *command.fen);
}

void check(std::string_view line, const uci::Unknown& command) {
  require_in(line, command.word, "the word is as it stood");
}
void check(std::string_view, const uci::Perft& command) { check_small(command.depth); }
void check(std::string_view, const uci::Bench& command) { check_small(command.depth); }
void check(std::string_view, const auto&) {}

void check(Bytes bytes) {
  while (!bytes.empty()) {
    const std::string_view line = bytes.line();
    const uci::Command command = uci::parse(line);
    std::visit([&](const auto& kind) { check(line, kind); }, command);

    std::string wide = " ";
    WordReader words(line);
    while (const auto word = words.next()) wide.append(word->text).append(" \t ");
    require(uci::parse(wide).index() == command.index(), "blanks do not matter", line);

    require_printable(uci::message_line(line));
  }
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({data, size});
  return 0;
}
