#include "train/az/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

AzCheckpoint some_checkpoint() {
  AzCheckpoint checkpoint;
  checkpoint.settings.data = {"games"};
  checkpoint.settings.output = "net.onnx";
  checkpoint.data_positions = 77;
  checkpoint.fingerprint = 78;
  checkpoint.step = 12;
  checkpoint.cursor = {.epoch = 1, .chunk = 2, .offset = 3};
  checkpoint.rate_factor = 0.3;
  checkpoint.sums = {.policy = 1.5, .value = 2.5, .same_move = 0.25};
  checkpoint.steps_summed = 2;
  checkpoint.rows = {{.step = 10, .policy = 3}, {.step = 12, .validation_value = 0.5}};
  checkpoint.learner = {.steps = 12, .arrays = {{"a", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"b", {}, {7}}}};
  return checkpoint;
}

// With a checksum that fits, as a forger would write it.
void sign(std::vector<std::byte>& bytes) {
  const std::uint64_t sum = checksum_of(std::span(bytes).first(bytes.size() - 8));
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
}

TEST(AzCheckpoint, SurvivesBeingAFile) {
  const TemporaryFolder folder;
  const AzCheckpoint checkpoint = some_checkpoint();
  ASSERT_TRUE(write_file_atomically(folder.path() / "x", bytes_of(checkpoint)));
  const auto read = read_checkpoint(folder.path() / "x");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(bytes_of(*read), bytes_of(checkpoint));
  EXPECT_EQ(read->settings, checkpoint.settings);
  EXPECT_EQ(read->cursor, checkpoint.cursor);
  EXPECT_EQ(read->fingerprint, 78u);
  EXPECT_EQ(read->learner, checkpoint.learner);
  EXPECT_EQ(read->rows.back().validation_value, 0.5);
  EXPECT_EQ(read->rate_factor, 0.3);
  EXPECT_EQ(read->steps_summed, 2u);
}

TEST(AzCheckpoint, IsRefusedWhenAnyByteHasChanged) {
  const auto bytes = bytes_of(some_checkpoint());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= std::byte{0x10};
    EXPECT_FALSE(checkpoint_of(damaged)) << i;
  }
}

TEST(AzCheckpoint, IsRefusedWhenCutOffAnywhere) {
  const auto bytes = bytes_of(some_checkpoint());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto cut = std::vector(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(checkpoint_of(cut)) << i;
    // Even if somebody made the checksum fit.
    if (i < 20) continue;
    sign(cut);
    EXPECT_FALSE(checkpoint_of(cut)) << i;
  }
}

// Counts and sizes that are not true must not lead anywhere but to an error.
TEST(AzCheckpoint, IsRefusedOrReadWhenForged) {
  const auto bytes = bytes_of(some_checkpoint());
  for (std::size_t i = 8; i + 8 < bytes.size(); ++i) {
    for (const int value : {0, 1, 0x7f, 0xff}) {
      auto forged = bytes;
      forged[i] = static_cast<std::byte>(value);
      sign(forged);
      if (const auto read = checkpoint_of(forged)) {
        for (const NamedArray& array : read->learner.arrays) {
          std::int64_t count = 1;
          for (const std::int64_t dim : array.dims) count *= dim;
          EXPECT_EQ(count, static_cast<std::int64_t>(array.values.size()));
        }
      }
    }
  }
}

TEST(AzCheckpoint, IsRefusedWithWeightsThatAreNoNumbers) {
  for (const float value : {std::nanf(""), HUGE_VALF}) {
    AzCheckpoint checkpoint = some_checkpoint();
    checkpoint.learner.arrays[0].values[5] = value;
    const auto read = checkpoint_of(bytes_of(checkpoint));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "the checkpoint is damaged: some of its numbers are not finite");
  }
}

TEST(AzCheckpoint, SaysWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  folder.write("x", "something quite different, and long enough");
  EXPECT_EQ(read_checkpoint(file).error().message,
            file.string() + ": this is not a checkpoint of tabiya train az");
  auto bytes = bytes_of(some_checkpoint());
  bytes[8] = std::byte{1};
  sign(bytes);
  EXPECT_EQ(checkpoint_of(bytes).error().message,
            "the checkpoint has format version 1; this program reads version 2");
  bytes = bytes_of(some_checkpoint());
  bytes[40] ^= std::byte{1};
  EXPECT_EQ(checkpoint_of(bytes).error().message,
            "the checkpoint is cut off or damaged: its checksum is wrong");
  EXPECT_FALSE(read_checkpoint(folder.path() / "nothing"));
}

}  // namespace
}  // namespace tabiya::test
