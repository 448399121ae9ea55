// The network that learns is the network that plays, and it learns.
#include "train/az/torch/torch_learner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "encode/planes.h"
#include "inference/networks.h"
#include "inference/slow_tower.h"
#include "train/az/games_source.h"
#include "train/az/toy_games.h"

namespace tabiya::test {
namespace {

AzSettings toy_settings(const std::string& net = "1x16", int history = 1) {
  AzSettings settings;
  settings.data = {"toy"};
  settings.output = "toy.onnx";
  settings.net = net;
  settings.history = history;
  settings.batch = 64;
  settings.threads = 1;
  settings.average = 0.98;
  return settings;
}

GamesSource source_of(const AzSettings& settings, std::size_t count, std::uint64_t seed) {
  return {toy_games(count, seed), settings, GamesSource::AtTheEnd::GoRound};
}

// After some steps, so that norms and biases are no longer what they were at first.
std::unique_ptr<Learner> trained(const AzSettings& settings, int steps) {
  auto learner = torch_learner(settings.learner(), settings.seed);
  GamesSource source = source_of(settings, 500, 7);
  AzBatch batch(settings.batch, settings.shape().planes());
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(source.read(batch));
    EXPECT_TRUE(learner->step(batch, 0.003).is_finite);
  }
  return learner;
}

// The whole chain: libtorch with its norms, folded weights, an ONNX file, ONNX Runtime.
TEST(TorchLearner, SaysWhatItsExportedNetworkSays) {
  for (const int history : {1, 3}) {
    const AzSettings settings = toy_settings("2x16", history);
    const auto learner = trained(settings, 12);
    const TowerWeights weights = learner->weights();
    const auto session = OnnxSession::open(onnx_library(), onnx_file_of(weights), {}).value();

    GamesSource source = source_of(settings, 16, 99);
    AzBatch batch(16, settings.shape().planes());
    ASSERT_TRUE(source.read(batch));
    const AzOutputs expected = learner->outputs(batch);
    ASSERT_EQ(expected.policy.size(), 16u * 4168u);
    ASSERT_EQ(expected.wdl.size(), 16u * 3u);
    std::vector<float> planes(batch.inputs(), batch.inputs() + 16 * batch.inputs(0).size());
    const std::vector<std::string> names{"policy", "wdl"};
    const auto computed = session->compute({"planes", {16, batch.planes(), 8, 8}, planes}, names);
    ASSERT_TRUE(computed) << computed.error().message;
    double largest = 0;
    double size = 0;
    for (std::size_t i = 0; i < expected.policy.size(); ++i) {
      largest = std::max(largest, std::abs(double{(*computed)[0][i]} - expected.policy[i]));
      size = std::max(size, std::abs(double{expected.policy[i]}));
    }
    for (std::size_t i = 0; i < expected.wdl.size(); ++i) {
      largest = std::max(largest, std::abs(double{(*computed)[1][i]} - expected.wdl[i]));
    }
    EXPECT_LT(largest, 1e-4);
    EXPECT_GT(size, 0.1);  // otherwise there would be nothing to see

    // The slow reference of the tests, too, which shares nothing with ONNX Runtime.
    planes.resize(plane_floats_for(history));
    const SlowOutputs slow = slow_tower(weights, planes);
    for (std::size_t i = 0; i < 4168; ++i)
      ASSERT_NEAR(slow.policy[i], expected.policy[i], 1e-4) << i;
  }
}

TEST(TorchLearner, LearnsMaterialAndCaptures) {
  AzSettings settings = toy_settings("2x32");
  settings.smoothing = 0;
  auto learner = torch_learner(settings.learner(), 1);
  GamesSource source = source_of(settings, 20'000, 1);
  GamesSource others = source_of(settings, 512, 2);
  AzBatch unseen(512, settings.shape().planes());
  ASSERT_TRUE(others.read(unseen));
  const AzLosses before = learner->judge(unseen);
  EXPECT_GT(before.policy, 2.5);
  EXPECT_GT(before.value, 0.9);
  AzBatch batch(settings.batch, settings.shape().planes());
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(source.read(batch));
    ASSERT_TRUE(learner->step(batch, i < 220 ? 0.002 : 0.0007).is_finite);
  }
  const AzLosses after = learner->judge(unseen);
  RecordProperty("policy", std::to_string(after.policy));
  RecordProperty("value", std::to_string(after.value));
  EXPECT_LT(after.policy, 0.6);
  EXPECT_LT(after.value, 0.55);  // who knows nothing has 0.69
  EXPECT_GT(after.same_move, 0.8);
}

TEST(TorchLearner, GoesOnFromItsStateAsIfItHadNotStopped) {
  const AzSettings settings = toy_settings();
  const auto first = trained(settings, 6);
  const LearnerState kept = first->state();
  const auto second = torch_learner(settings.learner(), 55);
  ASSERT_NE(second->state(), kept);
  ASSERT_TRUE(second->restore(kept));
  EXPECT_EQ(second->state(), kept);
  GamesSource source = source_of(settings, 200, 3);
  AzBatch batch(settings.batch, settings.shape().planes());
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(source.read(batch));
    const AzLosses one = first->step(batch, 0.002);
    const AzLosses other = second->step(batch, 0.002);
    EXPECT_EQ(one.policy, other.policy);
    EXPECT_EQ(one.value, other.value);
  }
  EXPECT_EQ(first->state(), second->state());
}

TEST(TorchLearner, IsTheSameForTheSameSeed) {
  const AzSettings settings = toy_settings();
  EXPECT_EQ(trained(settings, 4)->state(), trained(settings, 4)->state());
}

TEST(TorchLearner, RefusesAStateOfAnotherNetworkAndKeepsItsOwn) {
  const auto small = trained(toy_settings("1x16"), 2);
  const auto large = torch_learner(toy_settings("1x24").learner(), 1);
  const LearnerState before = large->state();
  EXPECT_EQ(large->restore(small->state()).error().message,
            "its averaged input.weights has another size");
  EXPECT_EQ(large->begin_from(small->state()).error().message,
            "its averaged input.weights has another size");
  LearnerState lacking = before;
  lacking.arrays.pop_back();
  EXPECT_FALSE(large->restore(lacking));
  LearnerState surplus = before;
  surplus.arrays.push_back({"more", {1}, {0}});
  EXPECT_FALSE(large->restore(surplus));
  EXPECT_EQ(large->state(), before);
}

TEST(TorchLearner, BeginsFromWhatAnotherHasLearnt) {
  const AzSettings settings = toy_settings();
  const auto teacher = trained(settings, 10);
  const auto pupil = torch_learner(settings.learner(), 9);
  ASSERT_TRUE(pupil->begin_from(teacher->state()));
  EXPECT_EQ(onnx_file_of(pupil->weights()), onnx_file_of(teacher->weights()));
  EXPECT_EQ(pupil->state().steps, 0u);
}

// What cannot be learnt from must not be learnt: the step is not made.
TEST(TorchLearner, DoesNotTakeAStepToWhatIsNotANumber) {
  const AzSettings settings = toy_settings();
  const auto learner = trained(settings, 3);
  GamesSource source = source_of(settings, 200, 3);
  AzBatch batch(settings.batch, settings.shape().planes());
  ASSERT_TRUE(source.read(batch));
  batch.chances(5)[0] = std::nanf("");
  const LearnerState before = learner->state();
  EXPECT_FALSE(learner->step(batch, 0.002).is_finite);
  // The norms' statistics have seen the batch, the weights have not changed.
  const LearnerState after = learner->state();
  EXPECT_EQ(after.steps, before.steps);
  for (std::size_t i = 0; i < before.arrays.size(); ++i) {
    const std::string& name = before.arrays[i].name;
    if (!name.ends_with("means") && !name.ends_with("variances")) {
      EXPECT_EQ(after.arrays[i], before.arrays[i]);
    }
  }
}

// With no other steps in between, the norms of the averaged network come from what it sees itself.
TEST(TorchLearner, SettlesTheNormsOfTheAveragedNetwork) {
  const AzSettings settings = toy_settings();
  const auto learner = trained(settings, 20);
  GamesSource source = source_of(settings, 256, 3);
  AzBatch batch(256, settings.shape().planes());
  ASSERT_TRUE(source.read(batch));
  learner->observe(batch, 0);
  const LearnerState once = learner->state();
  learner->observe(batch, 1);  // the same batch again changes no average
  const LearnerState twice = learner->state();
  for (std::size_t i = 0; i < once.arrays.size(); ++i) {
    for (std::size_t k = 0; k < once.arrays[i].values.size(); ++k)
      ASSERT_NEAR(once.arrays[i].values[k], twice.arrays[i].values[k], 1e-4) << once.arrays[i].name;
  }
}

// A surprise is a sample whose search disagrees with the network.
TEST(TorchLearner, LearnsMoreFromSurprises) {
  AzSettings settings = toy_settings();
  GamesSource source = source_of(settings, 64, 3);
  AzBatch batch(64, settings.shape().planes());
  ASSERT_TRUE(source.read(batch));
  for (const bool searched : {false, true}) {
    for (std::size_t i = 0; i < 64; ++i) batch.searched(i) = searched ? 1 : 0;
    settings.surprise = 0;
    const auto calm = torch_learner(settings.learner(), 1);
    settings.surprise = 1;
    const auto curious = torch_learner(settings.learner(), 1);
    const bool same = calm->step(batch, 0.01).gradient == curious->step(batch, 0.01).gradient;
    EXPECT_EQ(same, !searched);
  }
}

}  // namespace
}  // namespace tabiya::test
