#include "uci/go.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>

namespace tabiya::uci {
namespace {

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

}  // namespace

std::optional<int> parse_depth(WordList words) {
  std::optional<int> depth;
  take_small(words, depth);
  return depth;
}

Command parse_go(WordList words) {
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

}  // namespace tabiya::uci
