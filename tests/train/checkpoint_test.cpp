// The head of a checkpoint, which all trainings have, and the file around it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "train/resealed.h"
#include "train/training.h"

namespace tabiya::test {
namespace {

constexpr CheckpointKind kKind{.magic = "TabiyaXX", .version = 2, .trainer = "tabiya train test"};
const CheckpointLabels kLabels{
    .kind = kKind, .settings = "width 64\nrate 0.001\n", .data = "games", .fingerprint = 7};

TrainingProgress some_progress() {
  return {.step = 1234,
          .cursor = {.epoch = 1, .chunk = 2, .offset = 3},
          .rate_factor = 0.3,
          .seconds = 17.5,
          .steps_summed = 9,
          .loss_sums = {0.7, 0.8},
          .rows = {{.step = 1000, .numbers = {0.1, 0.2}}, {.step = 1200, .numbers = {0.3, 0.4}}}};
}

std::vector<std::byte> some_file() {
  CheckpointWriter writer(kKind);
  write_head(writer, kLabels, some_progress());
  writer.floats(std::vector<float>{1, 2, 3});
  return std::move(writer).sealed();
}

// Nothing if the file is refused.
std::optional<CheckpointHead> head_of(std::span<const std::byte> file) {
  auto reader = CheckpointReader::open(file, kKind);
  if (!reader) return std::nullopt;
  CheckpointHead head = read_head(*reader, kKind);
  const std::vector<float> rest = reader->floats(3);
  if (!reader->is_whole() || rest.size() != 3) return std::nullopt;
  return head;
}

std::string refusal_of(std::span<const std::byte> file) {
  const auto reader = CheckpointReader::open(file, kKind);
  return reader ? "" : reader.error().message;
}

TEST(Checkpoint, HoldsEverything) {
  const auto head = head_of(some_file());
  ASSERT_TRUE(head);
  EXPECT_EQ(head->labels.settings, kLabels.settings);
  EXPECT_EQ(head->labels.data, "games");
  EXPECT_EQ(head->labels.fingerprint, 7u);
  EXPECT_EQ(head->progress, some_progress());
}

TEST(Checkpoint, IsRefusedWhenAnyByteHasChanged) {
  const auto file = some_file();
  for (std::size_t i = 0; i < file.size(); ++i) {
    auto damaged = file;
    damaged[i] ^= std::byte{0x10};
    EXPECT_NE(refusal_of(damaged), "") << i;
  }
}

TEST(Checkpoint, IsRefusedWhenCutOffAnywhereOrLonger) {
  const auto file = some_file();
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::vector<std::byte> cut(file.begin(),
                                     file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(refusal_of(cut), "") << size;
    // Even if the checksum was made to fit.
    if (size >= 20) {
      EXPECT_FALSE(head_of(resealed(cut))) << size;
    }
  }
  auto longer = file;
  longer.insert(longer.end(), 8, std::byte{});
  EXPECT_FALSE(head_of(resealed(longer)));
}

// Counts and sizes that are not true must not lead anywhere but to an error.
TEST(Checkpoint, IsRefusedOrReadWhenForged) {
  const auto file = some_file();
  for (std::size_t i = 8; i + 8 < file.size(); ++i)
    for (const int value : {0, 1, 0x7f, 0xff}) {
      auto forged = file;
      forged[i] = static_cast<std::byte>(value);
      (void)head_of(resealed(forged));
    }
}

TEST(Checkpoint, SaysWhatIsWrongWithAFile) {
  const std::string text = "something quite different, and long enough";
  EXPECT_EQ(refusal_of(std::as_bytes(std::span(text))),
            "this is not a checkpoint of tabiya train test");
  auto file = some_file();
  file[8] = std::byte{1};
  EXPECT_EQ(refusal_of(resealed(file)),
            "the checkpoint has format version 1; this program reads version 2");
  file = some_file();
  file[40] ^= std::byte{1};
  EXPECT_EQ(refusal_of(file), "the checkpoint is cut off or damaged: its checksum is wrong");
}

TEST(Checkpoint, TellsWhichSettingIsAnother) {
  EXPECT_EQ(difference_between("a 1\nb 2\n", "a 1\nb 2\n"), std::nullopt);
  EXPECT_EQ(difference_between("a 1\nb 2\n", "a 1\nb 3\n"), "it was \"b 2\" and is \"b 3\" now");
  EXPECT_EQ(difference_between("a 1\n", "a 1\nb 3\n"), "they have other names");
}

TEST(TrainingLog, IsATableAndAPicture) {
  const TrainingLog log{
      .columns = {{.name = "loss", .form = ".3f", .line = "training"},
                  {.name = "rate", .form = ".2g"}},
      .rows = {{.step = 10, .numbers = {0.5, 0.001}},
               {.step = 20, .numbers = {std::numeric_limits<double>::quiet_NaN(), 0.002}}}};
  EXPECT_EQ(log.csv(4), "step,positions,loss,rate\n10,40,0.500,0.001\n20,80,,0.002\n");
  const LineChart chart = log.chart(4);
  ASSERT_EQ(chart.lines.size(), 1u);
  EXPECT_EQ(chart.lines[0].name, "training");
  EXPECT_EQ(chart.lines[0].points[1].x, 80);
}

}  // namespace
}  // namespace tabiya::test
