#include "base/terminal.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya {
namespace {

TEST(Wrapped, FillsLinesUpToTheirWidth) {
  const std::vector<std::string> words{"aa", "bb", "cc", "dddddddddd", "e"};
  EXPECT_EQ(wrapped(words, "", 5), "aa bb\ncc\ndddddddddd\ne");
  EXPECT_EQ(wrapped(words, "  ", 7), "aa bb\n  cc\n  dddddddddd\n  e");
  EXPECT_EQ(wrapped({}, "  ", 7), "");
}

}  // namespace
}  // namespace tabiya
