#include "engine/bench.h"

#include <gtest/gtest.h>

#include "nnue/network.h"
#include "support/bench_signature.h"

namespace tabiya {

TEST(Bench, CountsTheSameNodesEverywhere) { EXPECT_EQ(test::bench_nodes(), test::kBenchNodes); }

TEST(Bench, SaysThatItIsComplete) {
  BenchOptions options;
  options.depth = 2;
  EXPECT_TRUE(bench(Network::built_in(), options, [](auto&&...) { return true; }).complete);
}

TEST(Bench, EndsWhenItIsToldTo) {
  BenchOptions options;
  options.depth = 60;
  int asked = 0;
  const BenchResult result =
      bench(Network::built_in(), options, [&](auto&&...) { return ++asked < 5; });
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(asked, 5);
}

}  // namespace tabiya
