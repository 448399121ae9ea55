#include "dataset/left_out.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace tabiya {

LeftOut& LeftOut::operator+=(const LeftOut& more) {
  games += more.games;
  of_games_without_result += more.of_games_without_result;
  without_score += more.without_score;
  with_high_score += more.with_high_score;
  early += more.early;
  in_check += more.in_check;
  before_captures += more.before_captures;
  return *this;
}

std::string why_nothing_is_left(const LeftOut& out) {
  if (out.games == 0) return "There are no games to learn from: all are held out for validation";
  const std::array reasons = {
      std::pair(out.without_score, "have no score, as games of people have none"),
      std::pair(out.of_games_without_result, "are of games without a result"),
      std::pair(out.with_high_score, "have too high a score"),
      std::pair(out.early, "come too early in their games"),
      std::pair(out.in_check, "are in check"),
      std::pair(out.before_captures, "are before a capture or a promotion"),
  };
  std::string text;
  for (const auto& [count, what] : reasons)
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", count, what);
  return "No position of the training data can be learnt from" + text;
}

}  // namespace tabiya
