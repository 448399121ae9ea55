#include "dataset/score_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/text.h"
#include "chess/values.h"

namespace tabiya {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace

std::optional<std::int16_t> recorded_score(const PgnEval& for_white, Color mover) {
  const int sign = mover == Color::White ? 1 : -1;
  if (const auto* pawns = std::get_if<Centipawns>(&for_white.score))
    return static_cast<std::int16_t>(
        sign * std::clamp(pawns->value, -kHighestCentipawns, kHighestCentipawns));
  const int moves = std::get<MateIn>(for_white.score).moves;
  if (moves == 0 || std::abs(moves) > kLongestMatePlies / 2) return std::nullopt;
  const bool mates = (moves > 0) == (mover == Color::White);
  const int plies = 2 * std::abs(moves) - (mates ? 1 : 0);
  return static_cast<std::int16_t>(mates ? kMateScore - plies : plies - kMateScore);
}

std::optional<ReadScore> score_from(std::string_view text) {
  std::string word = lower(trimmed(text));
  std::erase(word, ' ');
  bool negative = false;
  bool is_mate = false;
  const auto take = [&word](std::string_view begin) {
    if (!word.starts_with(begin)) return false;
    word.erase(0, begin.size());
    return true;
  };
  const auto take_sign = [&] {
    if (take("-"))
      negative = true;
    else
      take("+");
  };
  take_sign();
  for (const std::string_view mark : {"#", "mate", "m"})
    if (take(mark)) {
      is_mate = true;
      if (!negative) take_sign();
      break;
    }
  const auto number = number_from<double>(word);
  if (!number || !std::isfinite(*number) || word.front() == '-') return std::nullopt;
  if (is_mate && (*number != std::floor(*number) || *number > kLongestMatePlies))
    return std::nullopt;
  return ReadScore{.is_mate = is_mate, .value = negative ? -*number : *number};
}

std::optional<PgnResult> result_from(std::string_view text, ResultNumbers numbers) {
  const std::string word = lower(trimmed(text));
  if (word.empty() || word == "*" || word == "none" || word == "null") return PgnResult::Unknown;
  if (word == "white" || word == "w") return PgnResult::WhiteWins;
  if (word == "black" || word == "b") return PgnResult::BlackWins;
  if (word == "draw" || word == "d") return PgnResult::Draw;
  if (const auto pgn = pgn_result_from(word)) return pgn;
  const auto number = number_from<double>(word);
  if (!number) return std::nullopt;
  const double points = numbers == ResultNumbers::Points ? *number : (*number + 1) / 2;
  if (points == 1) return PgnResult::WhiteWins;
  if (points == 0) return PgnResult::BlackWins;
  if (points == 0.5) return PgnResult::Draw;
  return std::nullopt;
}

std::optional<RecordedGame::Result> recorded_result(PgnResult result) {
  if (result == PgnResult::Unknown) return std::nullopt;
  RecordedGame::Result recorded;
  if (result == PgnResult::WhiteWins) recorded.winner = Color::White;
  if (result == PgnResult::BlackWins) recorded.winner = Color::Black;
  return recorded;
}

}  // namespace tabiya
