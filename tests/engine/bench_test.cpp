#include "engine/bench.h"

#include <gtest/gtest.h>

#include "nnue/network.h"

namespace tabiya {

// The signature of the search: whoever changes the search or the network changes it here, on
// purpose. It must be the same in every build and on every processor.
TEST(Bench, CountsTheSameNodesEverywhere) {
  BenchOptions options;
  options.depth = 7;
  const BenchResult result = bench(Network::built_in(), options, [](auto&&...) { return true; });
  EXPECT_EQ(result.nodes, 44'575u);
  EXPECT_TRUE(result.complete);
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
