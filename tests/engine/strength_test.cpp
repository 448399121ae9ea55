#include "engine/strength.h"

#include <gtest/gtest.h>

#include <vector>

namespace tabiya {
namespace {

const Move kA = Move::normal(Square::A2, Square::A3);
const Move kB = Move::normal(Square::B2, Square::B3);

Score cp(int value) { return Score::centipawns(value); }

// Players that do not change when the ratings are measured anew.
constexpr Strength player(double horizon, double error, double blindness) {
  return {.depth = 20,
          .nodes = 1000,
          .candidates = 256,
          .horizon = horizon,
          .error = error,
          .blindness = blindness};
}
constexpr Strength kBeginner = player(1.5, 80, 0.25);
constexpr Strength kAmateur = player(4, 25, 0.06);
constexpr Strength kMaster = player(12, 4, 0.003);

// How often of a thousand times a player makes the first of these moves.
int first_of_thousand(const std::vector<Candidate>& candidates, const Strength& strength) {
  Random random(7);
  int count = 0;
  for (int i = 0; i < 1000; ++i) count += choose(candidates, strength, random) == 0;
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
  EXPECT_EQ(first_of_thousand({steady(kA, 20), steady(kB, 19)}, strength_of(kHighestElo)), 1000);
}

TEST(Strength, SmallErrorsAreCommonAndBigOnesAreRare) {
  const int small = 1000 - first_of_thousand({steady(kA, 30), steady(kB, 0)}, kAmateur);
  const int big = 1000 - first_of_thousand({steady(kA, 300), steady(kB, 0)}, kAmateur);
  EXPECT_GT(small, 200);
  EXPECT_LT(small, 500);
  EXPECT_GT(big, 10);
  EXPECT_LT(big, 100);
}

TEST(Strength, BetterPlayersMakeFewerErrors) {
  int last = 0;
  for (const int elo : {600, 1000, 1400, 1800, 2200, 2500}) {
    const int right = first_of_thousand({steady(kA, 20), steady(kB, 0)}, strength_of(Elo{elo}));
    EXPECT_GT(right, last) << elo;
    last = right;
  }
}

TEST(Strength, LongTacticsAreOverlookedAndShortOnesSeldom) {
  // The first move is right; the second looks better until its refutation shows.
  const auto trap = [](int depth) {
    return std::vector{steady(kA, 0), revealed(kB, cp(150), depth, cp(-500))};
  };
  EXPECT_LT(first_of_thousand(trap(5), kAmateur), 100);
  EXPECT_GT(first_of_thousand(trap(4), kAmateur), 800);
  EXPECT_GT(first_of_thousand(trap(2), kAmateur), 850);
  EXPECT_GT(first_of_thousand(trap(10), kMaster), 980);
  EXPECT_LT(first_of_thousand(trap(3), kBeginner), 400);
}

TEST(Strength, AMateInOneIsSeldomMissedAndALongerOneOften) {
  const auto mate = [](int plies) {
    return std::vector{revealed(kA, cp(0), plies, Score::mate_in_plies(plies)), steady(kB, 400)};
  };
  EXPECT_GT(first_of_thousand(mate(1), kBeginner), 850);
  EXPECT_GT(first_of_thousand(mate(1), kAmateur), 950);
  EXPECT_GT(first_of_thousand(mate(3), kAmateur), 800);
  EXPECT_LT(first_of_thousand(mate(5), kAmateur), 200);
  EXPECT_LT(first_of_thousand(mate(3), kBeginner), 400);
  EXPECT_GT(first_of_thousand(mate(7), kMaster), 980);
}

TEST(Strength, APieceIsTakenBack) {
  Candidate recapture = steady(kA, 0);
  recapture.obvious = true;
  const Candidate other = steady(kB, -300);
  EXPECT_EQ(first_of_thousand({recapture, other}, kAmateur), 1000);
  EXPECT_LT(first_of_thousand({steady(kA, 0), other}, kAmateur), 1000);
  EXPECT_GT(first_of_thousand({recapture, other}, kBeginner), 960);
}

TEST(Strength, ThereIsAlwaysAMove) {
  Random random(1);
  Strength blind = strength_of(kLowestElo);
  blind.blindness = 1;
  EXPECT_EQ(choose(std::vector{steady(kA, 0), steady(kB, 500)}, blind, random), 0u);
}

TEST(Strength, TheSameSeedMakesTheSameChoices) {
  const std::vector candidates{steady(kA, 10), steady(kB, 0)};
  EXPECT_EQ(first_of_thousand(candidates, kAmateur), first_of_thousand(candidates, kAmateur));
}

TEST(Level, IsANumberOrARating) {
  EXPECT_EQ(parse_strength("1"), kLowestElo);
  EXPECT_EQ(parse_strength("5"), Elo{1400});
  EXPECT_EQ(parse_strength("10"), std::nullopt);
  EXPECT_EQ(parse_strength("1777"), Elo{1777});
  for (const char* bad : {"", "0", "11", "599", "2801", "x", "5x", "-1", "99999999999"})
    EXPECT_FALSE(parse_strength(bad)) << bad;
}

TEST(Level, IsToldInItsOwnWords) {
  EXPECT_EQ(strength_text(Elo{1400}), "level 5 (Elo 1400)");
  EXPECT_EQ(strength_text(Elo{1450}), "Elo 1450");
  EXPECT_EQ(strength_text(std::nullopt), "full strength");
}

TEST(Level, IsAPlaceInAnAscendingListThatEndsWithFullStrength) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    EXPECT_EQ(kLevels[i].number, static_cast<int>(i) + 1);
    EXPECT_EQ(kLevels[i].elo.has_value(), i + 1 < kLevels.size());
    if (i > 0 && kLevels[i].elo) {
      EXPECT_GT(*kLevels[i].elo, *kLevels[i - 1].elo);
    }
  }
  EXPECT_FALSE(is_level(0));
  EXPECT_TRUE(is_level(10));
  EXPECT_FALSE(is_level(11));
}

}  // namespace
}  // namespace tabiya
