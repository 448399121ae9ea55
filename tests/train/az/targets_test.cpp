#include "train/az/sample_source.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace tabiya::test {
namespace {

TEST(AzTargets, TakeASearchAsItIs) {
  AzBatch batch(2, 24);
  const std::vector<std::uint16_t> legal{700, 800, 900};
  write_policy(batch, 1, legal, std::vector<PolicyShare>{{900, 30}, {700, 10}}, true, 0.1);
  EXPECT_EQ(batch.moves(1)[2], 900);
  EXPECT_EQ(batch.moves(1)[3], 0);
  EXPECT_EQ(batch.masks(1)[2], 0);
  EXPECT_EQ(batch.masks(1)[3], AzBatch::kNoMove);
  EXPECT_FLOAT_EQ(batch.shares(1)[0], 0.25F);
  EXPECT_FLOAT_EQ(batch.shares(1)[1], 0);
  EXPECT_FLOAT_EQ(batch.shares(1)[2], 0.75F);
  EXPECT_EQ(batch.searched(1), 1);
}

TEST(AzTargets, SmoothAMoveThatWasOnlyPlayed) {
  AzBatch batch(1, 24);
  const std::vector<std::uint16_t> legal{700, 800, 900, 1000};
  write_policy(batch, 0, legal, std::vector<PolicyShare>{{800, 1}}, false, 0.2);
  EXPECT_FLOAT_EQ(batch.shares(0)[0], 0.05F);
  EXPECT_FLOAT_EQ(batch.shares(0)[1], 0.85F);
  EXPECT_FLOAT_EQ(batch.shares(0)[4], 0);
  EXPECT_EQ(batch.searched(0), 0);
}

// A batch is filled again and again.
TEST(AzTargets, LeaveNothingOfTheSampleBefore) {
  AzBatch batch(1, 24);
  const std::vector<std::uint16_t> many{1, 2, 3, 4, 5, 6};
  write_policy(batch, 0, many, std::vector<PolicyShare>{{6, 1}}, false, 0.2);
  const std::vector<std::uint16_t> few{9};
  write_policy(batch, 0, few, std::vector<PolicyShare>{{9, 3}}, true, 0.2);
  const auto shares = batch.shares(0);
  EXPECT_FLOAT_EQ(std::accumulate(shares.begin(), shares.end(), 0.0F), 1);
  EXPECT_EQ(std::accumulate(batch.moves(0).begin(), batch.moves(0).end(), std::int64_t{0}), 9);
  EXPECT_EQ(batch.masks(0)[1], AzBatch::kNoMove);
}

TEST(AzTargets, MixTheResultWithTheSearch) {
  AzBatch batch(1, 24);
  const WinDrawLoss thought{0.5F, 0.3F, 0.2F};
  const auto chances = batch.chances(0);
  write_chances(batch, 0, 1, thought, 0.25);
  EXPECT_FLOAT_EQ(chances[0], 0.25F + 0.75F * 0.5F);
  EXPECT_FLOAT_EQ(chances[1], 0.75F * 0.3F);
  EXPECT_FLOAT_EQ(chances[2], 0.75F * 0.2F);
  write_chances(batch, 0, -1, std::nullopt, 0.25);
  EXPECT_EQ(std::vector<float>(chances.begin(), chances.end()), (std::vector<float>{0, 0, 1}));
  write_chances(batch, 0, 0, std::nullopt, 0.25);
  EXPECT_EQ(std::vector<float>(chances.begin(), chances.end()), (std::vector<float>{0, 1, 0}));
  write_chances(batch, 0, std::nullopt, thought, 0.25);
  EXPECT_EQ(std::vector<float>(chances.begin(), chances.end()),
            (std::vector<float>{0.5F, 0.3F, 0.2F}));
}

TEST(AzTargets, MakeChancesOfScores) {
  EXPECT_EQ(chances_of_score(31'999, 32).win, 1);
  EXPECT_EQ(chances_of_score(-32'000, 32).loss, 1);
  const WinDrawLoss equal = chances_of_score(0, 32);
  EXPECT_FLOAT_EQ(equal.win, equal.loss);
  EXPECT_GT(equal.draw, 0.5);
  const WinDrawLoss better = chances_of_score(200, 32);
  EXPECT_GT(better.win, 0.5);
  EXPECT_NEAR(better.win + better.draw + better.loss, 1, 1e-6);
}

}  // namespace
}  // namespace tabiya::test
