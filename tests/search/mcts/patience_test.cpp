#include "search/mcts/patience.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;

// The root of a search with two moves visited so often.
std::vector<EdgeStatistics> two_moves(std::uint32_t first, std::uint32_t second) {
  std::vector<EdgeStatistics> moves(2);
  for (std::size_t i = 0; i < 2; ++i) moves[i].move = legal_moves(Position::start())[i];
  moves[0].visits = first;
  moves[1].visits = second;
  return moves;
}

SearchPatience::Progress after(Milliseconds time, std::uint64_t visits = 0) {
  return {.on_clock = time, .searched = time, .finished = visits};
}

TEST(Patience, EndsWithTheTimeOfAMove) {
  SearchLimits limits;
  limits.move_time = 110ms;
  limits.move_overhead = 10ms;
  const SearchPatience patience(limits, Color::White);
  EXPECT_FALSE(patience.is_enough(after(99ms), two_moves(5, 5)));
  EXPECT_TRUE(patience.is_enough(after(100ms), two_moves(5, 5)));
}

TEST(Patience, WaitsLongerForTheRootThanForAnythingElse) {
  SearchLimits limits;
  limits.move_time = 20ms;
  const SearchPatience patience(limits, Color::White);
  EXPECT_TRUE(patience.is_time_up(20ms));
  EXPECT_FALSE(patience.is_too_late_for_root(900ms));
  EXPECT_TRUE(patience.is_too_late_for_root(1010ms));
}

TEST(Patience, DoesNotWaitForTheRootUntilTheFlagFalls) {
  for (const Milliseconds left : {1ms, 20ms, 100ms, 500ms, 5000ms}) {
    SearchLimits limits;
    limits.black.left = left;
    limits.move_overhead = 10ms;
    const SearchPatience patience(limits, Color::Black);
    EXPECT_TRUE(patience.is_too_late_for_root(std::max(left * 9 / 10, 1ms))) << left.count();
  }
}

TEST(Patience, SurvivesAbsurdClocks) {
  for (const Milliseconds left : {Milliseconds::min(), -1ms, 0ms, Milliseconds::max()}) {
    SearchLimits limits;
    limits.white.left = left;
    limits.white.increment = left;
    const SearchPatience patience(limits, Color::White);
    EXPECT_FALSE(patience.is_too_late_for_root(0ms)) << left.count();
    EXPECT_EQ(patience.is_time_up(1h), left <= 0ms) << left.count();
  }
}

TEST(Patience, NeverEndsWithoutLimits) {
  const SearchLimits limits;
  const SearchPatience patience(limits, Color::White);
  EXPECT_FALSE(patience.is_short());
  EXPECT_FALSE(patience.is_enough(after(24h, 1'000'000), two_moves(1'000'000, 1)));
  EXPECT_FALSE(patience.is_too_late_for_root(24h));
}

TEST(Patience, SavesTimeWhenNothingCanChangeAnyMore) {
  SearchLimits limits;
  limits.white.left = 60s;
  const SearchPatience patience(limits, Color::White);
  EXPECT_TRUE(patience.is_enough(after(100ms, 1000), two_moves(1'000'000, 10)));
  EXPECT_FALSE(patience.is_enough(after(100ms, 1000), two_moves(510, 490)));
  // While nobody knows how fast it goes.
  EXPECT_FALSE(patience.is_enough(after(100ms, 8), two_moves(1'000'000, 10)));
  // Several lines are all worth their time.
  limits.multi_pv = 2;
  EXPECT_FALSE(patience.is_enough(after(100ms, 1000), two_moves(1'000'000, 10)));
}

TEST(Patience, EndsAtADepth) {
  SearchLimits limits;
  limits.depth = 5;
  const SearchPatience patience(limits, Color::White);
  EXPECT_FALSE(patience.is_enough({.average_depth = 4}, two_moves(1, 1)));
  EXPECT_TRUE(patience.is_enough({.average_depth = 5}, two_moves(1, 1)));
}

}  // namespace
}  // namespace tabiya
