#include "train/nnue/training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/network_shapes.h"
#include "support/temporary_folder.h"
#include "train/nnue/gradient.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

constexpr NnueShape kShape = second_shape(64);

// A training of the smallest size. Each run of it is like a process of its own.
struct SmallTraining {
  TrainingSettings settings;
  std::string data = "synthetic";
  std::uint64_t fingerprint = 0;
  TrainingPlan plan;
  int threads = 1;
  std::size_t positions = 5000;
  std::vector<ScoredPosition> held_out;
  std::uint64_t fails_at = ~std::uint64_t{0};  // the step whose loss is not finite
  int failures = 1;                            // how often
};

// Says of one step that its loss was not finite, while the next batches are being read.
class FailingTrainee : public NnueTrainee {
 public:
  FailingTrainee(const SmallTraining& training, FloatNetwork start, PositionSource& source)
      : NnueTrainee(training.settings, std::move(start), source, training.held_out,
                    training.threads),
        fails_at_(training.fails_at),
        failures_(training.failures) {}

  Result<std::vector<double>> step(std::uint64_t step, double rate) override {
    auto losses = NnueTrainee::step(step, rate);
    if (losses && step == fails_at_ && failures_-- > 0) losses->clear();
    return losses;
  }

 private:
  std::uint64_t fails_at_;
  int failures_;
};

SmallTraining small_training(const TemporaryFolder& folder, std::uint64_t steps) {
  SmallTraining training;
  training.settings.shape = kShape;
  training.settings.batch = 256;
  training.settings.steps = steps;
  training.plan.output = folder.path() / "net";
  training.plan.steps_per_checkpoint = 10;
  training.plan.steps_per_row = 10;
  return training;
}

FloatNetwork first_network() { return FloatNetwork::random(kShape, 1); }

class NotingWatcher : public TrainingWatcher {
 public:
  void after_step(const TrainingMoment& now, const std::string&) override { step = now.step; }
  void warn(const std::string& sentence) override { warnings.push_back(sentence); }

  std::uint64_t step = 0;
  std::vector<std::string> warnings;
};

struct Trained {
  Result<TrainingEnd> end;
  std::vector<float> numbers;  // the network and AdamW's means
  FloatNetwork network;
  std::vector<LogRow> rows;
  std::vector<std::string> warnings;
};

Trained train(const SmallTraining& training, std::uint64_t stop_at = ~std::uint64_t{0}) {
  SyntheticSource source(training.positions);
  TrainingPlan plan = training.plan;
  plan.optimiser = training.settings.optimiser;
  plan.steps = training.settings.steps;
  plan.batch = training.settings.batch;
  plan.labels = {.kind = kNnueCheckpoint,
                 .settings = to_text(training.settings),
                 .data = training.data,
                 .fingerprint = training.fingerprint};
  FailingTrainee trainee(training, first_network(), source);
  NotingWatcher watcher;
  auto end = run_training(plan, trainee, watcher, [&] { return watcher.step >= stop_at; });
  std::vector<float> numbers;
  for (const FloatNetwork* part :
       {&trainee.network(), &trainee.adam().means(), &trainee.adam().squares()})
    numbers.insert(numbers.end(), part->values().begin(), part->values().end());
  FloatNetwork network(kShape);
  std::ranges::copy(trainee.network().values(), network.values().begin());
  std::vector<LogRow> rows;
  if (end) rows = end->progress.rows;
  return {std::move(end), std::move(numbers), std::move(network), std::move(rows),
          watcher.warnings};
}

std::vector<float> trained(const SmallTraining& training) {
  Trained result = train(training);
  EXPECT_TRUE(result.end) << result.end.error().message;
  EXPECT_TRUE(result.end && result.end->is_complete);
  return result.numbers;
}

TEST(TrainingThreads, GiveTheSameNetworkForTheSameSeed) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 25);
  const auto first = trained(training);
  training.plan.restart = true;
  EXPECT_EQ(trained(training), first);
  training.threads = 2;
  EXPECT_EQ(trained(training), first) << "with two threads";
  training.settings.optimiser.rate = 2e-3;
  EXPECT_NE(trained(training), first) << "with another rate";
}

TEST(TrainingThreads, GoOnToTheSameNetworkAfterStops) {
  const TemporaryFolder one;
  const TemporaryFolder two;
  const auto expected = trained(small_training(one, 37));
  const SmallTraining training = small_training(two, 37);
  for (const std::uint64_t stop : {3, 4, 10, 11, 29}) {
    const auto end = train(training, stop).end;
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_FALSE(end->is_complete);
    EXPECT_EQ(end->progress.step, stop);
  }
  EXPECT_EQ(trained(training), expected);
}

TEST(TrainingThreads, KeepTheLogOverStops) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 35);
  training.held_out = synthetic_positions(100'000, 100);
  ASSERT_TRUE(train(training, 14).end);
  const Trained all = train(training);
  ASSERT_TRUE(all.end);
  ASSERT_EQ(all.rows.size(), 4u);
  const std::array<std::uint64_t, 4> steps{10, 20, 30, 35};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all.rows[i].step, steps[i]);
    EXPECT_GT(all.rows[i].numbers[NnueTrainee::Loss], 0);
    EXPECT_GT(all.rows[i].numbers[NnueTrainee::ValidationLoss], 0);
  }
  for (const auto& [column, falls] :
       {std::pair(NnueTrainee::Rate, true), std::pair(NnueTrainee::Blend, false)})
    EXPECT_EQ(all.rows[3].numbers[column] < all.rows[0].numbers[column], falls);
}

// Killed between the checkpoint and the log, and stopped again before the next row.
TEST(TrainingThreads, WriteTheRowsOfTheirCheckpointWhenTheyGoOn) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 35);
  ASSERT_TRUE(train(training).end);
  std::filesystem::remove(training.plan.log());
  ASSERT_TRUE(train(training).end);
  std::ifstream log(training.plan.log());
  const std::string text{std::istreambuf_iterator<char>(log), {}};
  EXPECT_EQ(std::ranges::count(text, '\n'), 5) << "a line of names and four rows";
}

TEST(TrainingThreads, LearnMaterialFromPositions) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 600);
  training.settings.batch = 1024;
  training.settings.optimiser.rate = 5e-3;
  training.plan.steps_per_row = 300;
  training.plan.steps_per_checkpoint = 600;
  training.threads = 2;
  const auto unseen = synthetic_positions(1'000'000, 2000);
  const LossShape by_score{.blend = 0};
  WorkTeam team(1);
  Gradient gradient(kShape, team);
  EXPECT_GT(gradient.loss(first_network(), unseen, by_score), 0.08);

  training.positions = 100'000;
  training.held_out = unseen;
  const Trained all = train(training);
  ASSERT_TRUE(all.end) << all.end.error().message;
  EXPECT_LT(all.rows.back().numbers[NnueTrainee::ValidationLoss], 0.02);
  // A pawn more or less decides who is better, and the network knows it.
  std::vector<float> outputs(unseen.size());
  gradient.outputs(all.network, unseen, outputs);
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

TEST(TrainingThreads, GoBackToTheCheckpointWhenALossIsNotFinite) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 30);
  training.fails_at = 17;
  const Trained once = train(training);
  ASSERT_TRUE(once.end) << once.end.error().message;
  EXPECT_TRUE(once.end->is_complete);
  EXPECT_EQ(once.end->progress.rate_factor, 0.3);
  EXPECT_EQ(once.rows.size(), 3U) << "no row twice";
  ASSERT_EQ(once.warnings.size(), 1U);
  EXPECT_TRUE(once.warnings[0].starts_with("the loss of step 18 is not finite"))
      << once.warnings[0];

  // From the same checkpoint at the same rate, without the failure.
  const TemporaryFolder other;
  SmallTraining same = small_training(other, 30);
  same.fails_at = 10;
  const Trained from_ten = train(same);
  ASSERT_TRUE(from_ten.end) << from_ten.end.error().message;
  EXPECT_EQ(once.numbers, from_ten.numbers) << "it went on with the batches after the checkpoint";
}

TEST(TrainingThreads, GiveUpWhenALossIsNotFiniteAgain) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 30);
  training.fails_at = 17;
  training.failures = 2;
  const Trained twice = train(training);
  ASSERT_FALSE(twice.end);
  EXPECT_NE(twice.end.error().message.find("try a lower --rate"), std::string::npos);
}

TEST(TrainingThreads, KeepNoWeightsThatAreNotFinite) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 30);
  training.plan.steps_per_checkpoint = 1;
  // One step of this length leaves nothing but infinities, and its own loss does not show it.
  training.settings.optimiser.rate = 1e60;
  training.settings.optimiser.warm_up = 0;
  const auto [end, numbers, network, rows, warnings] = train(training);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            "a weight after step 1 is not finite, for the second time; try a lower --rate");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "a weight after step 1 is not finite: going on from step 0 with 0.3 of the rate");
  EXPECT_FALSE(std::filesystem::exists(training.plan.checkpoint()));
}

TEST(TrainingThreads, RefuseACheckpointOfAnotherTraining) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 30);
  ASSERT_TRUE(train(training, 12).end);
  training.settings.batch = 512;
  const auto other = train(training).end;
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("it was \"batch 256\" and is \"batch 512\" now"),
            std::string::npos)
      << other.error().message;
  EXPECT_NE(other.error().message.find("--restart"), std::string::npos) << other.error().message;

  training.settings.batch = 256;
  training.data = "others";
  const auto elsewhere = train(training).end;
  ASSERT_FALSE(elsewhere);
  EXPECT_NE(elsewhere.error().message.find("other data"), std::string::npos)
      << elsewhere.error().message;

  training.data = "synthetic";
  training.fingerprint = 1;
  const auto exchanged = train(training).end;
  ASSERT_FALSE(exchanged);
  EXPECT_NE(exchanged.error().message.find("not the same ones in the same order"),
            std::string::npos)
      << exchanged.error().message;
}

TEST(TrainingThreads, DoNotBeginAnewWhereACheckpointMayBe) {
  const TemporaryFolder folder;
  const SmallTraining training = small_training(folder, 30);
  // Nobody can say what is behind a link that leads to itself.
  std::filesystem::create_symlink(training.plan.checkpoint(), training.plan.checkpoint());
  const auto end = train(training).end;
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("--restart"), std::string::npos) << end.error().message;
  EXPECT_TRUE(std::filesystem::is_symlink(training.plan.checkpoint()));
}

TEST(TrainingThreads, TellWhyTheyCannotSave) {
  const TemporaryFolder folder;
  SmallTraining training = small_training(folder, 30);
  training.plan.output = folder.path() / "no such folder" / "net";
  const auto end = train(training).end;
  ASSERT_FALSE(end);
  EXPECT_NE(end.error().message.find("no such folder"), std::string::npos) << end.error().message;
}

TEST(TrainingSettings, WarmTheRateUpAndCoolItDown) {
  TrainingSettings settings;
  settings.steps = 10'000;
  const OptimiserSettings& optimiser = settings.optimiser;
  const auto rate_at = [&](std::uint64_t step) { return optimiser.rate_at(step, settings.steps); };
  EXPECT_LT(rate_at(0), optimiser.rate / 50);
  EXPECT_NEAR(rate_at(150), optimiser.rate, 0.01 * optimiser.rate);
  EXPECT_NEAR(rate_at(5050), (optimiser.rate + optimiser.last_rate) / 2, 1e-9);
  EXPECT_NEAR(rate_at(9999), optimiser.last_rate, 1e-9);
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
