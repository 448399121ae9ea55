#include "match/elo.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tabiya {
namespace {

// Figures from the unit tests of fastchess (github.com/Disservin/fastchess,
// app/tests/elo_test.cpp).
TEST(Elo, OfGamesIsWhatFastchessTestsSay) {
  const auto first = estimate_elo(Wdl{.wins = 76, .draws = 123, .losses = 89});
  ASSERT_TRUE(first);
  EXPECT_NEAR(first->normalized, -20.76, 0.01);
  EXPECT_NEAR(first->normalized_error, 40.13, 0.01);
  EXPECT_NEAR(100 * first->superiority, 15.53, 0.01);

  const auto second = estimate_elo(Wdl{.wins = 136, .draws = 111, .losses = 96});
  ASSERT_TRUE(second);
  EXPECT_NEAR(second->elo, 40.70, 0.01);
  EXPECT_NEAR(second->error(), 30.43, 0.01);
  EXPECT_NEAR(second->normalized, 49.77, 0.01);
  EXPECT_NEAR(second->normalized_error, 36.77, 0.01);
  EXPECT_NEAR(100 * second->superiority, 99.60, 0.01);
}

TEST(Elo, OfGamesThatAllEndedAlikeIsABoundAndANumber) {
  const Wdl won{.wins = 20};
  EXPECT_EQ(one_sided_elo_text(won), "above +277 (95 %), all games won");
  EXPECT_EQ(one_sided_elo_text(won.reversed()), "below -277 (95 %), all games lost");
  EXPECT_EQ(one_sided_elo_text(Wdl{.draws = 3}), "0.0, all games drawn");
  EXPECT_EQ(one_sided_elo_text(Wdl{.wins = 1, .draws = 1}), std::nullopt);
  EXPECT_EQ(one_sided_elo_text(Wdl{}), std::nullopt);
  EXPECT_NEAR(one_sided_elo(won).value(), 277.4, 0.1);
  EXPECT_EQ(one_sided_elo(Wdl{.draws = 3}), std::nullopt);
  const EloDifference number = finite_elo(won, {{0, 0, 0, 0, 10}});
  EXPECT_NEAR(number.elo, elo_from_score(20.5 / 21), 1e-6);
  EXPECT_TRUE(std::isfinite(number.error) && number.error > 0);
}

// What is printed and what is written for other programs must be one number.
TEST(Elo, IsTheSameWhereOnlyItsErrorIsInfinite) {
  const Wdl wdl{.wins = 9, .draws = 1};
  const Pentanomial pairs{{0, 0, 0, 1, 4}};
  const auto estimate = estimate_elo(wdl, pairs);
  ASSERT_TRUE(estimate);
  const EloDifference number = finite_elo(wdl, pairs);
  EXPECT_EQ(number.elo, estimate->elo);
  EXPECT_TRUE(std::isfinite(number.error)) << number.error;
}

TEST(Elo, OfPairsIsWhatFastchessTestsSay) {
  struct Known {
    Pentanomial pairs;
    double elo, error, normalized, normalized_error;
  };
  for (const Known& known : {
           Known{{{34, 54, 31 + 32, 64, 75}}, 55.58, 27.65, 57.94, 28.28},
           Known{{{332, 433, 457 + 41, 333, 334}}, -8.64, 10.33, -9.17, 10.96},
           Known{{{7895, 8757, 5485 + 200, 568, 9999}}, -21.04, 2.95, -19.01, 2.65},
           // From a question at chess.stackexchange.com/questions/45881, printed by fastchess.
           Known{{{4, 3, 34, 42, 117}}, 277.00, 40.90, 345.17, 34.05},
       }) {
    const auto estimate = estimate_elo(known.pairs);
    ASSERT_TRUE(estimate);
    EXPECT_NEAR(estimate->elo, known.elo, 0.01);
    EXPECT_NEAR(estimate->error(), known.error, 0.01);
    EXPECT_NEAR(estimate->normalized, known.normalized, 0.01);
    EXPECT_NEAR(estimate->normalized_error, known.normalized_error, 0.01);
  }
  EXPECT_NEAR(100 * estimate_elo(Pentanomial{{332, 433, 498, 333, 334}})->superiority, 5.05, 0.01);
}

TEST(Elo, AndScoreAreInverse) {
  EXPECT_DOUBLE_EQ(score_from_elo(0), 0.5);
  EXPECT_NEAR(score_from_elo(400), 10.0 / 11, 1e-12);
  for (const double elo : {-800.0, -3.0, 0.0, 120.0}) {
    EXPECT_NEAR(elo_from_score(score_from_elo(elo)), elo, 1e-9);
  }
  EXPECT_TRUE(std::isinf(elo_from_score(1)));
  EXPECT_TRUE(std::isinf(elo_from_score(0)));
}

// It would be printed as -0.0, and written so to files.
TEST(Elo, OfHalfThePointsHasNoSign) { EXPECT_FALSE(std::signbit(elo_from_score(0.5))); }

TEST(Elo, IsTheSameFromTheOtherSide) {
  const auto ours = estimate_elo(Pentanomial{{3, 8, 20, 11, 9}});
  const auto theirs = estimate_elo(Pentanomial{{9, 11, 20, 8, 3}});
  EXPECT_NEAR(ours->elo, -theirs->elo, 1e-9);
  EXPECT_NEAR(ours->upper, -theirs->lower, 1e-9);
  EXPECT_NEAR(ours->superiority, 1 - theirs->superiority, 1e-12);
}

TEST(Elo, SaysNothingWhenAllResultsAreEqual) {
  EXPECT_FALSE(estimate_elo(Wdl{}));
  EXPECT_FALSE(estimate_elo(Wdl{.wins = 10}));
  EXPECT_FALSE(estimate_elo(Wdl{.draws = 10}));
  EXPECT_FALSE(estimate_elo(Pentanomial{{0, 0, 7, 0, 0}}));
}

TEST(Elo, BoundsBeyondPossibleScoresAreInfinite) {
  const auto estimate = estimate_elo(Wdl{.wins = 9, .draws = 0, .losses = 1});
  ASSERT_TRUE(estimate);
  EXPECT_GT(estimate->elo, 0);
  EXPECT_TRUE(std::isinf(estimate->upper));
  EXPECT_TRUE(std::isfinite(estimate->lower));
}

}  // namespace
}  // namespace tabiya
