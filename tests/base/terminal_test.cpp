#include "base/terminal.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>

namespace tabiya {
namespace {

// A terminal of 60 columns and a file that is none, with the environment of a usual session.
class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    setenv("LANG", "C.UTF-8", 1);
    for (const char* name : {"NO_COLOR", "LC_ALL", "LC_CTYPE"}) unsetenv(name);
    winsize size{.ws_row = 24, .ws_col = 60, .ws_xpixel = 0, .ws_ypixel = 0};
    ASSERT_EQ(openpty(&controller_, &terminal_, nullptr, nullptr, &size), 0);
    ASSERT_EQ(pipe(pipe_), 0);
  }
  void TearDown() override {
    for (const int file : {controller_, terminal_, pipe_[0], pipe_[1]}) close(file);
  }

  int controller_ = -1;
  int terminal_ = -1;
  int pipe_[2] = {-1, -1};
};

TEST_F(Terminal, ShowsColoursUnlessTheyAreNotWanted) {
  EXPECT_TRUE(wants_color(terminal_));
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(wants_color(terminal_));
  setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(wants_color(terminal_));
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(wants_color(terminal_));
  unsetenv("TERM");
  EXPECT_FALSE(wants_color(terminal_));
}

TEST_F(Terminal, FilesGetNoColours) {
  EXPECT_FALSE(wants_color(pipe_[1]));
  EXPECT_FALSE(is_capable_terminal(pipe_[1]));
}

TEST_F(Terminal, ShowsChessSymbolsWhereTheLocaleIsUtf8) {
  EXPECT_TRUE(shows_unicode(terminal_));
  setenv("LC_ALL", "POSIX", 1);
  EXPECT_FALSE(shows_unicode(terminal_));
  setenv("LC_ALL", "de_DE.utf8", 1);
  EXPECT_TRUE(shows_unicode(terminal_));
  unsetenv("LC_ALL");
  setenv("LC_CTYPE", "de_DE.ISO-8859-1", 1);
  EXPECT_FALSE(shows_unicode(terminal_));
  unsetenv("LC_CTYPE");
  unsetenv("LANG");
  EXPECT_FALSE(shows_unicode(terminal_));
  EXPECT_TRUE(shows_unicode(pipe_[1]));
}

TEST_F(Terminal, KnowsItsWidth) {
  EXPECT_EQ(columns_of(terminal_), 60u);
  EXPECT_EQ(columns_of(pipe_[1]), 80u);
}

}  // namespace
}  // namespace tabiya
