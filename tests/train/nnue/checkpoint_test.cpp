#include "train/nnue/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/checksum.h"
#include "base/random.h"

namespace tabiya::test {
namespace {

const CheckpointLabels kLabels{
    .settings = "width 64\nrate 0.001\n", .data = "games", .fingerprint = 7};

TrainingState some_state() {
  TrainingState state(FloatNetwork::random(64, 3), {});
  state.adam.means() = FloatNetwork::random(64, 4);
  state.adam.squares() = FloatNetwork::random(64, 5);
  state.step = 1234;
  state.cursor = {.epoch = 1, .chunk = 2, .offset = 3};
  state.rate_factor = 0.3;
  state.loss_sum = 0.7;
  state.steps_summed = 9;
  state.seconds = 17.5;
  state.rows = {{.step = 1200,
                 .loss = 0.1,
                 .validation_loss = 0.2,
                 .rate = 0.3,
                 .blend = 0.4,
                 .positions_per_second = 5,
                 .waiting = 0.6}};
  return state;
}

// The same bytes with a checksum that fits them.
std::vector<std::byte> resealed(std::vector<std::byte> file) {
  const std::uint64_t sum = checksum_of(std::span(file).first(file.size() - 8));
  std::memcpy(file.data() + file.size() - 8, &sum, 8);
  return file;
}

std::string refusal_of(std::span<const std::byte> file, const CheckpointLabels& labels = kLabels) {
  const auto state = parse_checkpoint(file, labels, {});
  return state ? "" : state.error().message;
}

TEST(Checkpoint, HoldsEverything) {
  const TrainingState state = some_state();
  const auto file = checkpoint_file(state, state, kLabels);
  const auto read = parse_checkpoint(file, kLabels, {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->step, state.step);
  EXPECT_EQ(read->cursor, state.cursor);
  EXPECT_EQ(read->rate_factor, state.rate_factor);
  EXPECT_EQ(read->loss_sum, state.loss_sum);
  EXPECT_EQ(read->steps_summed, state.steps_summed);
  EXPECT_EQ(read->seconds, state.seconds);
  ASSERT_EQ(read->rows.size(), 1u);
  EXPECT_EQ(read->rows[0].waiting, 0.6);
  EXPECT_EQ(checkpoint_file(*read, *read, kLabels), file) << "weights and moments, to the last bit";
}

TEST(Checkpoint, IsRefusedWhenCutOffAnywhere) {
  const auto file = checkpoint_file(some_state(), some_state(), kLabels);
  for (std::size_t size = 0; size < file.size(); size += size < 300 ? 1 : 40'009)
    EXPECT_NE(refusal_of(std::span(file).first(size)), "") << size;
  const auto cut = refusal_of(std::span(file).first(file.size() - 1));
  EXPECT_NE(cut.find("cut off or damaged"), std::string::npos) << cut;
}

TEST(Checkpoint, IsRefusedWhenABitIsWrong) {
  const auto file = checkpoint_file(some_state(), some_state(), kLabels);
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    auto changed = file;
    changed[random.below(file.size())] ^=
        std::byte{static_cast<unsigned char>(1u << random.below(8))};
    EXPECT_NE(refusal_of(changed), "");
  }
}

TEST(Checkpoint, SurvivesNonsenseWithARightChecksum) {
  const auto file = checkpoint_file(some_state(), some_state(), kLabels);
  Random random(2);
  // The first bytes are lengths, counts and labels.
  for (std::size_t place = 0; place < 160; ++place) {
    auto changed = file;
    changed[place] ^= std::byte{static_cast<unsigned char>(1 + random.below(255))};
    (void)refusal_of(resealed(changed));
  }
  for (std::size_t size = 20; size < 400; ++size)
    EXPECT_NE(refusal_of(resealed({file.begin(), file.begin() + static_cast<long>(size)})), "");
  auto longer = file;
  longer.insert(longer.end(), 8, std::byte{});
  EXPECT_NE(refusal_of(resealed(longer)).find("does not fit"), std::string::npos);
}

TEST(Checkpoint, IsRefusedWithNumbersThatAreNotFinite) {
  TrainingState state = some_state();
  state.adam.squares().values()[77] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal_of(checkpoint_file(state, state, kLabels)), "");
}

TEST(Checkpoint, TellsWhichSettingIsAnother) {
  const auto file = checkpoint_file(some_state(), some_state(), kLabels);
  const std::string text =
      refusal_of(file, {.settings = "width 64\nrate 0.002\n", .data = "games", .fingerprint = 7});
  EXPECT_EQ(text,
            "the checkpoint was made with other settings: it was \"rate 0.001\" and is \"rate "
            "0.002\" now");
}

TEST(Checkpoint, KnowsItsDataByMoreThanTheirNumber) {
  CheckpointLabels labels = kLabels;
  labels.fingerprint = 8;
  const std::string text = refusal_of(checkpoint_file(some_state(), some_state(), kLabels), labels);
  EXPECT_EQ(text,
            "the checkpoint was made with other data: as many games, but not the same ones in the "
            "same order");
}

TEST(Checkpoint, OfAnOlderFormatIsRefused) {
  auto file = checkpoint_file(some_state(), some_state(), kLabels);
  file[8] = std::byte{1};
  EXPECT_TRUE(refusal_of(resealed(file))
                  .starts_with("the checkpoint has format version 1; this program reads version 2"))
      << refusal_of(resealed(file));
}

TEST(Checkpoint, IsNotJustAnyFile) {
  const std::string text = "hello";
  EXPECT_TRUE(refusal_of(std::as_bytes(std::span(text))).starts_with("this is not a checkpoint"));
}

}  // namespace
}  // namespace tabiya::test
