#include "match/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "match/elo.h"
#include "match/match_report.h"
#include "match/ratings.h"

namespace tabiya {
namespace {

constexpr auto kWhite = PgnResult::WhiteWins;
constexpr auto kBlack = PgnResult::BlackWins;
constexpr auto kDraw = PgnResult::Draw;

TEST(Schedule, EveryoneMeetsEveryoneTwiceInARound) {
  const Schedule schedule(MatchFormat::RoundRobin, 4);
  EXPECT_EQ(schedule.games_in_round(), 12u);
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (std::size_t number = 12; number < 24; ++number) {
    const ScheduledGame game = schedule.game(number);
    EXPECT_EQ(game.round, 1u);
    EXPECT_NE(game.white, game.black);
    seen.emplace(game.white, game.black);
  }
  EXPECT_EQ(seen.size(), 12u);
}

TEST(Schedule, AGauntletHasOneFrontRunner) {
  const Schedule schedule(MatchFormat::Gauntlet, 4);
  EXPECT_EQ(schedule.games_in_round(), 6u);
  for (std::size_t number = 0; number < 6; ++number) {
    const ScheduledGame game = schedule.game(number);
    EXPECT_EQ(game.swapped ? game.black : game.white, 0u);
  }
}

TEST(MatchResults, CountGamesAndPairs) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 2), 2);
  results.add(0, kWhite);  // the first engine wins
  results.add(1, kWhite);  // as Black it loses
  results.add(2, kDraw);
  results.add(3, kBlack);  // and here it wins
  results.add(5, kWhite);  // half a pair: it does not count as one
  EXPECT_EQ(results.wdl(0), (Wdl{.wins = 2, .draws = 1, .losses = 2}));
  EXPECT_EQ(results.pentanomial(0), (Pentanomial{{0, 0, 1, 1, 0}}));
  EXPECT_EQ(results.of(1), (Wdl{.wins = 2, .draws = 1, .losses = 2}));
}

TEST(MatchResults, TheOrderOfArrivalDoesNotMatter) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 2), 2);
  results.add(3, kBlack);
  results.add(1, kWhite);
  results.add(2, kDraw);
  results.add(0, kWhite);
  EXPECT_EQ(results.pentanomial(0), (Pentanomial{{0, 0, 1, 1, 0}}));
}

TEST(MatchResults, AGameCountsOnce) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 2), 2);
  results.add(0, kWhite);
  results.add(0, kBlack);
  results.add(1, PgnResult::Unknown);
  EXPECT_EQ(results.wdl(0), (Wdl{.wins = 1}));
  EXPECT_TRUE(results.has(0));
  EXPECT_FALSE(results.has(1));
}

// Twenty rounds with the same result for every pairing: the first named wins so many of its
// twenty games as White and none as Black, which is drawn.
MatchResults wins_of(std::size_t engines, const std::vector<int>& wins) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, engines), engines);
  for (std::size_t game = 0; game < 20 * results.schedule().games_in_round(); ++game) {
    const ScheduledGame plan = results.schedule().game(game);
    const bool won = !plan.swapped && static_cast<int>(plan.round) < wins[plan.pairing];
    results.add(game, won ? kWhite : kDraw);
  }
  return results;
}

TEST(Ratings, OfTwoAreTheirEloDifference) {
  const MatchResults results = wins_of(2, {8});
  const auto ratings = rate(results);
  // 24 of 40 points, and one drawn game added: 24.5 of 41.
  EXPECT_NEAR(ratings[0].elo - ratings[1].elo, elo_from_score(24.5 / 41), 1e-6);
  EXPECT_NEAR(ratings[0].elo + ratings[1].elo, 0, 1e-6);
  // Each one's error is half of the difference's, which is known from pairs.
  const auto estimate = estimate_elo(results.pentanomial(0));
  EXPECT_NEAR(2 * ratings[0].error, estimate->error(), 0.05 * estimate->error());
}

// Strengths 200, 0 and -200 with the scores that belong to them, as near as games allow: the
// fit gives them back.
TEST(Ratings, GiveBackTheStrengthsThatMadeTheResults) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 3), 3);
  const double score[3] = {score_from_elo(200), score_from_elo(400), score_from_elo(200)};
  for (std::size_t game = 0; game < 6 * 2000; ++game) {
    const ScheduledGame plan = results.schedule().game(game);
    const bool first_wins = static_cast<double>(plan.round) < 2000 * score[plan.pairing];
    results.add(game, first_wins != plan.swapped ? kWhite : kBlack);
  }
  const auto ratings = rate(results);
  EXPECT_NEAR(ratings[0].elo, 200, 0.5);
  EXPECT_NEAR(ratings[1].elo, 0, 0.5);
  EXPECT_NEAR(ratings[2].elo, -200, 0.5);
}

TEST(Ratings, AreFiniteForWhoeverWinsOrLosesAll) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 3), 3);
  for (std::size_t game = 0; game < 60; ++game) {
    const ScheduledGame plan = results.schedule().game(game);
    results.add(game, plan.swapped ? kBlack : kWhite);
  }
  const auto ratings = rate(results);
  EXPECT_GT(ratings[0].elo, ratings[1].elo);
  EXPECT_GT(ratings[1].elo, ratings[2].elo);
  EXPECT_LT(ratings[0].elo, 2000);
  EXPECT_TRUE(std::isfinite(ratings[2].error));
}

TEST(Ratings, ExistBeforeTheFirstGame) {
  for (const Rating& rating : rate(MatchResults(Schedule(MatchFormat::Gauntlet, 3), 3))) {
    EXPECT_EQ(rating.elo, 0);
    EXPECT_EQ(rating.error, 0);
  }
}

TEST(MatchReport, SumsUpTwoEngines) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 2), 2);
  for (const auto& [game, result] : {std::pair{0, kWhite}, {1, kDraw}, {2, kDraw}, {3, kDraw}})
    results.add(static_cast<std::size_t>(game), result);
  EXPECT_EQ(match_summary(results, {"new", "old"}, Sprt{.elo0 = 0, .elo1 = 10}),
            "new against old\n"
            "Games        4: +1 =3 -0, 2.5 points, 62.5 %\n"
            "Elo          +88.7 (95 %: -33.6 to +238.9)\n"
            "Normalized   +245.7 ± 340.5\n"
            "Superiority  92.1 %\n"
            "Pairs        0 of 0, 0 of ½, 1 of 1, 1 of 1½, 0 of 2 points\n"
            "SPRT         LLR 0.04 of (-2.94, 2.94) for Elo 0 or 10, normalized: not decided\n");
}

TEST(MatchReport, ShowsWhoBeatWhom) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 3), 3);
  for (std::size_t game = 0; game < 6; ++game)
    results.add(game, game == 0 ? kDraw : results.schedule().game(game).swapped ? kWhite : kBlack);
  const std::string table = match_summary(results, {"a", "longer name", "c"}, std::nullopt);
  EXPECT_NE(table.find(" 1  c  "), std::string::npos) << table;
  EXPECT_NE(table.find(" 3  a  "), std::string::npos) << table;
  EXPECT_NE(table.find("·     2/2   2/2\n"), std::string::npos) << table;
  EXPECT_NE(table.find("0/2   ½/2   ·\n"), std::string::npos) << table;
}

TEST(MatchReport, SpeaksOfOneSidedMatchesWithoutInfinities) {
  MatchResults results(Schedule(MatchFormat::RoundRobin, 2), 2);
  results.add(0, kWhite);
  results.add(1, kBlack);
  EXPECT_NE(match_summary(results, {"a", "b"}, {}).find("all games won"), std::string::npos);
  EXPECT_EQ(match_summary(MatchResults(Schedule(MatchFormat::RoundRobin, 2), 2), {"a", "b"}, {}),
            "a against b\nGames        0: +0 =0 -0, 0.0 points, 0.0 %\n");
}

}  // namespace
}  // namespace tabiya
