#include "uci/command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace tabiya::uci {
namespace {

// The words of a line that are still to be read.
struct WordList {
  std::span<const Word> rest;

  bool empty() const { return rest.empty(); }
  bool is_next(std::string_view word) const { return !empty() && rest.front().text == word; }
  // Precondition: not empty.
  std::string_view take() {
    const std::string_view word = rest.front().text;
    rest = rest.subspan(1);
    return word;
  }
};

// More than any game takes, and far from where arithmetic with it overflows.
constexpr std::int64_t kLongestTime = std::int64_t{365} * 24 * 3600 * 1000;
constexpr std::int64_t kDeepest = 1000;
constexpr std::int64_t kMostNodes = std::numeric_limits<std::int64_t>::max();

constexpr std::array<std::string_view, 13> kGoWords{
    "searchmoves", "ponder", "wtime", "btime",    "winc",     "binc", "movestogo",
    "depth",       "nodes",  "mate",  "movetime", "infinite", "perft"};

bool is_go_word(std::string_view word) {
  return std::ranges::find(kGoWords, word) != kGoWords.end();
}

// Takes the next word if it is a whole number. One that is too big counts as the biggest.
std::optional<std::int64_t> take_number(WordList& words, std::int64_t lowest,
                                        std::int64_t highest) {
  if (words.empty()) return std::nullopt;
  const std::string_view text = words.rest.front().text;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) number = text.front() == '-' ? lowest : highest;
  words.take();
  return std::clamp(number, lowest, highest);
}

void take_time(WordList& words, std::int64_t lowest, std::optional<Milliseconds>& time) {
  if (const auto number = take_number(words, lowest, kLongestTime)) time = Milliseconds(*number);
}

void take_increment(WordList& words, Milliseconds& increment) {
  std::optional<Milliseconds> time;
  take_time(words, 0, time);
  if (time) increment = *time;
}

void take_small(WordList& words, std::optional<int>& value) {
  if (const auto number = take_number(words, 1, kDeepest)) value = static_cast<int>(*number);
}

void take_moves(WordList& words, std::vector<std::string>& moves) {
  while (!words.empty() && !is_go_word(words.rest.front().text)) moves.emplace_back(words.take());
}

// A number of half-moves, brought into a range that makes sense; nothing if the next word is none.
std::optional<int> parse_depth(WordList words) {
  std::optional<int> depth;
  take_small(words, depth);
  return depth;
}

// Go or Perft. A word that should be a number and is none, is skipped like any unknown word.
Command parse_go(std::string_view, WordList words) {
  Go go;
  SearchLimits& limits = go.limits;
  std::optional<int> perft;
  while (!words.empty()) {
    const std::string_view word = words.take();
    if (word == "searchmoves") take_moves(words, go.search_moves);
    if (word == "ponder") limits.ponder = true;
    if (word == "infinite") limits.infinite = true;
    // A clock below zero is one that has run out: move at once.
    if (word == "wtime") take_time(words, 0, limits.white.left);
    if (word == "btime") take_time(words, 0, limits.black.left);
    if (word == "winc") take_increment(words, limits.white.increment);
    if (word == "binc") take_increment(words, limits.black.increment);
    if (word == "movetime") take_time(words, 1, limits.move_time);
    if (word == "depth") take_small(words, limits.depth);
    if (word == "mate") take_small(words, limits.mate);
    if (word == "perft") take_small(words, perft);
    if (word == "nodes")
      if (const auto nodes = take_number(words, 1, kMostNodes))
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    if (word == "movestogo")  // some programs write 0 for the rest of the game
      if (const auto moves = take_number(words, 0, kDeepest); moves && *moves > 0)
        limits.moves_to_go = static_cast<int>(*moves);
  }
  if (perft) return Perft{.depth = *perft};
  return go;
}

// Both the name and the value may have spaces: "name Clear Hash", "value /my files/x.bin". A value
// is taken from the line as it stands, because its spaces count.
Command parse_set_option(std::string_view line, WordList words) {
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
Command parse_position(std::string_view, WordList words) {
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
    Entry{"setoption", parse_set_option},
    Entry{"register", plain<Register>},
    Entry{"ucinewgame", plain<NewGame>},
    Entry{"position", parse_position},
    Entry{"go", parse_go},
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
