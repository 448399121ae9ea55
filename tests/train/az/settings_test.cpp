#include "train/az/settings.h"

#include <gtest/gtest.h>

#include <limits>

#include "train/training.h"

namespace tabiya::test {
namespace {

AzSettings some_settings() {
  AzSettings settings;
  settings.data = {"a folder", "b=c"};
  settings.output = "out/net.onnx";
  settings.net = "6x128";
  settings.history = 8;
  settings.optimiser.rate = 1.0 / 3;
  settings.positions = 123'456'789'012;
  settings.mirror = false;
  settings.seed = std::numeric_limits<std::uint64_t>::max();
  return settings;
}

TEST(AzSettings, SurviveBeingText) {
  const AzSettings settings = some_settings();
  const auto read = az_settings(lines_of(settings));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, settings);
}

TEST(AzSettings, NameTheTextThatIsWrong) {
  const auto error = [](std::vector<std::string> lines) {
    lines.insert(lines.begin(), {"data=x", "output=y"});
    return az_settings(lines).error().message;
  };
  EXPECT_EQ(error({"batch"}), "\"batch\" is not of the form name=value");
  EXPECT_EQ(error({"patch=3"}), "there is no setting \"patch\"");
  EXPECT_EQ(error({"batch=3x"}), "\"3x\" is not a value for batch");
  EXPECT_EQ(error({"mirror=yes"}), "\"yes\" is not a value for mirror");
  EXPECT_EQ(error({"batch=1"}), "--batch is 1; it can be 2 to 16384");
  EXPECT_EQ(error({"rate=nan"}), "--rate is nan; it can be 1e-08 to 1");
  EXPECT_EQ(error({"threads=-1"}), "--threads is -1; it can be 0 to 256");
  EXPECT_TRUE(error({"net=4y64"}).starts_with("\"4y64\" is not the size of a network"));
  const std::vector<std::string> nothing;
  EXPECT_EQ(az_settings(nothing).error().message, "there is no folder of games (--data)");
}

TEST(AzSettings, DifferOnlyInWhatChangesTheNetwork) {
  const AzSettings one = some_settings();
  AzSettings other = one;
  other.threads = 7;
  other.int8 = false;
  other.output = "elsewhere";
  EXPECT_EQ(decisive_text(one), decisive_text(other));
  other.batch = 512;
  EXPECT_EQ(difference_between(decisive_text(one), decisive_text(other)),
            "it was \"batch 256\" and is \"batch 512\" now");
  other = one;
  other.from = "older";
  EXPECT_EQ(difference_between(decisive_text(one), decisive_text(other)),
            "it was \"from \" and is \"from older\" now");
  other = one;
  other.data = {"moved"};
  EXPECT_EQ(decisive_text(one), decisive_text(other)) << "data are known by what is in them";
}

TEST(AzSettings, PutTheSmallNetworkBesideTheLargeOne) {
  AzSettings settings;
  settings.output = "nets.d/az.onnx";
  EXPECT_EQ(settings.int8_output(), "nets.d/az-int8.onnx");
  settings.output = "plain";
  EXPECT_EQ(settings.int8_output(), "plain-int8");
}

}  // namespace
}  // namespace tabiya::test
