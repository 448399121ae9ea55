#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace tabiya {
namespace {

static_assert(std::uniform_random_bit_generator<Random>);
static_assert(Random(7).below(1) == 0, "usable in constant expressions");

TEST(SplitMix64, GivesThePublishedNumbers) {
  SplitMix64 generator(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u}) {
    EXPECT_EQ(generator.next(), expected);
  }
}

TEST(Random, GivesThePublishedNumbersOfXoshiro256StarStar) {
  Random random(Random::State{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {11520ul, 0ul, 1509978240ul, 1215971899390074240u, 1216172134540287360u, 607988272756665600u,
        16172922978634559625u, 8476171486693032832u, 10595114339597558777u, 2904607092377533576u}) {
    EXPECT_EQ(random(), expected);
  }
}

TEST(Random, FillsItsStateFromTheSeedWithSplitMix64) {
  SplitMix64 spread(42);
  Random::State state;
  for (std::uint64_t& word : state) word = spread.next();
  Random seeded(42);
  Random filled(state);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(seeded(), filled());
}

TEST(Random, BelowGivesEveryNumberEquallyOften) {
  Random random(1);
  std::array<int, 7> seen{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) ++seen.at(random.below(seen.size()));
  for (const int count : seen) EXPECT_NEAR(count, kDraws / 7, 500);  // five standard deviations
}

TEST(Random, BelowIsFairForBoundsNearTheFullRange) {
  // With a bound of 3/4 of the range, taking a remainder would give the lowest third twice as
  // often.
  Random random(2);
  constexpr std::uint64_t kBound = 3ull << 62;
  int low = 0;
  constexpr int kDraws = 30'000;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t drawn = random.below(kBound);
    ASSERT_LT(drawn, kBound);
    low += drawn < kBound / 3;
  }
  EXPECT_NEAR(low, kDraws / 3, 500);
}

TEST(Random, ShufflesWithTheStandardLibrary) {
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<int> shuffled = numbers;
  std::shuffle(shuffled.begin(), shuffled.end(), Random(3));
  EXPECT_NE(shuffled, numbers);
  std::sort(shuffled.begin(), shuffled.end());
  EXPECT_EQ(shuffled, numbers);
}

TEST(Reservoir, KeepsEachOfAStreamWithTheSameChance) {
  Random random(5);
  std::vector<int> kept(20);
  for (int round = 0; round < 10'000; ++round) {
    Reservoir<int> some(5);
    for (int i = 0; i < 20; ++i) some.offer(random, [i] { return i; });
    EXPECT_EQ(some.found(), 20U);
    ASSERT_EQ(some.items.size(), 5U);
    for (const int i : some.items) ++kept[static_cast<std::size_t>(i)];
  }
  for (const int count : kept) EXPECT_NEAR(count, 2500, 250);
}

TEST(Reservoir, MakesOnlyWhatItKeeps) {
  Random random(5);
  Reservoir<int> some(2);
  int made = 0;
  for (int i = 0; i < 1000; ++i) some.offer(random, [&] { return ++made; });
  EXPECT_LT(made, 100);
  EXPECT_EQ(some.items.size(), 2U);
}

}  // namespace
}  // namespace tabiya
