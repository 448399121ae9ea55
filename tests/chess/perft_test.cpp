#include "chess/perft.h"

#include <gtest/gtest.h>

#include "support/data.h"

namespace tabiya {
namespace {

void expect_counts(const std::string& file, std::uint64_t from, std::uint64_t below) {
  int checked = 0;
  for (const auto& [fen, counts] : test::perft_lines(file)) {
    const Position position = test::position_of(fen);
    for (const auto& [depth, nodes] : counts) {
      if (nodes < from || nodes >= below) continue;
      EXPECT_EQ(perft(position, depth), nodes) << fen << " depth " << depth;
      ++checked;
    }
  }
  EXPECT_GT(checked, 0);
}

constexpr std::uint64_t kQuick = 50'000;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

TEST(Perft, AgreesWithStockfishOnShallowStandardCounts) {
  expect_counts("perft_standard.epd", 0, kQuick);
}
TEST(Perft, AgreesWithStockfishOnShallowChess960Counts) {
  expect_counts("perft_chess960.epd", 0, kQuick);
}
TEST(LongPerft, AgreesWithStockfishOnDeepStandardCounts) {
  expect_counts("perft_standard.epd", kQuick, kAll);
}
TEST(LongPerft, AgreesWithStockfishOnDeepChess960Counts) {
  expect_counts("perft_chess960.epd", kQuick, kAll);
}

TEST(Perft, CountsTheSameWhenItPlaysTheLeaves) {
  for (const auto& [fen, counts] : test::perft_lines("perft_standard.epd")) {
    const Position position = test::position_of(fen);
    for (const auto& [depth, nodes] : counts) {
      if (nodes >= kQuick) continue;
      EXPECT_EQ(perft_playing_leaves(position, depth), nodes) << fen;
    }
  }
}

TEST(Perft, OfDepthZeroIsThePositionItself) { EXPECT_EQ(perft(Position::start(), 0), 1u); }

// The corpus is only worth something if it is as large as we claim.
TEST(PerftCorpus, HasAHundredPositionsOfEachKindBesideTheSixStandardOnes) {
  EXPECT_GE(test::perft_lines("perft_standard.epd").size(), 107u);
  EXPECT_GE(test::perft_lines("perft_chess960.epd").size(), 100u);
}

}  // namespace
}  // namespace tabiya
