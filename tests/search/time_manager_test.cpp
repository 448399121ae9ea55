#include "search/time_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <thread>
#include <vector>

#include "chess/movegen.h"

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

TEST(TimeBudget, UsesAFixedTimeWholly) {
  SearchLimits limits;
  limits.move_time = milliseconds(100);
  limits.move_overhead = milliseconds(10);
  EXPECT_EQ(time_budget(limits, Color::White).highest, milliseconds(100));
  limits.move_time = milliseconds(0);
  EXPECT_EQ(time_budget(limits, Color::White).highest, milliseconds(1));
}

TEST(TimeBudget, OfAClockLeavesTheOverhead) {
  SearchLimits limits = clock(1000, 0, 1);
  limits.move_overhead = milliseconds(0);
  const auto whole = time_budget(limits, Color::White).highest;
  limits.move_overhead = milliseconds(100);
  EXPECT_EQ(time_budget(limits, Color::White).highest, *whole - milliseconds(90));
}

// --- alpha-beta

namespace {

// The time after which an iteration that left this picture is the last.
Milliseconds enough_after(const TimeManager& time, const TimeManager::Iteration& iteration) {
  Milliseconds thought{0};
  while (!time.is_enough(iteration, thought)) thought += milliseconds(10);
  return thought;
}

}  // namespace

TEST(TimeOfAlphaBeta, DependsOnHowSureTheMoveIs) {
  const SearchLimits limits = clock(60'000);
  const TimeManager time(limits, Color::White);
  const TimeManager::Iteration usual{.depth = 10, .steady_iterations = 3, .fall = 0, .effort = 0.7};
  TimeManager::Iteration steady = usual;
  steady.steady_iterations = 8;
  EXPECT_LT(enough_after(time, steady), enough_after(time, usual)) << "the best move stays";
  TimeManager::Iteration falling = usual;
  falling.fall = 60;
  EXPECT_GT(enough_after(time, falling), enough_after(time, usual)) << "the score falls";
  TimeManager::Iteration clear = usual;
  clear.effort = 0.95;
  EXPECT_LT(enough_after(time, clear), enough_after(time, usual)) << "all else is refuted at once";
  TimeManager::Iteration only = usual;
  only.only_move = true;
  EXPECT_LT(enough_after(time, only), enough_after(time, usual) / 3) << "there is no choice";
}

TEST(TimeOfAlphaBeta, IsNeverEnoughAfterTheFirstIterationOrWithoutAClock) {
  const SearchLimits limits = clock(1000);
  EXPECT_FALSE(TimeManager(limits, Color::White).is_enough({.depth = 1}, milliseconds(900)));
  EXPECT_TRUE(TimeManager(limits, Color::White).is_enough({.depth = 2}, milliseconds(900)));
  SearchLimits fixed;
  fixed.move_time = milliseconds(100);
  EXPECT_FALSE(TimeManager(fixed, Color::White).is_enough({.depth = 20}, milliseconds(99)))
      << "a fixed time is for use";
  SearchLimits infinite = clock(1000);
  infinite.infinite = true;
  EXPECT_FALSE(TimeManager(infinite, Color::White).is_enough({.depth = 20}, milliseconds(900)));
}

// --- the tree search

namespace {

using namespace std::chrono_literals;

// The root of a search with two moves visited this often.
std::vector<MoveStatistics> two_moves(std::uint32_t first, std::uint32_t second) {
  std::vector<MoveStatistics> moves(2);
  for (std::size_t i = 0; i < 2; ++i) moves[i].move = legal_moves(Position::start())[i];
  moves[0].visits = first;
  moves[1].visits = second;
  return moves;
}

TimeManager::Progress after(Milliseconds time, std::uint64_t visits = 0) {
  return {.on_clock = time, .thought = time, .finished = visits};
}

}  // namespace

TEST(TimeOfTheTreeSearch, EndsWithTheTimeOfAMove) {
  SearchLimits limits;
  limits.move_time = 100ms;
  limits.move_overhead = 10ms;
  const TimeManager time(limits, Color::White);
  EXPECT_FALSE(time.is_enough(after(99ms), two_moves(5, 5)));
  EXPECT_TRUE(time.is_enough(after(100ms), two_moves(5, 5)));
}

TEST(TimeOfTheTreeSearch, WaitsLongerForTheRootThanForAnythingElse) {
  SearchLimits limits;
  limits.move_time = 20ms;
  const TimeManager time(limits, Color::White);
  EXPECT_TRUE(time.is_time_up(20ms));
  EXPECT_FALSE(time.is_too_late_for_root(900ms));
  EXPECT_TRUE(time.is_too_late_for_root(1020ms));
}

TEST(TimeOfTheTreeSearch, DoesNotWaitForTheRootUntilTheFlagFalls) {
  for (const Milliseconds left : {1ms, 20ms, 100ms, 500ms, 5000ms}) {
    SearchLimits limits;
    limits.black.left = left;
    limits.move_overhead = 10ms;
    const TimeManager time(limits, Color::Black);
    EXPECT_TRUE(time.is_too_late_for_root(std::max(left * 9 / 10, 1ms))) << left.count();
  }
}

TEST(TimeOfTheTreeSearch, SurvivesAbsurdClocks) {
  for (const Milliseconds left : {Milliseconds::min(), -1ms, 0ms, Milliseconds::max()}) {
    SearchLimits limits;
    limits.white.left = left;
    limits.white.increment = left;
    const TimeManager time(limits, Color::White);
    EXPECT_FALSE(time.is_too_late_for_root(0ms)) << left.count();
    EXPECT_EQ(time.is_time_up(1h), left <= 0ms) << left.count();
  }
}

TEST(TimeOfTheTreeSearch, NeverEndsWithoutLimits) {
  const SearchLimits limits;
  const TimeManager time(limits, Color::White);
  EXPECT_FALSE(time.must_look_often());
  EXPECT_FALSE(time.is_enough(after(24h, 1'000'000), two_moves(1'000'000, 1)));
  EXPECT_FALSE(time.is_too_late_for_root(24h));
}

TEST(TimeOfTheTreeSearch, SavesTimeWhenNothingCanChangeAnyMore) {
  SearchLimits limits;
  limits.white.left = 60s;
  const TimeManager time(limits, Color::White);
  EXPECT_TRUE(time.is_enough(after(100ms, 1000), two_moves(1'000'000, 10)));
  EXPECT_FALSE(time.is_enough(after(100ms, 1000), two_moves(510, 490)));
  // While the speed is not known.
  EXPECT_FALSE(time.is_enough(after(100ms, 8), two_moves(1'000'000, 10)));
  // Several lines are all worth their time.
  limits.multi_pv = 2;
  EXPECT_FALSE(time.is_enough(after(100ms, 1000), two_moves(1'000'000, 10)));
}

TEST(TimeOfTheTreeSearch, EndsAtADepth) {
  SearchLimits limits;
  limits.depth = 5;
  const TimeManager time(limits, Color::White);
  EXPECT_FALSE(time.is_enough({.average_depth = 4}, two_moves(1, 1)));
  EXPECT_TRUE(time.is_enough({.average_depth = 5}, two_moves(1, 1)));
}

TEST(TimeOfTheTreeSearch, TakesLongerWhileAnotherMoveLooksBetter) {
  SearchLimits limits;
  limits.white.left = 60s;
  const TimeManager time(limits, Color::White);
  const Milliseconds ideal = *time_budget(limits, Color::White).ideal;
  auto moves = two_moves(510, 490);
  EXPECT_TRUE(time.is_enough(after(ideal, 1000), moves));
  moves[1].value = 0.1F;
  EXPECT_FALSE(time.is_enough(after(ideal, 1000), moves));
  EXPECT_TRUE(time.is_enough(after(2 * ideal, 1000), moves));
}

// --- the clock of a run

TEST(SearchClock, RunsFromThePonderHitOn) {
  SearchLimits limits;
  limits.ponder = true;
  std::stop_source hit;
  limits.ponder_hit = hit.get_token();
  SearchClock clock(limits, {});
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(clock.is_pondering());
  EXPECT_FALSE(clock.may_end());
  EXPECT_EQ(clock.on_clock(), 0ms);
  EXPECT_GE(clock.elapsed(), 20ms);
  hit.request_stop();
  EXPECT_TRUE(clock.may_end());
  std::this_thread::sleep_for(5ms);
  EXPECT_GE(clock.on_clock(), 5ms);
  EXPECT_GE(clock.elapsed(), clock.on_clock() + 20ms);
}

TEST(SearchClock, HearsOfWhatCameBeforeIt) {
  SearchLimits limits;
  limits.infinite = limits.ponder = true;
  std::stop_source hit;
  limits.ponder_hit = hit.get_token();
  std::stop_source stop;
  hit.request_stop();
  EXPECT_FALSE(SearchClock(limits, stop.get_token()).may_end()) << "it is still infinite";
  stop.request_stop();
  SearchClock clock(limits, stop.get_token());
  EXPECT_TRUE(clock.may_end());
  EXPECT_FALSE(clock.is_pondering());
  EXPECT_TRUE(clock.since_stop());
  clock.wait_until_wanted();
}

}  // namespace tabiya
