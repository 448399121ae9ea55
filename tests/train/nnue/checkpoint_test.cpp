// What a training of the network that scores positions keeps of it.
#include <gtest/gtest.h>

#include <limits>

#include "support/network_shapes.h"
#include "train/nnue/training.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

constexpr CheckpointKind kKind = kNnueCheckpoint;

// A training whose weights are random after the seed.
struct SomeTraining {
  explicit SomeTraining(std::uint64_t seed)
      : trainee(settings, FloatNetwork::random(settings.shape, seed), source, {}, 1) {}

  std::vector<std::byte> saved() const {
    CheckpointWriter writer(kKind);
    trainee.save(writer);
    return std::move(writer).sealed();
  }
  Result<void> restore(std::span<const std::byte> file, const ShuffleCursor& cursor = {}) {
    auto reader = CheckpointReader::open(file, kKind);
    if (!reader) return std::unexpected(reader.error());
    return trainee.restore(*reader, cursor);
  }
  Result<void> step() {
    const auto done = trainee.step(0, 0.001);
    return done ? Result<void>{} : std::unexpected(done.error());
  }

  SyntheticSource source{100};
  TrainingSettings settings{.shape = second_shape(64), .batch = 16, .steps = 10, .optimiser = {}};
  NnueTrainee trainee;
};

TEST(NnueCheckpoint, HoldsWeightsAndMomentsToTheLastBit) {
  SomeTraining one(1);
  ASSERT_TRUE(one.step());
  SomeTraining other(2);
  ASSERT_NE(other.saved(), one.saved());
  ASSERT_TRUE(other.restore(one.saved(), one.trainee.cursor()));
  EXPECT_EQ(other.saved(), one.saved());
  EXPECT_EQ(other.trainee.cursor(), one.trainee.cursor());
  ASSERT_TRUE(one.step());
  ASSERT_TRUE(other.step());
  EXPECT_EQ(other.saved(), one.saved()) << "it goes on from the same positions";
}

TEST(NnueCheckpoint, IsRefusedIfItIsNotAsLongAsTheNetwork) {
  SomeTraining training(1);
  const auto before = training.saved();
  for (const std::size_t floats : {0, 1, 100, 1'000'000}) {
    CheckpointWriter writer(kKind);
    writer.floats(std::vector<float>(floats));
    const auto restored = training.restore(std::move(writer).sealed());
    ASSERT_FALSE(restored) << floats;
    EXPECT_NE(restored.error().message.find("does not fit"), std::string::npos);
  }
  EXPECT_EQ(training.saved(), before);
}

TEST(NnueCheckpoint, IsRefusedWithNumbersThatAreNotFinite) {
  SomeTraining training(1);
  const std::size_t numbers = training.trainee.network().values().size();
  for (const std::size_t place : {std::size_t{0}, numbers + 77, 2 * numbers + 77}) {
    std::vector<float> floats(3 * numbers);
    floats[place] = std::numeric_limits<float>::quiet_NaN();
    CheckpointWriter writer(kKind);
    writer.floats(floats);
    EXPECT_FALSE(training.restore(std::move(writer).sealed())) << place;
  }
}

}  // namespace
}  // namespace tabiya::test
