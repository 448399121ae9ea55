#include "train/work_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace tabiya::test {
namespace {

TEST(WorkTeamThreads, DoEveryItemOnce) {
  for (const int threads : {1, 2, 5}) {
    WorkTeam team(threads);
    EXPECT_EQ(team.threads(), threads);
    for (const std::size_t count : {0, 1, 2, 3, 100}) {
      std::vector<std::atomic<int>> times(count);
      team.share(count, [&](std::size_t item) { ++times[item]; });
      for (std::size_t item = 0; item < count; ++item) EXPECT_EQ(times[item], 1) << item;
    }
  }
}

TEST(WorkTeamThreads, HaveDoneEverythingBeforeTheNextTaskBegins) {
  WorkTeam team(3);
  std::vector<long> values(7);
  // Plain numbers: if two tasks overlapped, the sums would be wrong, and the thread sanitizer would
  // tell.
  for (long task = 1; task <= 3000; ++task)
    team.share(values.size(), [&](std::size_t item) {
      values[item] = task == 1 ? 1 : 2 * values[item];
      values[item] %= 1'000'003;
    });
  long expected = 1;
  for (long task = 2; task <= 3000; ++task) expected = 2 * expected % 1'000'003;
  for (const long value : values) EXPECT_EQ(value, expected);
}

TEST(WorkTeamThreads, EndWhenTheyWereNeverCalled) {
  for (int i = 0; i < 50; ++i) WorkTeam team(4);
}

}  // namespace
}  // namespace tabiya::test
