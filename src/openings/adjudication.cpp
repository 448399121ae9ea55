#include "openings/adjudication.h"

#include <cstdlib>

namespace tabiya {

namespace {

// A mate is better than every number of pawns.
int in_centipawns(WrittenScore score) {
  constexpr int mate = 1'000'000;
  if (!score.is_mate) return score.value;
  return score.value > 0 ? mate : -mate;
}

}  // namespace

void Arbiter::note(Color mover, const std::optional<WrittenScore>& score, int number) {
  ++plies_;
  number_ = number;
  Rows& rows = rows_[index(mover)];
  if (!score) {
    rows = {};
    return;
  }
  const int value = in_centipawns(*score);
  if (score->is_mate) mating_ = value > 0 ? mover : !mover;
  const auto count = [](bool goes_on, int& row) { row = goes_on ? row + 1 : 0; };
  if (rules_.draw) count(std::abs(value) <= rules_.draw->score, rows.level);
  if (rules_.resign) count(value <= -rules_.resign->score, rows.losing);
  if (rules_.resign) count(value >= rules_.resign->score, rows.winning);
}

std::optional<Outcome> Arbiter::verdict() const {
  if (const auto& rule = rules_.resign) {
    if (rule->at_mate && mating_) return Outcome::win(*mating_, Ending::Resignation);
    for (const Color side : kColors) {
      const bool confirmed = !rule->both || rows_[index(!side)].winning >= rule->moves;
      if (rows_[index(side)].losing >= rule->moves && confirmed)
        return Outcome::win(!side, Ending::Resignation);
    }
  }
  if (const auto& rule = rules_.draw) {
    if (number_ >= rule->from && rows_[0].level >= rule->moves && rows_[1].level >= rule->moves)
      return Outcome::draw(Ending::Agreement);
  }
  return std::nullopt;
}

}  // namespace tabiya
