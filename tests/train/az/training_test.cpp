// The course of a training, with a learner that learns nothing but remembers all.
#include "train/az/training.h"
#include "base/result.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "base/file.h"
#include "support/temporary_folder.h"
#include "train/az/games_source.h"
#include "train/az/toy_games.h"

namespace tabiya::test {
namespace {

// Its one number depends on every sample and rate it saw, in their order.
class FakeLearner : public Learner {
 public:
  AzLosses step(const AzBatch& batch, double rate) override {
    EXPECT_EQ(batch.count(), batch.capacity());
    if (steps_ + 1 == fails_at && rate > fails_above) return {.is_finite = false};
    ++steps_;
    if (steps_ == breaks_at && rate > fails_above) memory_ = std::nanf("");
    const float* const inputs = batch.inputs();
    const double seen = std::accumulate(inputs, inputs + 64 * batch.planes(), 0.0);
    memory_ = static_cast<float>(memory_ * 0.9 + seen + 1000 * rate);
    rates.push_back(rate);
    return {.policy = seen, .value = seen, .same_move = 0.5};
  }
  AzLosses judge(const AzBatch&) override { return {.policy = memory_ + 1, .value = 0.25}; }
  AzOutputs outputs(const AzBatch&) override { return {}; }
  TowerWeights weights() const override { return {}; }
  void observe(const AzBatch&, int number) override { memory_ += static_cast<float>(number); }
  LearnerState state() const override { return {steps_, {{"memory", {1}, {memory_}}}}; }
  Result<void> restore(const LearnerState& state) override {
    steps_ = state.steps;
    memory_ = state.arrays.at(0).values.at(0);
    return {};
  }
  Result<void> begin_from(const LearnerState& state) override {
    memory_ = state.arrays.at(0).values.at(0);
    return {};
  }

  std::uint64_t fails_at = 0;   // the step
  std::uint64_t breaks_at = 0;  // likewise, but only the weights tell
  double fails_above = 0;
  std::vector<double> rates;

 private:
  std::uint64_t steps_ = 0;
  float memory_ = 1;
};

class NotingWatcher : public TrainingWatcher {
 public:
  void began(std::uint64_t step, std::uint64_t) override { began_at = step; }
  void after_step(const TrainingMoment& now, const std::string&) override {
    steps.push_back(now.step);
  }
  void warn(const std::string& sentence) override { warnings.push_back(sentence); }

  std::uint64_t began_at = 0;
  std::vector<std::uint64_t> steps;
  std::vector<std::string> warnings;
};

enum class End : std::uint8_t { Finished, Stopped };

class CourseOfTraining : public testing::Test {
 protected:
  CourseOfTraining() {
    settings_.data = {"toy"};
    settings_.output = (folder_.path() / "net.onnx").string();
    settings_.net = "1x8";
    settings_.batch = 4;
    settings_.positions = 100;  // 25 steps
    settings_.interval = 10;
    settings_.held_out = 6;
  }

  // One process: as many steps as there are before `stop_after`.
  Result<End> run(FakeLearner& learner, std::uint64_t stop_after = 99) {
    GamesSource training(toy_games(games_, 1), settings_, GamesSource::AtTheEnd::GoRound);
    GamesSource validation(toy_games(10, 2), settings_, GamesSource::AtTheEnd::Stop);
    AzBatch through(settings_.batch, settings_.shape().planes());
    const auto held_out = HeldOutSamples::read(validation, settings_.held_out, through);
    return run(learner, training, held_out.value(), stop_after);
  }

  Result<End> run(FakeLearner& learner, GamesSource& training, const HeldOutSamples& held_out,
                  std::uint64_t stop_after) {
    AzTrainee trainee(settings_, learner, training, held_out);
    const std::size_t before = watcher_.steps.size();
    const auto end = run_training(plan(training.positions()), trainee, watcher_,
                                  [&] { return watcher_.steps.size() - before >= stop_after; });
    if (!end) return std::unexpected(end.error());
    rows_ = end->progress.rows;
    return end->is_complete ? End::Finished : End::Stopped;
  }

  TrainingPlan plan(std::uint64_t positions = 0) const {
    return plan_of(settings_, positions, fingerprint_);
  }
  std::filesystem::path checkpoint_file() const { return plan().checkpoint(); }

  // Without the time it took.
  TrainingProgress progress() const {
    const auto bytes = read_file(checkpoint_file(), 1 << 20).value();
    auto reader = CheckpointReader::open(bytes, kAzCheckpoint).value();
    TrainingProgress progress = read_head(reader, kAzCheckpoint).progress;
    EXPECT_FALSE(reader.failed());
    progress.seconds = 0;
    return progress;
  }
  LearnerState learnt() const { return learner_state_in(checkpoint_file()).value(); }

  TemporaryFolder folder_;
  AzSettings settings_;
  NotingWatcher watcher_;
  std::vector<LogRow> rows_;
  std::size_t games_ = 30;
  std::uint64_t fingerprint_ = 1;
};

TEST_F(CourseOfTraining, MakesARowForEachIntervalAndForTheEnd) {
  FakeLearner learner;
  const auto ended = run(learner);
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_EQ(*ended, End::Finished);
  ASSERT_EQ(rows_.size(), 3u);
  EXPECT_EQ(rows_[1].step, 20);
  EXPECT_EQ(rows_[2].step, 25);
  EXPECT_EQ(rows_[2].numbers[5], 0.25) << "the validation's loss of the value";
  EXPECT_EQ(watcher_.steps.size(), 25u);
  EXPECT_EQ(progress().step, 25u);
  EXPECT_EQ(learnt(), learner.state());
}

TEST_F(CourseOfTraining, ComesToTheSameEndHoweverOftenItIsStopped) {
  FakeLearner whole;
  ASSERT_TRUE(run(whole));
  const TrainingProgress expected = progress();
  const LearnerState expected_state = learnt();
  std::filesystem::remove(checkpoint_file());
  for (int part = 0; part < 4; ++part) {
    FakeLearner next;  // knows nothing but what the checkpoint tells
    ASSERT_EQ(run(next, 7), part < 3 ? End::Stopped : End::Finished);
  }
  EXPECT_EQ(progress(), expected);
  EXPECT_EQ(learnt(), expected_state);
}

TEST_F(CourseOfTraining, DoesNothingMoreWhenItWasFinished) {
  FakeLearner learner;
  ASSERT_TRUE(run(learner));
  const LearnerState state = learner.state();
  FakeLearner again;
  ASSERT_EQ(run(again), End::Finished);
  EXPECT_EQ(again.state(), state);
  EXPECT_TRUE(again.rates.empty());
  EXPECT_EQ(watcher_.began_at, 25u);
}

// The log is written after the checkpoint; between them the process may die.
TEST_F(CourseOfTraining, TellsItsRowsAgainWhenItGoesOn) {
  FakeLearner learner;
  ASSERT_TRUE(run(learner, 12));
  std::filesystem::remove(plan().log());
  FakeLearner next;
  ASSERT_TRUE(run(next, 0));
  ASSERT_EQ(rows_.size(), 1u);
  EXPECT_EQ(rows_[0].step, 10);
  EXPECT_TRUE(exists(plan().log()));
}

TEST_F(CourseOfTraining, DoesNotGoOnWithAnotherTraining) {
  FakeLearner learner;
  ASSERT_TRUE(run(learner, 5));
  const auto before = read_file(checkpoint_file(), 1 << 20).value();
  settings_.optimiser.rate = 0.5;
  const auto other_rate = run(learner);
  ASSERT_FALSE(other_rate);
  EXPECT_EQ(other_rate.error().message,
            checkpoint_file().string() +
                ": the checkpoint was made with other settings: it was \"rate 0.001\" and is "
                "\"rate 0.5\" now; "
                "start again with --restart, or train into another file to keep it");
  settings_.optimiser.rate = 1e-3;
  games_ = 31;
  const auto other_data = run(learner);
  ASSERT_FALSE(other_data);
  EXPECT_NE(other_data.error().message.find(
                "made with other data: \"30 positions\" then, \"31 positions\" now"),
            std::string::npos)
      << other_data.error().message;
  games_ = 30;
  fingerprint_ = 2;
  const auto exchanged = run(learner);
  ASSERT_FALSE(exchanged);
  EXPECT_NE(
      exchanged.error().message.find("was made with other data: as many games, but not the same "
                                     "ones in the same order; start again"),
      std::string::npos)
      << exchanged.error().message;
  fingerprint_ = 1;
  EXPECT_EQ(read_file(checkpoint_file(), 1 << 20).value(), before);
  settings_.restart = true;
  settings_.optimiser.rate = 0.5;
  FakeLearner fresh;
  EXPECT_TRUE(run(fresh));
  EXPECT_EQ(fresh.rates.size(), 25u);
}

TEST_F(CourseOfTraining, RefusesACheckpointThatIsDamaged) {
  FakeLearner learner;
  ASSERT_TRUE(run(learner, 5));
  std::filesystem::resize_file(checkpoint_file(),
                               std::filesystem::file_size(checkpoint_file()) - 3);
  const auto ended = run(learner);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().message,
            checkpoint_file().string() +
                ": the checkpoint is cut off or damaged: its checksum is wrong; "
                "start again with --restart, or train into another file to keep it");
}

TEST_F(CourseOfTraining, GoesBackOnceWithASmallerRate) {
  FakeLearner learner;
  learner.fails_at = 15;
  learner.fails_above = 0.0002;  // the rate there is 0.0004
  const auto ended = run(learner);
  ASSERT_TRUE(ended) << ended.error().message;
  ASSERT_EQ(watcher_.warnings.size(), 1u);
  EXPECT_EQ(watcher_.warnings[0],
            "the loss of step 15 is not finite: going on from step 10 with 0.3 of the rate");
  EXPECT_EQ(progress().rate_factor, 0.3);
  ASSERT_EQ(learner.rates.size(), 14u + 15u);
  EXPECT_NEAR(learner.rates[14], 0.3 * learner.rates[10], 1e-12);  // step 11 again
}

TEST_F(CourseOfTraining, EndsWithAnErrorTheSecondTime) {
  FakeLearner learner;
  learner.fails_at = 15;
  const auto ended = run(learner);
  ASSERT_FALSE(ended);
  EXPECT_NE(ended.error().message.find("the loss of step 15 is not finite, for the second time"),
            std::string::npos)
      << ended.error().message;
  EXPECT_NE(ended.error().message.find("lower --rate"), std::string::npos) << ended.error().message;
  // Going on knows that it went back already.
  FakeLearner next;
  next.fails_at = 15;
  EXPECT_FALSE(run(next));
  EXPECT_EQ(progress().step, 10u);
}

TEST_F(CourseOfTraining, GoesBackToItsBeginningBeforeThereIsACheckpoint) {
  FakeLearner learner;
  learner.fails_at = 4;
  learner.fails_above = 0.0005;
  const auto ended = run(learner);
  ASSERT_TRUE(ended) << ended.error().message;
  ASSERT_EQ(learner.rates.size(), 3u + 25u);
  EXPECT_NEAR(learner.rates[3], 0.3 * learner.rates[0], 1e-12);
}

TEST_F(CourseOfTraining, KeepsNoWeightsThatAreNotFinite) {
  FakeLearner learner;
  learner.breaks_at = 13;  // seen at step 20
  learner.fails_above = 0.0004;
  const auto ended = run(learner);
  ASSERT_TRUE(ended) << ended.error().message;
  ASSERT_EQ(watcher_.warnings.size(), 1u);
  EXPECT_EQ(watcher_.warnings[0],
            "a weight after step 20 is not finite: going on from step 10 with 0.3 of the rate");
  EXPECT_TRUE(learnt().is_finite());
  EXPECT_EQ(rows_.size(), 3u) << "no row twice";

  settings_.restart = true;
  FakeLearner hopeless;
  hopeless.breaks_at = 13;
  EXPECT_FALSE(run(hopeless));
  EXPECT_EQ(progress().step, 10u);
}

TEST_F(CourseOfTraining, KeepsNoWeightsThatAreNotFiniteWhenStopped) {
  FakeLearner learner;
  learner.breaks_at = 13;
  ASSERT_EQ(run(learner, 15), End::Stopped);
  EXPECT_EQ(progress().step, 10u);
  EXPECT_TRUE(learnt().is_finite());
}

TEST_F(CourseOfTraining, LeavesNoCheckpointBeforeItsFirstStep) {
  FakeLearner learner;
  ASSERT_EQ(run(learner, 0), End::Stopped);
  EXPECT_FALSE(exists(checkpoint_file()));
  games_ = 0;
  EXPECT_FALSE(run(learner));
  EXPECT_FALSE(exists(checkpoint_file()));
}

TEST_F(CourseOfTraining, BeginsWithTheWeightsOfAnotherRun) {
  FakeLearner first;
  ASSERT_TRUE(run(first));
  settings_.from = checkpoint_file();
  settings_.output += "2";
  FakeLearner second;
  ASSERT_TRUE(run(second, 0));
  EXPECT_EQ(second.state().arrays, first.state().arrays);
  EXPECT_TRUE(second.rates.empty());
}

TEST_F(CourseOfTraining, HasNoValidationWhereThereAreNoGamesForIt) {
  GamesSource training(toy_games(games_, 1), settings_, GamesSource::AtTheEnd::GoRound);
  const HeldOutSamples nothing;
  FakeLearner learner;
  ASSERT_TRUE(run(learner, training, nothing, 99));
  EXPECT_TRUE(std::isnan(rows_[0].numbers[4]));
}

TEST_F(CourseOfTraining, NeedsSomethingToLearnFrom) {
  games_ = 0;
  FakeLearner learner;
  const auto ended = run(learner);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().message, "there is no position to learn from in the data");
}

}  // namespace
}  // namespace tabiya::test
