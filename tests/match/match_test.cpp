#include "match/match.h"
#include "base/result.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "match/match_file.h"
#include "match/mock.h"
#include "match/results.h"
#include "notation/fen.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;
using test::mock;
using test::running;

struct Played {
  std::map<std::size_t, PlayedGame> games;
  Result<MatchEnd> end = MatchEnd::Ended;

  std::string reason(std::size_t game) const { return games.at(game).reason; }
  std::string termination(std::size_t game) const { return games.at(game).termination; }
};

MatchPlan plan_for(std::vector<EngineSpec> engines, std::size_t rounds,
                   MatchFormat format = MatchFormat::RoundRobin) {
  const std::size_t count = engines.size();
  return {.engines = std::move(engines),
          .schedule = Schedule(format, count),
          .rounds = rounds,
          .book = OpeningBook::random(Variant::Standard, 4, 1),
          .rules = {.adjudication = {.most_moves = 30}, .margin = 30s},
          .timeouts = {.answer = 30s, .untimed = 30s}};
}

Played play(const MatchPlan& plan, std::size_t most = 1000) {
  Played played;
  played.end = play_match(plan, {.is_played = [](std::size_t) { return false; },
                                 .finished =
                                     [&](const ScheduledGame& game, const PlayedGame& how) {
                                       EXPECT_TRUE(played.games.emplace(game.number, how).second);
                                       return played.games.size() < most;
                                     },
                                 .goes_on = [] { return true; }});
  return played;
}

TEST(MatchThreads, GamesAreTheSameHoweverManyArePlayedAtATime) {
  MatchPlan plan = plan_for({mock("a", "--seed 1"), mock("b", "--seed 2")}, 6);
  const Played alone = play(plan);
  plan.concurrency = 4;
  const Played together = play(plan);
  ASSERT_EQ(alone.end, MatchEnd::AllPlayed);
  ASSERT_EQ(alone.games.size(), 12u);
  ASSERT_EQ(together.games.size(), 12u);
  for (const auto& [number, game] : alone.games) {
    EXPECT_EQ(position_command(game.game), position_command(together.games.at(number).game));
    EXPECT_NE(game.result, PgnResult::Unknown);
    EXPECT_EQ(game.notes.size(), game.game.length());
    EXPECT_FALSE(game.notes[3]) << "the opening has no notes";
    EXPECT_TRUE(game.notes[4]);
  }
}

TEST(MatchThreads, BothGamesOfAPairBeginAlike) {
  const Played played = play(plan_for({mock("a", "--seed 1"), mock("b", "--seed 2")}, 2));
  EXPECT_EQ(played.games.at(0).game.position_at(4), played.games.at(1).game.position_at(4));
  EXPECT_NE(played.games.at(0).game.position_at(4), played.games.at(2).game.position_at(4));
}

TEST(MatchThreads, AnEngineThatFailsLosesAndTheMatchGoesOn) {
  struct Case {
    const char* manner;
    const char* termination;
    const char* reason;
  };
  for (const Case& one : {
           Case{"--crash 3", "abandoned", "instead of answering with a move"},
           Case{"--exit 3", "abandoned", "White loses: it ended (exit code 3)"},
           Case{"--illegal 3", "rules infraction", "White loses: its move \"a1a1\" is refused"},
           Case{"--no-move 3", "rules infraction", "White loses: its move \"(none)\""},
       }) {
    const Played played = play(plan_for({mock("bad", one.manner), mock("good", "--seed 2")}, 2));
    ASSERT_EQ(played.end, MatchEnd::AllPlayed) << one.manner;
    ASSERT_EQ(played.games.size(), 4u) << one.manner;
    for (const std::size_t game : {0u, 2u}) {
      EXPECT_EQ(played.games.at(game).result, PgnResult::BlackWins) << one.manner;
      EXPECT_EQ(played.games.at(game + 1).result, PgnResult::WhiteWins) << one.manner;
      EXPECT_EQ(played.termination(game), one.termination);
      EXPECT_NE(played.reason(game).find(one.reason), std::string::npos) << played.reason(game);
      EXPECT_EQ(played.games.at(game).game.length(), 8u) << "four book moves and two of each";
    }
  }
}

TEST(MatchThreads, AnEngineThatStallsOrFloodsLosesAndTheMatchGoesOn) {
  for (const char* manner : {"--stall 2", "--flood-lines 2"}) {
    const std::string tag = test::unique_tag();
    // The good one has so much time that a busy machine cannot make it look like the bad one.
    MatchPlan plan = plan_for({mock("bad", std::string(manner) + " --tag " + tag),
                               mock("good", "--tag " + tag, {.move_time = 60s})},
                              1);
    plan.timeouts.untimed = 2s;
    const Played played = play(plan);
    ASSERT_EQ(played.games.size(), 2u) << manner;
    EXPECT_EQ(played.games.at(0).result, PgnResult::BlackWins) << manner;
    EXPECT_EQ(played.games.at(1).result, PgnResult::WhiteWins) << manner;
    EXPECT_EQ(played.reason(1), "Black loses: it did not answer with a move") << manner;
    EXPECT_EQ(running(tag), 0) << manner;
  }
}

TEST(MatchThreads, WhoTakesTooLongLosesOnTime) {
  MatchPlan plan = plan_for({mock("slow", "--slow 400", {.move_time = 100ms}), mock("good")}, 1);
  plan.rules.margin = 50ms;
  plan.timeouts.margin = 50ms;
  const Played played = play(plan);
  ASSERT_EQ(played.games.size(), 2u);
  EXPECT_EQ(played.games.at(0).result, PgnResult::BlackWins);
  EXPECT_EQ(played.termination(0), "time forfeit");
  EXPECT_NE(played.reason(0).find("and had 100 ms"), std::string::npos) << played.reason(0);
  EXPECT_EQ(played.games.at(1).result, PgnResult::WhiteWins);
}

TEST(MatchThreads, AFallenFlagIsADrawIfTheOtherSideCannotMate) {
  MatchPlan plan = plan_for({mock("slow", "--slow 400", {.move_time = 100ms}), mock("good")}, 1);
  plan.rules.margin = 50ms;
  plan.timeouts.margin = 50ms;
  const Opening bare{.start = test::position_of("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")};
  plan.book = OpeningBook::listed({bare}, OpeningBook::Order::AsListed, 0);
  const Played played = play(plan);
  EXPECT_EQ(played.games.at(0).result, PgnResult::Draw)
      << "the slow one has a queen, the other none";
  EXPECT_EQ(played.games.at(1).result, PgnResult::WhiteWins);
}

TEST(MatchThreads, EnginesAreToldTheClock) {
  const test::TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  const EngineLimits clock{.clock = ClockControl{40, 60s, 500ms}};
  const EngineLimits fixed{.move_time = 30s, .nodes = 77, .depth = 3};
  MatchPlan plan = plan_for({mock("a", "--log " + log, clock), mock("b", "", fixed)}, 1);
  plan.rules.adjudication.most_moves = 4;
  plan.book = OpeningBook::listed({Opening{}}, OpeningBook::Order::AsListed, 0);
  play(plan);
  const std::string text = test::content_of(log);
  EXPECT_NE(text.find("ucinewgame\nisready\nisready\nposition startpos\ngo wtime 60000 btime 60000 "
                      "winc 500 binc 500 movestogo 40\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(" movestogo 39\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("movetime"), std::string::npos) << text;
}

TEST(MatchThreads, EnginesStayFromGameToGame) {
  const test::TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  play(plan_for({mock("a", "--log " + log), mock("b", "--seed 2")}, 3));
  const std::string text = test::content_of(log);
  const auto count = [&](const std::string& line) {
    int found = 0;
    for (std::size_t at = text.find(line); at != text.npos; at = text.find(line, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("uci\n"), 1);
  EXPECT_EQ(count("ucinewgame\n"), 6);
  EXPECT_EQ(count("quit\n"), 1);
}

TEST(MatchThreads, ScoresEndGamesIfAsked) {
  MatchPlan plan = plan_for({mock("a", "--score -700"), mock("b", "--score 5 --seed 2")}, 1);
  plan.rules.adjudication = {.resign = ResignAdjudication{.moves = 3, .score = 600},
                             .most_moves = 100};
  const Played played = play(plan);
  EXPECT_EQ(played.games.at(0).result, PgnResult::BlackWins);
  EXPECT_EQ(played.termination(0), "adjudication");
  EXPECT_EQ(played.reason(0), "White resigns by its scores");
  EXPECT_EQ(played.reason(1), "Black resigns by its scores");
  EXPECT_EQ(played.games.at(0).game.length(), 4u + 5u);
}

TEST(MatchThreads, TheLongestGameIsCountedFromTheEndOfTheOpening) {
  MatchPlan plan = plan_for({mock("a"), mock("b", "--seed 2")}, 1);
  plan.rules.adjudication.most_moves = 3;
  const Played played = play(plan);
  EXPECT_EQ(played.games.at(0).game.length(), 4u + 6u);
  EXPECT_EQ(played.reason(0), "drawn after 3 moves of each side after the opening");
}

TEST(MatchThreads, AGauntletOfThreeIsPlayedCompletely) {
  MatchPlan plan =
      plan_for({mock("a"), mock("b", "--seed 2"), mock("c", "--seed 3")}, 2, MatchFormat::Gauntlet);
  plan.concurrency = 3;
  EXPECT_EQ(play(plan).games.size(), 8u);
}

TEST(MatchThreads, EndsAtOnceWhenToldAndLeavesNobodyBehind) {
  const std::string tag = test::unique_tag();
  const std::string arguments = "--slow 20 --grandchild --tag " + tag;
  MatchPlan plan = plan_for({mock("a", arguments), mock("b", arguments + " --seed 2")}, 1000);
  plan.concurrency = 3;
  const Played played = play(plan, 2);
  EXPECT_EQ(played.end, MatchEnd::Ended);
  EXPECT_EQ(played.games.size(), 2u);
  EXPECT_TRUE(test::comes_true([&] { return running(tag) == 0; }));
}

TEST(MatchThreads, AnEngineThatDoesNotStartAgainEndsTheMatch) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(TABIYA_MOCK_ENGINE, folder.path() / "engine");
  EngineSpec vanishing = mock("vanishing", "--exit 2");
  vanishing.command = (folder.path() / "engine").string();
  MatchPlan plan = plan_for({vanishing, mock("b")}, 50);
  std::size_t games = 0;
  const auto end = play_match(plan, {.is_played = [](std::size_t) { return false; },
                                     .finished =
                                         [&](const ScheduledGame&, const PlayedGame&) {
                                           ++games;
                                           std::filesystem::remove(folder.path() / "engine");
                                           return true;
                                         },
                                     .goes_on = [] { return true; }});
  ASSERT_FALSE(end);
  EXPECT_NE(
      end.error().message.find("the engine vanishing does not start any more: there is no file"),
      std::string::npos)
      << end.error().message;
  EXPECT_LT(games, 50u);
}

TEST(MatchThreads, Chess960IsPlayedWithItsCastling) {
  const test::TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  MatchPlan plan = plan_for({mock("a", "--log " + log), mock("b", "--seed 2")}, 8);
  plan.rules.variant = Variant::Chess960;
  plan.book = OpeningBook::random(Variant::Chess960, 0, 5);
  plan.concurrency = 2;
  const Played played = play(plan);
  ASSERT_EQ(played.games.size(), 16u);
  for (const auto& [number, game] : played.games) {
    EXPECT_EQ(game.game.variant(), Variant::Chess960);
    // The mock engine would have left at a move it does not understand.
    EXPECT_EQ(game.culprit, std::nullopt) << game.reason;
  }
  EXPECT_NE(test::content_of(log).find("setoption name UCI_Chess960 value true\n"),
            std::string::npos);
}

TEST(TryEngines, GivesEveryEngineANameOfItsOwn) {
  std::vector<EngineSpec> engines{mock("", "--seed 7"), mock("", "--seed 7"), mock("x"), mock("x")};
  ASSERT_TRUE(try_engines(engines, false, {.answer = 30s}, {}));
  EXPECT_EQ(engines[0].name, "Mock 7");
  EXPECT_EQ(engines[1].name, "Mock 7 2");
  EXPECT_EQ(engines[3].name, "x 2");
}

TEST(TryEngines, SaysWhichEngineIsWrong) {
  std::vector<EngineSpec> engines{mock("good"), mock("bad", "--start-fails")};
  const auto tried = try_engines(engines, false, {.answer = 30s}, {});
  ASSERT_FALSE(tried);
  EXPECT_TRUE(tried.error().message.starts_with("bad: it ended (exit code 4)"))
      << tried.error().message;
}

}  // namespace
}  // namespace tabiya
