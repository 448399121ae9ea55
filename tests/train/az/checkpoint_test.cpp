// What a training of a policy and value network keeps of its learner.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/temporary_folder.h"
#include "train/az/games_source.h"
#include "train/az/training.h"
#include "train/resealed.h"

namespace tabiya::test {
namespace {

class LearnerWithAState : public Learner {
 public:
  explicit LearnerWithAState(LearnerState state) : state_(std::move(state)) {}
  AzLosses step(const AzBatch&, double) override { return {}; }
  AzLosses judge(const AzBatch&) override { return {}; }
  AzOutputs outputs(const AzBatch&) override { return {}; }
  TowerWeights weights() const override { return {}; }
  void observe(const AzBatch&, int) override {}
  LearnerState state() const override { return state_; }
  Result<void> restore(const LearnerState&) override { return {}; }
  Result<void> begin_from(const LearnerState&) override { return {}; }

 private:
  LearnerState state_;
};

LearnerState some_state() {
  return {.steps = 12, .arrays = {{"a", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"b", {}, {7}}}};
}

std::vector<std::byte> file_with(const LearnerState& state) {
  AzSettings settings;
  settings.data = {"games"};
  settings.batch = 2;
  LearnerWithAState learner(state);
  GamesSource source({}, settings, GamesSource::AtTheEnd::Stop);
  const HeldOutSamples nothing;
  const AzTrainee trainee(settings, learner, source, nothing);
  CheckpointWriter writer(kAzCheckpoint);
  TrainingProgress progress;
  progress.step = 12;
  write_head(writer, plan_of(settings, 77, 78).labels, progress);
  trainee.save(writer);
  return std::move(writer).sealed();
}

class AzCheckpoint : public testing::Test {
 protected:
  Result<LearnerState> read(const std::vector<std::byte>& bytes) const {
    std::ofstream(file_, std::ios::binary) << as_text(bytes);
    return learner_state_in(file_);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "x";
};

TEST_F(AzCheckpoint, HoldsAllThatWasLearnt) {
  EXPECT_EQ(read(file_with(some_state())), some_state());
}

TEST_F(AzCheckpoint, IsRefusedWhenCutOffAnywhere) {
  const auto bytes = file_with(some_state());
  for (std::size_t i = 20; i < bytes.size(); ++i) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(read(cut)) << i;
    EXPECT_FALSE(read(resealed(cut))) << i;
  }
}

// Counts and sizes that are not true must not lead anywhere but to an error.
TEST_F(AzCheckpoint, IsRefusedOrReadWhenForged) {
  const auto bytes = file_with(some_state());
  for (std::size_t i = 8; i + 8 < bytes.size(); ++i) {
    for (const int value : {0, 1, 0x7f, 0xff}) {
      auto forged = bytes;
      forged[i] = static_cast<std::byte>(value);
      if (const auto state = read(resealed(forged))) {
        for (const NamedArray& array : state->arrays) {
          std::int64_t count = 1;
          for (const std::int64_t dim : array.dims) count *= dim;
          EXPECT_EQ(count, static_cast<std::int64_t>(array.values.size()));
        }
      }
    }
  }
}

TEST_F(AzCheckpoint, IsRefusedWithWeightsThatAreNoNumbers) {
  for (const float value : {std::nanf(""), HUGE_VALF}) {
    LearnerState state = some_state();
    state.arrays[0].values[5] = value;
    const auto read_back = read(file_with(state));
    ASSERT_FALSE(read_back);
    EXPECT_EQ(read_back.error().message,
              file_.string() + ": the checkpoint is damaged: some of its numbers are not finite");
  }
}

TEST_F(AzCheckpoint, IsNamedWhenItIsNone) {
  folder_.write("x", "something quite different, and long enough");
  EXPECT_EQ(learner_state_in(file_).error().message,
            file_.string() + ": this is not a checkpoint of tabiya train az");
  EXPECT_FALSE(learner_state_in(folder_.path() / "nothing"));
}

}  // namespace
}  // namespace tabiya::test
