#include "engine/strength.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya {
namespace {

const Move kA = Move::normal(Square::A2, Square::A3);
const Move kB = Move::normal(Square::B2, Square::B3);

Score cp(int value) { return Score::centipawns(value); }

// How often of a thousand times a player of this rating makes the first of these moves.
int first_of_thousand(const std::vector<Candidate>& candidates, int elo) {
  Random random(7);
  int count = 0;
  for (int i = 0; i < 1000; ++i) count += choose(candidates, strength_of(Elo{elo}), random) == 0;
  return count;
}

Candidate steady(Move move, int centipawns) {
  return {.move = move, .by_depth = std::vector<Score>(40, cp(centipawns))};
}

// Looks like `early` until the truth shows at `depth`.
Candidate revealed(Move move, Score early, int depth, Score truth) {
  Candidate candidate{.move = move, .by_depth = std::vector<Score>(40, truth)};
  for (int d = 1; d < depth; ++d) candidate.by_depth[static_cast<std::size_t>(d - 1)] = early;
  return candidate;
}

TEST(Strength, GrowsWithTheRatingInEveryRespect) {
  for (int elo = 600; elo < 2800; elo += 50) {
    const Strength weaker = strength_of(Elo{elo});
    const Strength stronger = strength_of(Elo{elo + 50});
    EXPECT_LE(weaker.depth, stronger.depth) << elo;
    EXPECT_LT(weaker.nodes, stronger.nodes) << elo;
    EXPECT_LT(weaker.horizon, stronger.horizon) << elo;
    EXPECT_GT(weaker.error, stronger.error) << elo;
    EXPECT_GT(weaker.blindness, stronger.blindness) << elo;
    EXPECT_GE(weaker.depth, static_cast<int>(weaker.horizon)) << elo;
  }
}

TEST(Strength, RatingsOutsideTheLimitsCountAsTheNearestInside) {
  EXPECT_EQ(strength_of(Elo{-5000}).nodes, strength_of(kLowestElo).nodes);
  EXPECT_EQ(strength_of(Elo{9000}).nodes, strength_of(kHighestElo).nodes);
}

TEST(Strength, TheHighestRatingPlaysTheBestMove) {
  EXPECT_EQ(first_of_thousand({steady(kA, 20), steady(kB, 19)}, 2800), 1000);
}

TEST(Strength, SmallErrorsAreCommonAndBigOnesAreRare) {
  const int small = 1000 - first_of_thousand({steady(kA, 30), steady(kB, 0)}, 1400);
  const int big = 1000 - first_of_thousand({steady(kA, 300), steady(kB, 0)}, 1400);
  EXPECT_GT(small, 200);
  EXPECT_LT(small, 500);
  EXPECT_GT(big, 10);
  EXPECT_LT(big, 200);
}

TEST(Strength, BetterPlayersMakeFewerErrors) {
  int last = 0;
  for (const int elo : {600, 1000, 1400, 1800, 2200, 2500}) {
    const int right = first_of_thousand({steady(kA, 50), steady(kB, 0)}, elo);
    EXPECT_GT(right, last) << elo;
    last = right;
  }
}

TEST(Strength, LongTacticsAreOverlookedAndShortOnesSeldom) {
  // The first move is right; the second looks better until its refutation shows.
  const auto trap = [](int depth) {
    return std::vector{steady(kA, 0), revealed(kB, cp(150), depth, cp(-500))};
  };
  EXPECT_LT(first_of_thousand(trap(8), 1400), 200);
  EXPECT_GT(first_of_thousand(trap(2), 1400), 750);
  EXPECT_GT(first_of_thousand(trap(5), 2200), 800);
  EXPECT_LT(first_of_thousand(trap(5), 1000), 300);
}

TEST(Strength, AMateInOneIsSeldomMissedAndALongerOneOften) {
  const auto mate = [](int plies) {
    return std::vector{revealed(kA, cp(0), plies, Score::mate_in_plies(plies)), steady(kB, 60)};
  };
  EXPECT_GT(first_of_thousand(mate(1), 600), 850);
  EXPECT_GT(first_of_thousand(mate(1), 1400), 950);
  EXPECT_LT(first_of_thousand(mate(5), 1000), 400);
  EXPECT_LT(first_of_thousand(mate(3), 600), first_of_thousand(mate(3), 1800));
  EXPECT_GT(first_of_thousand(mate(3), 1800), 900);
}

TEST(Strength, APieceIsTakenBack) {
  Candidate recapture = steady(kA, 0);
  recapture.obvious = true;
  const Candidate other = steady(kB, -300);
  EXPECT_EQ(first_of_thousand({recapture, other}, 1400), 1000);
  EXPECT_LT(first_of_thousand({steady(kA, 0), other}, 1400), 1000);
  EXPECT_GT(first_of_thousand({recapture, other}, 600), 960);
}

TEST(Strength, ThereIsAlwaysAMove) {
  Random random(1);
  Strength blind = strength_of(kLowestElo);
  blind.blindness = 1;
  EXPECT_EQ(choose(std::vector{steady(kA, 0), steady(kB, 500)}, blind, random), 0u);
}

TEST(Strength, TheSameSeedMakesTheSameChoices) {
  const std::vector candidates{steady(kA, 10), steady(kB, 0)};
  EXPECT_EQ(first_of_thousand(candidates, 1000), first_of_thousand(candidates, 1000));
}

}  // namespace
}  // namespace tabiya
