#include "train/nnue/training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "support/temporary_folder.h"
#include "train/nnue/gradient.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

constexpr int kWidth = 64;

TrainingPlan small_plan(const TemporaryFolder& folder, std::uint64_t steps) {
  TrainingPlan plan;
  plan.settings.width = kWidth;
  plan.settings.batch = 256;
  plan.settings.steps = steps;
  plan.data = "synthetic";
  plan.checkpoint = folder.path() / "net.checkpoint";
  plan.steps_per_checkpoint = 10;
  plan.steps_per_row = 10;
  return plan;
}

FloatNetwork first_network() { return FloatNetwork::random(kWidth, 1); }

std::vector<float> numbers(const TrainingState& state) {
  std::vector<float> all;
  for (const FloatNetwork* part : {&state.network, &state.adam.means(), &state.adam.squares()})
    all.insert(all.end(), part->values().begin(), part->values().end());
  return all;
}

std::vector<float> trained(const TrainingPlan& plan, const TrainingEvents& events = {}) {
  SyntheticSource source(5000);
  const auto end = train(plan, first_network(), source, {}, events);
  EXPECT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->is_complete);
  return numbers(end->state);
}

TrainingEvents stopping_at(std::uint64_t step) {
  TrainingEvents events;
  events.stepped = [step](const TrainingNews& news) { return news.step < step; };
  return events;
}

TEST(TrainingThreads, GiveTheSameNetworkForTheSameSeed) {
  const TemporaryFolder folder;
  TrainingPlan plan = small_plan(folder, 25);
  const auto first = trained(plan);
  plan.restart = true;
  EXPECT_EQ(trained(plan), first);
  plan.threads = 2;
  EXPECT_EQ(trained(plan), first) << "with two threads";
  plan.settings.rate = 2e-3;
  EXPECT_NE(trained(plan), first) << "with another rate";
}

TEST(TrainingThreads, GoOnToTheSameNetworkAfterStops) {
  const TemporaryFolder one;
  const TemporaryFolder two;
  const auto expected = trained(small_plan(one, 37));
  const TrainingPlan plan = small_plan(two, 37);
  for (const std::uint64_t stop : {3, 4, 10, 11, 29}) {
    SyntheticSource source(5000);
    const auto end = train(plan, first_network(), source, {}, stopping_at(stop));
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_FALSE(end->is_complete);
    EXPECT_EQ(end->state.step, stop);
  }
  EXPECT_EQ(trained(plan), expected);
}

TEST(TrainingThreads, KeepTheLogOverStops) {
  const TemporaryFolder folder;
  const TrainingPlan plan = small_plan(folder, 35);
  const auto held_out = synthetic_positions(100'000, 100);
  SyntheticSource source(5000);
  ASSERT_TRUE(train(plan, first_network(), source, held_out, stopping_at(14)));
  const auto end = train(plan, first_network(), source, held_out, {});
  ASSERT_TRUE(end);
  ASSERT_EQ(end->state.rows.size(), 4u);
  const std::array<std::uint64_t, 4> steps{10, 20, 30, 35};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(end->state.rows[i].step, steps[i]);
    EXPECT_GT(end->state.rows[i].loss, 0);
    EXPECT_GT(end->state.rows[i].validation_loss, 0);
  }
  EXPECT_LT(end->state.rows[3].rate, end->state.rows[0].rate);
  EXPECT_GT(end->state.rows[3].blend, end->state.rows[0].blend);
}

TEST(TrainingThreads, LearnMaterialFromPositions) {
  const TemporaryFolder folder;
  TrainingPlan plan = small_plan(folder, 600);
  plan.settings.batch = 1024;
  plan.settings.rate = 5e-3;
  plan.steps_per_row = 300;
  plan.steps_per_checkpoint = 600;
  plan.threads = 2;
  const auto unseen = synthetic_positions(1'000'000, 2000);
  const LossShape by_score{.blend = 0};
  WorkTeam team(1);
  Gradient gradient(kWidth, team);
  EXPECT_GT(gradient.loss(first_network(), unseen, by_score), 0.08);

  SyntheticSource source(100'000);
  const auto end = train(plan, first_network(), source, unseen, {});
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_LT(end->state.rows.back().validation_loss, 0.02);
  // A pawn more or less decides who is better, and the network knows it.
  std::vector<float> outputs(unseen.size());
  gradient.outputs(end->state.network, unseen, outputs);
  int right = 0;
  int clear = 0;
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    if (std::abs(unseen[i].score) < 200) continue;
    ++clear;
    right += (outputs[i] > 0) == (unseen[i].score > 0);
  }
  EXPECT_GT(clear, 1000);
  EXPECT_GT(right, clear * 97 / 100);
}

TEST(TrainingThreads, GoBackOnceWhenTheLossIsNotANumber) {
  const TemporaryFolder folder;
  const TrainingPlan plan = small_plan(folder, 30);
  std::vector<std::string> warnings;
  bool broken = false;
  TrainingEvents events;
  events.warned = [&](const std::string& text) { warnings.push_back(text); };
  events.measured = [&](std::uint64_t step, double loss) {
    if (step != 17 || std::exchange(broken, true)) return loss;
    return std::numeric_limits<double>::quiet_NaN();
  };
  SyntheticSource source(5000);
  const auto end = train(plan, first_network(), source, {}, events);
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->is_complete);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "the loss of step 18 is not a number: going on from step 10 with 0.3 of the rate");
  EXPECT_NEAR(end->state.rate_factor, 0.3, 1e-9);
  EXPECT_EQ(end->state.rows.size(), 3u) << "no row twice";
}

TEST(TrainingThreads, GiveUpWhenTheLossIsNoNumberAgain) {
  const TemporaryFolder folder;
  TrainingEvents events;
  events.measured = [](std::uint64_t step, double loss) {
    return step == 17 ? std::numeric_limits<double>::infinity() : loss;
  };
  SyntheticSource source(5000);
  const auto end = train(small_plan(folder, 30), first_network(), source, {}, events);
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("try a lower --rate"), std::string::npos)
      << end.error().message;
}

TEST(TrainingThreads, KeepNoWeightsThatAreNoNumbers) {
  const TemporaryFolder folder;
  TrainingPlan plan = small_plan(folder, 30);
  plan.steps_per_checkpoint = 1;
  // One step of this length leaves nothing but infinities, and its own loss does not show it.
  plan.settings.rate = 1e60;
  plan.settings.warm_up = 0;
  std::vector<std::string> warnings;
  TrainingEvents events;
  events.warned = [&](const std::string& text) { warnings.push_back(text); };
  SyntheticSource source(5000);
  const auto end = train(plan, first_network(), source, {}, events);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            "a weight after step 1 is not a number, and a lower rate did not help; try a lower "
            "--rate");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "a weight after step 1 is not a number: going on from step 0 with 0.3 of the rate");
  EXPECT_FALSE(exists(plan.checkpoint));
}

TEST(TrainingThreads, LeaveNoCheckpointBeforeTheFirstStep) {
  const TemporaryFolder folder;
  const TrainingPlan plan = small_plan(folder, 30);
  TrainingEvents events;
  bool was_there = true;
  events.began = [&](std::uint64_t) { was_there = exists(plan.checkpoint); };
  events.measured = [](std::uint64_t, double) { return std::numeric_limits<double>::infinity(); };
  SyntheticSource source(5000);
  EXPECT_FALSE(train(plan, first_network(), source, {}, events));
  EXPECT_FALSE(was_there);
  EXPECT_FALSE(exists(plan.checkpoint));
}

TEST(TrainingThreads, RefuseACheckpointOfAnotherTraining) {
  const TemporaryFolder folder;
  TrainingPlan plan = small_plan(folder, 30);
  SyntheticSource source(5000);
  ASSERT_TRUE(train(plan, first_network(), source, {}, stopping_at(12)));
  plan.settings.batch = 512;
  const auto other = train(plan, first_network(), source, {}, {});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("it was \"batch 256\" and is \"batch 512\" now"),
            std::string::npos)
      << other.error().message;
  EXPECT_NE(other.error().message.find("--restart"), std::string::npos) << other.error().message;

  plan.settings.batch = 256;
  plan.data = "others";
  const auto elsewhere = train(plan, first_network(), source, {}, {});
  ASSERT_FALSE(elsewhere);
  EXPECT_NE(elsewhere.error().message.find("other data"), std::string::npos)
      << elsewhere.error().message;

  plan.data = "synthetic";
  plan.fingerprint = 1;
  const auto exchanged = train(plan, first_network(), source, {}, {});
  ASSERT_FALSE(exchanged);
  EXPECT_NE(exchanged.error().message.find("not the same ones in the same order"),
            std::string::npos)
      << exchanged.error().message;
}

TEST(TrainingThreads, TellWhyTheyCannotSave) {
  const TemporaryFolder folder;
  TrainingPlan plan = small_plan(folder, 30);
  plan.checkpoint = folder.path() / "no such folder" / "net.checkpoint";
  SyntheticSource source(5000);
  const auto end = train(plan, first_network(), source, {}, {});
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("no such folder"), std::string::npos) << end.error().message;
}

TEST(TrainingSettings, WarmTheRateUpAndCoolItDown) {
  TrainingSettings settings;
  settings.steps = 10'000;
  const RatePlan plan = rate_plan(settings);
  EXPECT_LT(plan.at(0), settings.rate / 50);
  EXPECT_NEAR(plan.at(150), settings.rate, 0.01 * settings.rate);
  EXPECT_NEAR(plan.at(5050), (settings.rate + settings.last_rate) / 2, 1e-9);
  EXPECT_NEAR(plan.at(9999), settings.last_rate, 1e-9);
}

TEST(TrainingSettings, MoveTheBlendFromItsFirstToItsLastValue) {
  TrainingSettings settings;
  settings.steps = 1001;
  settings.first_blend = 0.2;
  settings.last_blend = 0.7;
  EXPECT_NEAR(loss_shape_after(settings, 0).blend, 0.2, 1e-6);
  EXPECT_NEAR(loss_shape_after(settings, 500).blend, 0.45, 1e-6);
  EXPECT_NEAR(loss_shape_after(settings, 1000).blend, 0.7, 1e-6);
}

}  // namespace
}  // namespace tabiya::test
