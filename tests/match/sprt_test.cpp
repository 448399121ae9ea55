#include "match/sprt.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/random.h"

namespace tabiya {
namespace {

struct Known {
  const char* source;
  EloModel model;
  double elo0, elo1;
  std::array<std::uint64_t, 5> pairs;
  double llr;
};

constexpr EloModel kLogistic = EloModel::Logistic;
constexpr EloModel kNormalized = EloModel::Normalized;

// What fishtest printed for real tests, as quoted in the pull requests they were made for.
constexpr Known kFishtest[] = {
    {"Stockfish 3209 STC", kLogistic, -0.25, 1.25, {253, 4282, 17604, 4431, 286}, 2.94},
    {"Stockfish 3209 LTC", kLogistic, 0.25, 1.25, {58, 3302, 33130, 3518, 84}, 2.97},
    {"Stockfish 3098 STC", kLogistic, -0.25, 1.25, {491, 7345, 29693, 7670, 465}, 2.96},
    {"Stockfish 3098 LTC", kLogistic, 0.25, 1.25, {53, 2220, 21459, 2445, 47}, 2.97},
    {"Stockfish 2493 STC", kLogistic, -1, 3, {424, 2948, 5832, 3045, 460}, 2.94},
    {"Stockfish 2493 LTC", kLogistic, 0, 2, {1284, 17437, 55536, 18085, 1292}, 2.94},
    {"Stockfish 4493 STC", kNormalized, 0, 2, {2002, 72968, 180891, 74129, 2034}, 3.22},
    {"Stockfish 4493 LTC", kNormalized, 0.5, 2.5, {24, 7350, 23669, 7717, 28}, 2.94},
    {"Monty 66 STC", kNormalized, 0, 4, {434, 4052, 8304, 4206, 492}, 3.00},
    {"Monty 66 LTC", kNormalized, 1, 5, {829, 14632, 32502, 15215, 902}, 2.93},
    {"Monty 23 STC", kNormalized, 0, 4, {81, 563, 1163, 687, 114}, 3.16},
    {"Monty 23 LTC", kNormalized, 1, 5, {142, 1471, 2953, 1650, 159}, 2.94},
};

// From the unit tests of fastchess (github.com/Disservin/fastchess, app/tests/sprt_test.cpp) and of
// racetrack (github.com/MortenLohne/racetrack, src/tests/sprt_tests.rs).
constexpr Known kOthers[] = {
    {"fastchess", kNormalized, 0, 2, {365, 16618, 36029 + 200, 16974, 390}, 2.25},
    {"fastchess", kNormalized, -1.75, 0.25, {127, 4883, 10311 + 401, 5150, 104}, 3.01},
    {"fastchess", kLogistic, 0.5, 2.5, {223, 9863, 20279 + 1000, 10037, 246}, -3.07},
    {"fastchess", kLogistic, 0, 2, {871, 26175, 55003 + 980, 26678, 821}, -4.98},
    {"racetrack", kNormalized, 0, 5, {440, 2910, 5170, 2888, 455}, -2.27},
    {"racetrack", kNormalized, 0, 5, {142, 620, 1122, 699, 188}, 2.99},
    {"racetrack", kNormalized, -5, 0, {349, 1561, 3340, 1604, 359}, 2.90},
    {"racetrack", kNormalized, -5, 0, {98, 382, 674, 369, 71}, -1.11},
};

void expect_known(std::span<const Known> list) {
  for (const Known& known : list) {
    const Sprt sprt{.elo0 = known.elo0, .elo1 = known.elo1, .model = known.model};
    // They print two digits.
    EXPECT_NEAR(sprt.llr(Pentanomial{known.pairs}), known.llr, 0.0101) << known.source;
  }
}

TEST(Sprt, AgreesWithWhatFishtestPrinted) { expect_known(kFishtest); }

TEST(Sprt, AgreesWithTheTestsOfOtherPrograms) { expect_known(kOthers); }

// From the same tests of fastchess: losses, draws and wins of single games.
TEST(Sprt, AgreesForSingleGames) {
  const auto llr = [](EloModel model, double elo0, double elo1, double wins, double losses,
                      double draws) {
    const std::array counts{losses, draws, wins};
    return Sprt{.elo0 = elo0, .elo1 = elo1, .model = model}.llr(counts);
  };
  EXPECT_NEAR(llr(kNormalized, 0, 2, 36433, 36027, 68692), 0.92, 0.01);
  EXPECT_NEAR(llr(kNormalized, -1.75, 0.25, 10871, 10650, 20431), 2.30, 0.01);
  EXPECT_NEAR(llr(kLogistic, 0.5, 2.5, 21404, 21184, 40708), -1.57, 0.01);
  EXPECT_NEAR(llr(kLogistic, 0, 2, 57433, 57030, 106593), -2.59, 0.01);
}

// From the same tests. How often a result counts that was never seen matters a little here.
TEST(Sprt, AgreesWhenEverythingIsWon) {
  const Sprt pairs{.elo0 = 0, .elo1 = 5, .model = kNormalized};
  EXPECT_NEAR(pairs.llr(Pentanomial{{0, 0, 0, 0, 5550}}), 111.82, 0.05);
  const Sprt games{.elo0 = 0, .elo1 = 10, .model = kNormalized};
  EXPECT_NEAR(games.llr(std::array{0.0, 0.0, 4250.0}), 120.56, 0.05);
}

TEST(Sprt, HasTheBoundsOfWald) {
  const Sprt usual{};
  EXPECT_NEAR(usual.lower_bound(), -2.94, 0.005);
  EXPECT_NEAR(usual.upper_bound(), 2.94, 0.005);
  const Sprt unequal{.alpha = 0.05, .beta = 0.10};
  EXPECT_NEAR(unequal.lower_bound(), std::log(0.10 / 0.95), 1e-12);
  EXPECT_NEAR(unequal.upper_bound(), std::log(0.90 / 0.05), 1e-12);
}

TEST(Sprt, DecidesAtTheBounds) {
  const Sprt sprt{};
  EXPECT_EQ(sprt.verdict(0), std::nullopt);
  EXPECT_EQ(sprt.verdict(2.9), std::nullopt);
  EXPECT_EQ(sprt.verdict(2.95), Sprt::Verdict::Elo1);
  EXPECT_EQ(sprt.verdict(-2.95), Sprt::Verdict::Elo0);
}

TEST(Sprt, StartsUndecidedAndStaysFiniteForOneSidedResults) {
  for (const EloModel model : {kLogistic, kNormalized}) {
    const Sprt sprt{.elo0 = 0, .elo1 = 5, .model = model};
    EXPECT_EQ(sprt.llr(Pentanomial{}), 0);
    const double one_win = sprt.llr(Pentanomial{{0, 0, 0, 0, 1}});
    EXPECT_TRUE(std::isfinite(one_win));
    EXPECT_EQ(sprt.verdict(one_win), std::nullopt);
    EXPECT_GT(sprt.llr(Pentanomial{{0, 0, 0, 0, 1000}}), sprt.upper_bound());
    EXPECT_LT(sprt.llr(Pentanomial{{1000, 0, 0, 0, 0}}), sprt.lower_bound());
    EXPECT_TRUE(std::isfinite(sprt.llr(Pentanomial{{0, 0, 100000, 0, 0}})));
  }
}

TEST(Sprt, IsSymmetric) {
  for (const EloModel model : {kLogistic, kNormalized}) {
    const Sprt forwards{.elo0 = 0, .elo1 = 5, .model = model};
    const Sprt backwards{.elo0 = -5, .elo1 = 0, .model = model};
    EXPECT_NEAR(forwards.llr(Pentanomial{{3, 20, 50, 30, 7}}),
                -backwards.llr(Pentanomial{{7, 30, 50, 20, 3}}), 1e-9);
  }
}

// The promise itself: of matches between players who are exactly elo0 apart, about one in twenty is
// decided wrongly. 400 matches with 5 % expected errors: more than 40 would be six deviations off.
TEST(Sprt, KeepsItsPromiseAboutErrors) {
  const Sprt sprt{.elo0 = 0, .elo1 = 60, .model = kNormalized};
  Random random(11);
  int wrong = 0;
  int decided = 0;
  for (int match = 0; match < 400; ++match) {
    Pentanomial results;
    for (int pair = 0; pair < 3000; ++pair) {
      const std::uint64_t lot = random.below(10);  // symmetric: 1, 2, 4, 2, 1 of ten
      ++results.pairs[lot < 1 ? 0 : lot < 3 ? 1 : lot < 7 ? 2 : lot < 9 ? 3 : 4];
      if (pair % 4 != 0) continue;
      const auto verdict = sprt.verdict(sprt.llr(results));
      if (!verdict) continue;
      ++decided;
      wrong += *verdict == Sprt::Verdict::Elo1;
      break;
    }
  }
  EXPECT_EQ(decided, 400);
  EXPECT_LE(wrong, 40);
  EXPECT_GE(wrong, 3) << "never wrong would be too careful";
}

}  // namespace
}  // namespace tabiya
