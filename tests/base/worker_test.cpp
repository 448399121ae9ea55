#include "base/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

namespace tabiya {

using namespace std::chrono_literals;

TEST(WorkerThreads, DoesTasksInTheOrderTheyWereGiven) {
  std::vector<int> done;
  Worker worker;
  for (int i = 0; i < 100; ++i) worker.start([&done, i] { done.push_back(i); });
  worker.wait();
  EXPECT_FALSE(worker.is_busy());
  ASSERT_EQ(done.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(WorkerThreads, IsBusyUntilTheLastTaskIsDone) {
  std::binary_semaphore may_end(0);
  Worker worker;
  worker.start([] {});
  worker.start([&] { may_end.acquire(); });
  EXPECT_FALSE(worker.wait(20ms));
  EXPECT_TRUE(worker.is_busy());
  may_end.release();
  EXPECT_TRUE(worker.wait(60s));
}

TEST(WorkerThreads, FinishesAtItsEndWhatItHasBegun) {
  std::binary_semaphore begun(0);
  bool finished = false;
  {
    Worker worker;
    worker.start([&] {
      begun.release();
      std::this_thread::sleep_for(20ms);
      finished = true;
    });
    begun.acquire();
  }
  EXPECT_TRUE(finished);
}

}  // namespace tabiya
