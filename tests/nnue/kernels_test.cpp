#include "nnue/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/aligned_array.h"
#include "nnue/accumulator_stack.h"
#include "nnue/evaluate.h"
#include "random_network.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

using Numbers = AlignedArray<std::int16_t>;

// Every 16-bit number may occur, most often those around the clip.
Numbers random_numbers(Random& random, std::size_t count, int limit) {
  Numbers numbers(count);
  for (std::int16_t& number : numbers.span())
    number = random_within(random, random.below(2) == 0 ? limit : std::min(limit, 300));
  return numbers;
}

// All that this processor has, but the plain ones they are compared with.
std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : kInstructionSets)
    if (set != InstructionSet::Plain && kernels_for(set) != nullptr) sets.push_back(set);
  return sets;
}

class VectorKernels : public testing::TestWithParam<InstructionSet> {
 protected:
  const Kernels& tested = *kernels_for(GetParam());
  const Kernels& plain = *kernels_for(InstructionSet::Plain);
  Random random{8};

  static void expect_equal(const Numbers& a, const Numbers& b) {
    EXPECT_TRUE(std::ranges::equal(a.span(), b.span()));
  }
};

TEST_P(VectorKernels, MoveAndCaptureLikeThePlainOnes) {
  for (std::size_t width = kLowestWidth; width <= kHighestWidth; width += kWidthStep) {
    const Numbers before = random_numbers(random, 2 * width, 32767);
    std::vector<Numbers> rows;
    for (int i = 0; i < 6; ++i) rows.push_back(random_numbers(random, width, 32767));
    const std::array<Row, 2> removed{rows[0].data(), rows[1].data()};
    const std::array<Row, 2> captured{rows[2].data(), rows[3].data()};
    const std::array<Row, 2> placed{rows[4].data(), rows[5].data()};
    Numbers expected(2 * width);
    Numbers found(2 * width);
    plain.move(before.data(), expected.data(), removed, placed, width);
    tested.move(before.data(), found.data(), removed, placed, width);
    expect_equal(found, expected);
    plain.capture(before.data(), expected.data(), removed, captured, placed, width);
    tested.capture(before.data(), found.data(), removed, captured, placed, width);
    expect_equal(found, expected);
  }
}

TEST_P(VectorKernels, ChangeAnyNumberOfRowsLikeThePlainOnes) {
  for (std::size_t width = kLowestWidth; width <= kHighestWidth; width += kWidthStep) {
    std::vector<Numbers> numbers;
    for (int i = 0; i < 40; ++i) numbers.push_back(random_numbers(random, width, 32767));
    std::vector<Row> rows;
    for (const Numbers& row : numbers) rows.push_back(row.data());
    const std::size_t cut = random.below(20);
    const std::span<const Row> removed(rows.data(), cut);
    const std::span<const Row> placed(rows.data() + cut, random.below(20));
    Numbers expected(width);
    Numbers found(width);
    plain.change(rows.back(), expected.data(), removed, placed, width);
    tested.change(rows.back(), found.data(), removed, placed, width);
    expect_equal(found, expected);
    // In place, as a batch does it.
    Numbers same(numbers.back().span());
    tested.change(same.data(), same.data(), removed, placed, width);
    expect_equal(same, expected);
  }
}

TEST_P(VectorKernels, SumUpTheOutputLikeThePlainOnes) {
  for (std::size_t width = kLowestWidth; width <= kHighestWidth; width += kWidthStep) {
    const Numbers own = random_numbers(random, width, 32767);
    const Numbers other = random_numbers(random, width, 32767);
    const Numbers weights = random_numbers(random, 2 * width, 32767);
    EXPECT_EQ(tested.clipped_output(own.data(), other.data(), weights.data(), width),
              plain.clipped_output(own.data(), other.data(), weights.data(), width));
    const Numbers small = random_numbers(random, 2 * width, kHighestSquaredWeight);
    EXPECT_EQ(tested.squared_output(own.data(), other.data(), small.data(), width),
              plain.squared_output(own.data(), other.data(), small.data(), width));
  }
}

TEST_P(VectorKernels, DoNotOverflowWithTheLargestWeights) {
  for (const std::size_t width : {std::size_t{64}, std::size_t{512}, std::size_t{2048}}) {
    Numbers sums(width);
    std::ranges::fill(sums.span(), std::int16_t{32767});
    for (const int sign : {1, -1}) {
      Numbers weights(2 * width);
      const auto products = static_cast<std::int64_t>(2 * width);
      std::ranges::fill(weights.span(), static_cast<std::int16_t>(sign < 0 ? -32768 : 32767));
      EXPECT_EQ(tested.clipped_output(sums.data(), sums.data(), weights.data(), width),
                products * 255 * weights[0]);
      std::ranges::fill(weights.span(), static_cast<std::int16_t>(sign * kHighestSquaredWeight));
      EXPECT_EQ(tested.squared_output(sums.data(), sums.data(), weights.data(), width),
                products * 255 * 255 * weights[0]);
    }
  }
}

TEST_P(VectorKernels, ScoreGamesLikeThePlainOnes) {
  const Network slow = random_network(random, 256, Activation::Squared).computed_with(plain);
  Random again(8);
  AccumulatorStack stack(std::make_shared<const Network>(
                             random_network(again, 256, Activation::Squared).computed_with(tested)),
                         300);
  ASSERT_EQ(stack.network().checksum(), slow.checksum());
  for (int game = 0; game < 10; ++game) {
    random_game(random, 100, [&](const Position& position, const MoveList&) {
      stack.reset(position);
      ASSERT_EQ(stack.evaluate(position), evaluate(slow, position));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, VectorKernels, testing::ValuesIn(available_sets()),
                         [](const auto& test) {
                           std::string text(name(test.param));
                           std::erase(text, '-');
                           return text;
                         });
// A processor may have none of them.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(VectorKernels);

TEST(FastestKernels, AreTheBestThisProcessorHas) {
  const auto sets = available_sets();
  EXPECT_EQ(&fastest_kernels(), kernels_for(sets.empty() ? InstructionSet::Plain : sets.back()));
}

}  // namespace
}  // namespace tabiya::test
