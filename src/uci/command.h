// What a chess program says to an engine, line by line: the commands of UCI and a few for people.
//
// Text in, typed command out: no engine, no position and no output, so it is fuzzed and tested
// alone. Moves stay text, since what they mean depends on the position.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "search/search.h"

namespace tabiya::uci {

struct Hello {};  // "uci": who are you?
struct Debug {
  bool on = false;
};
struct IsReady {};
struct SetOption {
  std::string name;
  std::string value;  // empty if there was none
};
struct Register {};  // nothing has to be registered here
struct NewGame {};
struct SetPosition {
  std::optional<std::string> fen;  // none: the start position
  std::vector<std::string> moves;
};
struct Go {
  SearchLimits limits;  // without search_moves
  std::vector<std::string> search_moves;
};
struct Perft {  // "go perft 5"
  int depth = 1;
};
struct Stop {};
struct PonderHit {};
struct Quit {};

// For people.
struct Display {};   // "d"
struct Evaluate {};  // "eval"
struct Bench {
  std::optional<int> depth;
};
struct Help {};

// Nothing in the line is a command; `word` is its first word, and empty if it has none.
struct Unknown {
  std::string word;
};

using Command = std::variant<Hello, Debug, IsReady, SetOption, Register, NewGame, SetPosition, Go,
                             Perft, Stop, PonderHit, Quit, Display, Evaluate, Bench, Help, Unknown>;

// Any line is some command. As the protocol has it, unknown words are skipped: "joho
// debug on" is "debug on". Numbers are brought into a harmless range.
Command parse(std::string_view line);

}  // namespace tabiya::uci
