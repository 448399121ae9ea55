#include "base/progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <regex>
#include <string>
#include <thread>

namespace tabiya {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kWide = 200;

TEST(ProgressLine, ShowsShareTimeAndWhatIsLeft) {
  EXPECT_EQ(progress_line({.label = "perft 7", .done = 35, .total = 100, .elapsed = 35s}, kWide),
            "perft 7   35 %   0:35, 1:05 left");
}

TEST(ProgressLine, ShowsOnlyTheTimeWhenTheTotalIsUnknown) {
  EXPECT_EQ(progress_line({.label = "games", .done = 35, .elapsed = 5s}, kWide), "games   0:05");
}

TEST(ProgressLine, GuessesNothingBeforeTheFirstStep) {
  EXPECT_EQ(progress_line({.label = "match", .total = 10, .elapsed = 61s}, kWide),
            "match   0 %   1:01");
}

TEST(ProgressLine, DoesNotClaimToBeDoneTooEarly) {
  EXPECT_EQ(progress_line({.label = "x", .done = 999, .total = 1000, .elapsed = 999s}, kWide),
            "x   99 %   16:39, 0:01 left");
}

TEST(ProgressLine, SurvivesATotalThatWasTooLow) {
  EXPECT_EQ(progress_line({.label = "x", .done = 12, .total = 10, .elapsed = 2h}, kWide),
            "x   100 %   2:00:00");
}

TEST(ProgressLine, EndsWithTheNote) {
  EXPECT_EQ(progress_line({.label = "x", .elapsed = 1s, .note = "3 games"}, kWide),
            "x   0:01   3 games");
}

TEST(ProgressLine, IsCutBetweenCharacters) {
  EXPECT_EQ(progress_line({.label = "♔♕♖♗"}, 3), "♔♕♖");
  EXPECT_EQ(progress_line({.label = "♔♕♖♗"}, 0), "");
}

// A terminal of a test: what is written to `terminal` can be read back.
class ProgressOnATerminal : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    winsize size{.ws_row = 24, .ws_col = 40, .ws_xpixel = 0, .ws_ypixel = 0};
    ASSERT_EQ(openpty(&controller_, &terminal_, nullptr, nullptr, &size), 0);
    fcntl(controller_, F_SETFL, O_NONBLOCK);
  }

  void TearDown() override {
    close(terminal_);
    close(controller_);
  }

  std::string written() const {
    std::string text(1 << 16, '\0');
    const ssize_t size = read(controller_, text.data(), text.size());
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
  }

  int controller_ = -1;
  int terminal_ = -1;
};

TEST_F(ProgressOnATerminal, DrawsALineAndTakesItAwayAtTheEnd) {
  {
    Progress progress("perft", 100, terminal_);
    std::this_thread::sleep_for(150ms);
    progress.update(50, "so far so good");
    const std::string line = written();  // the seconds are those of a loaded machine
    EXPECT_TRUE(std::regex_match(
        line, std::regex("\r\x1b\\[Kperft   50 %   0:\\d\\d, 0:\\d\\d left   so far")))
        << line;
  }
  EXPECT_EQ(written(), "\r\x1b[K");
}

TEST_F(ProgressOnATerminal, DrawsSeldomHoweverOftenItIsCalled) {
  Progress progress("perft", std::nullopt, terminal_);
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t calls = 0;
  while (std::chrono::steady_clock::now() < begin + 450ms) progress.update(++calls);
  progress.update(++calls);  // the machine may have done something else in between
  const auto tenths = (std::chrono::steady_clock::now() - begin) / 100ms;
  const std::string text = written();
  const auto draws = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(draws, 1);
  EXPECT_LE(draws, tenths);
}

TEST_F(ProgressOnATerminal, ShowsNothingForATaskThatIsOverAtOnce) {
  {
    Progress("perft", 1, terminal_).update(1);
  }
  EXPECT_EQ(written(), "");
}

TEST_F(ProgressOnATerminal, MakesRoomForOtherOutput) {
  Progress progress("perft", 100, terminal_);
  std::this_thread::sleep_for(150ms);
  progress.update(1);
  written();
  progress.clear();
  EXPECT_EQ(written(), "\r\x1b[K");
  progress.clear();
  EXPECT_EQ(written(), "");
}

TEST_F(ProgressOnATerminal, StaysQuietOnATerminalThatCannotMoveItsCursor) {
  setenv("TERM", "dumb", 1);
  Progress progress("perft", 100, terminal_);
  std::this_thread::sleep_for(150ms);
  progress.update(50);
  EXPECT_EQ(written(), "");
}

TEST(Progress, WritesNothingToAFile) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Progress progress("perft", 100, ends[1]);
    std::this_thread::sleep_for(150ms);
    progress.update(50);
  }
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace tabiya
