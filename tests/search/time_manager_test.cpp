#include "search/time_manager.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya {
namespace {

using std::chrono::milliseconds;

SearchLimits clock(int left, int increment = 0, std::optional<int> moves_to_go = {}) {
  SearchLimits limits;
  limits.white = {milliseconds(left), milliseconds(increment)};
  limits.moves_to_go = moves_to_go;
  return limits;
}

// A game in which every move takes somewhat more than it should, and each tenth all it may: does
// the flag fall?
bool survives(int left, int increment, int moves) {
  for (int move = 0; move < moves; ++move) {
    const TimeBudget budget = time_budget(clock(left, increment), Color::White);
    const auto ideal = budget.ideal->count() * 5 / 4;
    left -= static_cast<int>(move % 10 == 9 ? budget.highest->count() : ideal);
    if (left <= 0) return false;
    left += increment;
  }
  return true;
}

}  // namespace

TEST(TimeBudget, IsEndlessWithoutAClock) {
  const TimeBudget budget = time_budget(SearchLimits{}, Color::White);
  EXPECT_FALSE(budget.ideal);
  EXPECT_FALSE(budget.highest);
}

TEST(TimeBudget, IgnoresTheOpponentsClock) {
  SearchLimits limits;
  limits.black = {milliseconds(5), milliseconds(0)};
  EXPECT_FALSE(time_budget(limits, Color::White).highest);
  EXPECT_TRUE(time_budget(limits, Color::Black).highest);
}

TEST(TimeBudget, NeverExceedsTheClock) {
  for (int left : {1, 2, 5, 10, 11, 20, 50, 100, 1000, 60'000, 10'000'000})
    for (int increment : {0, 1, 10, 1000, 100'000})
      for (std::optional<int> moves : {std::optional<int>(), {1}, {2}, {40}, {1000}}) {
        const TimeBudget budget = time_budget(clock(left, increment, moves), Color::White);
        SCOPED_TRACE(testing::Message() << left << '+' << increment << '/' << moves.value_or(0));
        EXPECT_GE(budget.ideal->count(), 1);
        EXPECT_LE(budget.ideal, budget.highest);
        EXPECT_LE(budget.highest->count(), left);
      }
}

TEST(TimeBudget, SurvivesAbsurdNumbers) {
  for (const long long left : {-1LL, -1'000'000'000'000LL, 0LL, 4'000'000'000'000'000'000LL})
    for (const long long increment : {-5LL, 4'000'000'000'000'000'000LL})
      for (const int moves : {-3, 0, 2'000'000'000}) {
        SearchLimits limits;
        limits.black = {Milliseconds(left), Milliseconds(increment)};
        limits.moves_to_go = moves;
        limits.move_overhead = Milliseconds(left);
        const TimeBudget budget = time_budget(limits, Color::Black);
        EXPECT_GE(budget.ideal->count(), 1);
        EXPECT_LE(budget.ideal, budget.highest);
      }
}

TEST(TimeBudget, LastsForALongGame) {
  EXPECT_TRUE(survives(1000, 10, 300));
  EXPECT_TRUE(survives(60'000, 1000, 300));
  EXPECT_TRUE(survives(60'000, 0, 100));
  EXPECT_TRUE(survives(1000, 0, 60));
}

TEST(TimeBudget, UsesMostOfTheTimeBeforeTheControl) {
  const TimeBudget last = time_budget(clock(10'000, 0, 1), Color::White);
  EXPECT_GT(last.highest->count(), 8'000);
  const TimeBudget first = time_budget(clock(10'000, 0, 40), Color::White);
  EXPECT_LT(first.ideal->count(), 1'000);
  EXPECT_GT(first.ideal->count(), 100);
}

TEST(TimeBudget, OfAFixedTimeLeavesTheOverhead) {
  SearchLimits limits;
  limits.move_time = milliseconds(100);
  limits.move_overhead = milliseconds(10);
  EXPECT_EQ(time_budget(limits, Color::White).highest, milliseconds(90));
  limits.move_time = milliseconds(3);
  EXPECT_EQ(time_budget(limits, Color::White).highest, milliseconds(1));
}

}  // namespace tabiya
