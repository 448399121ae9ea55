#include "base/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "support/process.h"

namespace tabiya {
namespace {

TEST(Interrupt, IsNotRequestedBeforeASignalComes) {
  const Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
  EXPECT_EQ(interrupt.signal(), 0);
}

TEST(Interrupt, RemembersCtrlC) {
  const Interrupt interrupt;
  std::raise(SIGINT);
  EXPECT_TRUE(interrupt.requested());
  EXPECT_EQ(interrupt.signal(), SIGINT);
}

TEST(Interrupt, RemembersARequestToTerminate) {
  const Interrupt interrupt;
  std::raise(SIGTERM);
  EXPECT_EQ(interrupt.signal(), SIGTERM);
}

TEST(Interrupt, OfAnEarlierCommandIsForgotten) {
  {
    const Interrupt interrupt;
    std::raise(SIGINT);
  }
  const Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
}

TEST(Interrupt, PutsBackTheFormerHandler) {
  struct sigaction before = {};
  sigaction(SIGINT, nullptr, &before);
  {
    const Interrupt interrupt;
  }
  struct sigaction after = {};
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(Interrupt, LeavesAnIgnoredSignalIgnored) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  {
    const Interrupt interrupt;
    std::raise(SIGINT);
    EXPECT_FALSE(interrupt.requested());
  }
  std::signal(SIGINT, before);
}

TEST(Interrupt, WakesAReaderUp) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const Interrupt interrupt;
  const pthread_t reader = pthread_self();
  std::jthread signaller([reader, id = gettid()] {
    EXPECT_TRUE(test::comes_true([id] { return test::sleeps(id); })) << "it never read";
    pthread_kill(reader, SIGTERM);
  });
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), -1);
  EXPECT_EQ(errno, EINTR);
  EXPECT_TRUE(interrupt.requested());
}

TEST(InterruptThreads, EveryThreadSeesTheRequest) {
  const Interrupt interrupt;
  std::jthread first([&] {
    while (!interrupt.requested()) std::this_thread::yield();
  });
  std::jthread second([&] {
    while (!interrupt.requested()) std::this_thread::yield();
  });
  std::raise(SIGINT);
}

TEST(InterruptDeathTest, ASecondCtrlCEndsTheProcessAtOnce) {
  const auto press_twice = [] {
    const Interrupt interrupt;
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(press_twice(), testing::KilledBySignal(SIGINT), "");
}

}  // namespace
TEST(Interrupt, WaitsForInputWithoutMissingASignalThatCameBefore) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Interrupt interrupt;
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  EXPECT_TRUE(interrupt.wait_for_input(ends[0]));
  std::raise(SIGINT);
  EXPECT_FALSE(interrupt.wait_for_input(ends[0]));
  interrupt.forget();
  EXPECT_FALSE(interrupt.requested());
  EXPECT_TRUE(interrupt.wait_for_input(ends[0]));
  close(ends[0]);
  close(ends[1]);
}

TEST(InterruptThreads, WakeWhoeverWaitsForInput) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Interrupt interrupt;
  // Whichever thread receives the signal, the one that waits is woken.
  std::jthread other([] { std::raise(SIGINT); });
  EXPECT_FALSE(interrupt.wait_for_input(ends[0]));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace tabiya
