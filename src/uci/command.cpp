#include "uci/command.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/text.h"
#include "uci/go.h"
#include "uci/word_list.h"

namespace tabiya::uci {
namespace {

// Both the name and the value may have spaces: "name Clear Hash", "value /my files/x.bin". A value
// is taken from the line as it stands, because its spaces count.
SetOption parse_set_option(std::string_view line, WordList words) {
  SetOption command;
  const auto name = std::ranges::find(words.rest, "name", &Word::text);
  const auto value = std::ranges::find(name, words.rest.end(), "value", &Word::text);
  for (auto word = name == words.rest.end() ? name : name + 1; word != value; ++word) {
    if (!command.name.empty()) command.name += ' ';
    command.name += word->text;
  }
  if (value != words.rest.end() && value + 1 != words.rest.end()) {
    const Word& last = words.rest.back();
    const std::size_t begin = (value + 1)->at;
    command.value = line.substr(begin, last.at + last.text.size() - begin);
  }
  return command;
}

// "startpos", "fen …" or, as people forget that word, a FEN alone.
SetPosition parse_position(WordList words) {
  SetPosition command;
  const auto moves = std::ranges::find(words.rest, "moves", &Word::text);
  auto word = words.rest.begin();
  if (!words.is_next("startpos")) {
    if (words.is_next("fen")) ++word;
    std::string fields;
    for (; word != moves; ++word) {
      if (!fields.empty()) fields += ' ';
      fields += word->text;
    }
    command.fen = std::move(fields);
  }
  if (moves != words.rest.end())
    for (word = moves + 1; word != words.rest.end(); ++word) command.moves.emplace_back(word->text);
  return command;
}

using Parser = Command (*)(std::string_view line, WordList words);

template <class Plain>
Command plain(std::string_view, WordList) {
  return Plain{};
}

struct Entry {
  std::string_view name;
  Parser parser;
};

constexpr std::array kCommands{
    Entry{"uci", plain<Hello>},
    Entry{"debug",
          [](std::string_view, WordList words) -> Command {
            return Debug{.on = words.is_next("on")};
          }},
    Entry{"isready", plain<IsReady>},
    Entry{"setoption",
          [](std::string_view line, WordList words) -> Command {
            return parse_set_option(line, words);
          }},
    Entry{"register", plain<Register>},
    Entry{"ucinewgame", plain<NewGame>},
    Entry{"position",
          [](std::string_view, WordList words) -> Command { return parse_position(words); }},
    Entry{"go", [](std::string_view, WordList words) -> Command { return parse_go(words); }},
    Entry{"stop", plain<Stop>},
    Entry{"ponderhit", plain<PonderHit>},
    Entry{"quit", plain<Quit>},
    Entry{"d", plain<Display>},
    Entry{"eval", plain<Evaluate>},
    Entry{"bench",
          [](std::string_view, WordList words) -> Command {
            return Bench{.depth = parse_depth(words)};
          }},
    Entry{"help", plain<Help>},
};

}  // namespace

Command parse(std::string_view line) {
  std::vector<Word> words;
  WordReader reader(line);
  while (const auto word = reader.next()) words.push_back(*word);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto entry = std::ranges::find(kCommands, words[i].text, &Entry::name);
    if (entry != kCommands.end())
      return entry->parser(line, WordList{std::span<const Word>(words).subspan(i + 1)});
  }
  return Unknown{.word = words.empty() ? std::string() : std::string(words.front().text)};
}

}  // namespace tabiya::uci
