#include "dataset/shuffle.h"

#include <gtest/gtest.h>

#include <array>

namespace tabiya::test {
namespace {

// Otherwise whoever trains on one part of `tabiya data split` would have nothing, or nothing else,
// to validate with.
TEST(Shuffle, SplittingLeavesEachPartItsShareForValidation) {
  std::array<int, 2> games{};       // kept, split off
  std::array<int, 2> validation{};  // of these
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::array<std::uint32_t, 1> number{i};
    const auto record = std::as_bytes(std::span(number));
    const std::size_t part = is_split_off(10, record) ? 1 : 0;
    ++games[part];
    if (is_in(Part::Validation, 10, record)) ++validation[part];
  }
  EXPECT_NEAR(games[1], 2000, 200);
  EXPECT_NEAR(validation[0], games[0] / 10, games[0] / 50);
  EXPECT_NEAR(validation[1], games[1] / 10, games[1] / 30);
}

TEST(Shuffle, EveryGameIsInOneOfTheTwoParts) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::array<std::uint32_t, 1> number{i};
    const auto record = std::as_bytes(std::span(number));
    EXPECT_NE(is_in(Part::Training, 30, record), is_in(Part::Validation, 30, record));
    EXPECT_TRUE(is_in(Part::All, 30, record));
  }
}

}  // namespace
}  // namespace tabiya::test
