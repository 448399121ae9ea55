#include "inference/open_evaluator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "inference/networks.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

EvaluatorSettings settings_for(const TemporaryFolder& folder) {
  const auto file = tiny_network();
  folder.write("net.onnx", file);
  EvaluatorSettings settings;
  settings.file = folder.path() / "net.onnx";
  return settings;
}

// Two callers whose requests the network computes at once are one batch of two.
TEST(OpenEvaluatorThreads, CountsTheBatchesOfTheNetworkAndNotTheCallers) {
  const TemporaryFolder folder;
  EvaluatorSettings settings = settings_for(folder);
  settings.arrangement = Arrangement::Together;
  settings.batch = {.size = 2, .timeout = std::chrono::hours(1)};
  settings.cache = 0;
  const auto opened = open_evaluator(settings);
  ASSERT_TRUE(opened) << opened.error().message;
  {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 2; ++i)
      callers.emplace_back([&] {
        Questions questions({Game()});
        EXPECT_TRUE(opened->evaluator->evaluate(questions.all(), {}));
      });
  }
  EXPECT_EQ(opened->counter->batches, 1U);
  EXPECT_EQ(opened->counter->positions, 2U);
}

TEST(OpenEvaluator, DoesNotCountWhatItRemembersAndCountsOnWhenArrangedAnew) {
  const TemporaryFolder folder;
  EvaluatorSettings settings = settings_for(folder);
  const auto first = open_evaluator(settings);
  ASSERT_TRUE(first) << first.error().message;
  for (int i = 0; i < 3; ++i) {
    Questions questions({Game()});
    ASSERT_TRUE(first->evaluator->evaluate(questions.all(), {}));
  }
  EXPECT_EQ(first->counter->positions, 1U);
  settings.cache = 0;
  const auto second = open_evaluator(settings, *first);
  ASSERT_TRUE(second) << second.error().message;
  Questions questions({Game()});
  ASSERT_TRUE(second->evaluator->evaluate(questions.all(), {}));
  EXPECT_EQ(second->counter->positions, 2U);
}

}  // namespace
}  // namespace tabiya::test
