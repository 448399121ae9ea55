#include "tune/history.h"

#include <gtest/gtest.h>

namespace tabiya::test {
namespace {

const std::vector<TunedParameter> kTwo{{.name = "A"}, {.name = "B, \"b\""}};

std::string row(std::uint64_t iterations) {
  return log_line({.iterations = iterations, .values = {1.5, double(iterations)}},
                  {.wdl = {3, 2, 1}, .discarded = 1});
}

TEST(TuneHistory, IsReadAsItWasWritten) {
  EXPECT_EQ(log_header(kTwo), "iteration,games,wins,draws,losses,discarded,A,\"B, \"\"b\"\"\"\n");
  EXPECT_EQ(row(1), "1,6,3,2,1,1,1.5000,1.0000\n");
  const std::string text = log_header(kTwo) + row(1) + row(2);
  const ReadLog log = read_log(text, kTwo, 2);
  EXPECT_EQ(log.text, text);
  ASSERT_EQ(log.history.size(), 2U);
  EXPECT_EQ(log.history[1].iterations, 2U);
  EXPECT_EQ(log.history[1].values, (std::vector<double>{1.5, 2}));
}

TEST(TuneHistory, ForgetsWhatWasCutShortOrIsNotInTheState) {
  const std::string good = log_header(kTwo) + row(1);
  EXPECT_EQ(read_log(good + row(2) + "3,6,3", kTwo, 1).text, good);
  EXPECT_EQ(read_log(good + row(2).substr(0, row(2).size() - 1), kTwo, 9).text, good);
  EXPECT_EQ(read_log(good + row(1) + "x\n2,6,3,2,1,1,nan,1\n2,6,3,2,1,1,1\n", kTwo, 9).text, good);
  EXPECT_EQ(read_log(good + "1e300,6,3,2,1,1,1,1\n2,6,-3,2,1,1,1,1\n", kTwo, 9).text, good);
  EXPECT_EQ(read_log("", kTwo, 9).text, log_header(kTwo));
}

}  // namespace
}  // namespace tabiya::test
