#include "match/limits.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

using namespace std::chrono_literals;

ClockControl control_of(std::string_view text) {
  const auto control = parse_clock_control(text);
  EXPECT_TRUE(control) << text << ": " << (control ? "" : control.error().message);
  return control.value_or(ClockControl{});
}

TEST(ClockControl, IsReadAsOtherProgramsWriteIt) {
  EXPECT_EQ(control_of("10+0.1"), (ClockControl{0, 10s, 100ms}));
  EXPECT_EQ(control_of("40/60"), (ClockControl{40, 60s, 0ms}));
  EXPECT_EQ(control_of("40/2:30+1"), (ClockControl{40, 150s, 1000ms}));
  EXPECT_EQ(control_of("0.05"), (ClockControl{0, 50ms, 0ms}));
  EXPECT_EQ(control_of("0+0.1"), (ClockControl{0, 0ms, 100ms}));
}

TEST(ClockControl, IsWrittenAsItIsRead) {
  for (const char* text : {"10+0.1", "40/60", "1+0.01", "0.05", "300+3", "1/5"})
    EXPECT_EQ(to_string(control_of(text)), text);
}

TEST(ClockControl, NonsenseIsRefused) {
  for (const char* text : {"",
                           "+",
                           "x",
                           "0",
                           "0+0",
                           "-1",
                           "1e3",
                           "inf",
                           "nan",
                           "/5",
                           "0/5",
                           "1.5/5",
                           "40/",
                           "5+",
                           "5+-1",
                           "5++1",
                           "1:2:3",
                           ":",
                           "99999999999999",
                           "5 +1"})
    EXPECT_FALSE(parse_clock_control(text)) << text;
}

TEST(EngineLimits, AreDescribedForPgn) {
  EXPECT_EQ(to_string(EngineLimits{.clock = ClockControl{0, 10s, 100ms}}), "10+0.1");
  EXPECT_EQ(to_string(EngineLimits{.move_time = 250ms}), "0.25/move");
  EXPECT_EQ(to_string(EngineLimits{.nodes = 500, .depth = 9}), "nodes 500, depth 9");
}

TEST(ChessClock, GivesTheIncrementAfterEachMove) {
  ChessClock clock({.clock = ClockControl{0, 1000ms, 100ms}});
  EXPECT_EQ(clock.allowed(), 1000ms);
  EXPECT_TRUE(clock.spend(300ms, 0ms));
  EXPECT_EQ(clock.left(), 800ms);
}

TEST(ChessClock, IsFilledUpWhenTheMovesAreMade) {
  ChessClock clock({.clock = ClockControl{2, 1000ms, 0ms}});
  EXPECT_EQ(clock.moves_to_go(), 2);
  EXPECT_TRUE(clock.spend(300ms, 0ms));
  EXPECT_EQ(clock.moves_to_go(), 1);
  EXPECT_TRUE(clock.spend(600ms, 0ms));
  EXPECT_EQ(clock.moves_to_go(), 2);
  EXPECT_EQ(clock.left(), 1100ms);
}

TEST(ChessClock, FallsOnlyBeyondTheMargin) {
  ChessClock clock({.clock = ClockControl{0, 1000ms, 100ms}});
  EXPECT_TRUE(clock.spend(1050ms, 50ms));
  EXPECT_EQ(clock.left(), 100ms) << "no debt is carried on";
  EXPECT_FALSE(clock.spend(151ms, 50ms));
}

TEST(ChessClock, KnowsFixedTimesAndNoTimeAtAll) {
  ChessClock fixed({.move_time = 100ms});
  EXPECT_TRUE(fixed.spend(100ms, 0ms));
  EXPECT_TRUE(fixed.spend(100ms, 0ms));
  EXPECT_FALSE(fixed.spend(101ms, 0ms));
  ChessClock untimed({.nodes = 5});
  EXPECT_EQ(untimed.allowed(), std::nullopt);
  EXPECT_TRUE(untimed.spend(24h, 0ms));
  ChessClock both({.clock = ClockControl{0, 300ms, 0ms}, .move_time = 200ms});
  EXPECT_EQ(both.allowed(), 200ms);
  EXPECT_TRUE(both.spend(200ms, 0ms));
  EXPECT_EQ(both.allowed(), 100ms);
}

}  // namespace
}  // namespace tabiya
