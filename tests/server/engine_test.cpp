// What engines do in games: whole games, levels, hints, analyses, reports, and sharing the slots.
#include <gtest/gtest.h>

#include "server/test_service.h"
#include "support/full_disk.h"

namespace tabiya::test {
namespace {

using namespace std::chrono_literals;

json against(const std::string& color, int level, json start = json::object()) {
  return {{"mode", "engine"}, {"start", std::move(start)}, {"color", color}, {"level", level}};
}
const json kStudy{{"mode", "study"}, {"start", json::object()}};

struct EngineTable : TestService {
  explicit EngineTable(const json& wish, std::function<void(server::GameSettings&)> change = {})
      : TestService(std::move(change)), game(new_game(wish)) {
    join(page, game);
  }
  json say(const std::string& type, json more = {}) {
    return TestService::say(page, game, type, std::move(more));
  }
  json state() { return TestService::state(game); }
  bool until(const std::function<bool()>& condition) {
    return dispatcher.run_until([&] {
      dispatcher.pass(10ms);
      return condition();
    });
  }

  ListPage page;
  std::string game;
};

TEST(ServerEnginesThreads, PlayAWholeGameToItsEnd) {
  // The engine has king and queen against a king, and must find the mate by itself.
  EngineTable table(against("black", 10, {{"fen", "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"}}));
  ASSERT_TRUE(table.dispatcher.run_until([&] {
    table.dispatcher.pass(50ms);
    const json state = table.state();
    if (!state.at("result").is_null()) return true;
    if (state.at("may").at("move").empty()) {
      table.say("stop");  // it moves now: what it has found so far is good enough
      return false;
    }
    table.say("move",
              {{"node", state.at("tip")}, {"uci", state.at("position").at("legal")[0].at("uci")}});
    return false;
  }));
  EXPECT_EQ(table.state().at("result").at("ending"), "checkmate");
  EXPECT_EQ(table.state().at("result").at("winner"), "white");
}

TEST(ServerEnginesThreads, BeginWhenTheyHaveWhite) {
  EngineTable table(against("black", 2));
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 1; }));
  EXPECT_EQ(table.state().at("may").at("takeBack"), false);
  EXPECT_EQ(table.state().at("players").at("white").at("elo"), 800);
}

TEST(ServerEnginesThreads, TakingBackGoesToThePersonsLastTurn) {
  EngineTable table(against("white", 1));
  table.move(table.page, table.game, "e2e4");
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
  EXPECT_TRUE(is_done(table.say("take_back")));
  EXPECT_EQ(table.state().at("tip"), 0);
  EXPECT_EQ(table.page.of_type("update").back().at("removed"), json({1, 2}));
}

TEST(ServerEnginesThreads, TakingBackWhileTheyThinkStopsThem) {
  EngineTable table(against("white", 10));
  table.move(table.page, table.game, "e2e4");
  EXPECT_TRUE(is_done(table.say("take_back")));
  ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 0; }));
  EXPECT_EQ(table.state().at("tip"), 0);
  EXPECT_EQ(table.state().at("nodes").size(), 1U);
}

TEST(ServerEnginesThreads, TakingBackLeavesNothingOfWhatTheyThought) {
  EngineTable table(against("white", 10));
  table.move(table.page, table.game, "e2e4");
  ASSERT_TRUE(table.until([&] { return table.page.last_thinking.is_object(); }));
  ASSERT_EQ(table.page.last_thinking.at("running"), true);
  EXPECT_TRUE(is_done(table.say("take_back")));
  ListPage other;
  const json joined = table.join(other, table.game);
  EXPECT_EQ(joined.at("thinking"), nullptr);
  EXPECT_EQ(joined.at("tree"), nullptr);
}

TEST(ServerEnginesThreads, StopThinkingWhenNoPageShowsTheGame) {
  EngineTable table(against("white", 10));
  table.move(table.page, table.game, "e2e4");
  EXPECT_EQ(table.service->metrics().searches_running, 1U);
  table.service->left(table.page);
  ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 0; }));
  EXPECT_EQ(table.state().at("tip"), 1);
  ListPage again;
  table.join(again, table.game);
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
}

TEST(ServerEnginesThreads, GoOnAgainstARunningClock) {
  json wish = against("white", 10);
  wish["control"] = {{"initial", 2000}, {"increment", 0}};
  EngineTable table(wish);
  table.move(table.page, table.game, "e2e4");
  table.service->left(table.page);
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
}

TEST(ServerEnginesThreads, MoveAgainAfterAMoveThatCouldNotBeStored) {
  EngineTable table(against("white", 1));
  table.move(table.page, table.game, "e2e4");
  table.say("stop");
  {
    const FullDisk full;
    ASSERT_TRUE(table.until([&] { return table.service->trouble().has_value(); }));
    EXPECT_EQ(table.state().at("tip"), 1);
  }
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
  EXPECT_FALSE(table.service->trouble());
}

TEST(ServerEnginesThreads, EndAnAnalysisThatCannotBeStored) {
  EngineTable table(kStudy);
  const json wish{{"node", 0}, {"engine", "alphabeta"}, {"lines", 1}};
  {
    const FullDisk full;
    EXPECT_EQ(code_of(table.say("analyse", wish)), "internal");
    ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 0; }));
  }
  EXPECT_EQ(table.state().at("analysis"), nullptr);
  // One that runs when something else cannot be stored ends too, and its pages hear of it.
  EXPECT_TRUE(is_done(table.say("analyse", wish)));
  {
    const FullDisk full;
    EXPECT_EQ(code_of(table.say("comment", {{"node", 0}, {"text", "?"}})), "internal");
  }
  table.dispatcher.pass(2s);
  EXPECT_EQ(table.page.of_type("update").back().at("analysis").at("running"), false);
  ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 0; }));
  EXPECT_TRUE(is_done(table.say("analyse", wish)));
}

TEST(ServerEnginesThreads, ChangeTheirStrengthFromTheNextMoveOn) {
  EngineTable table(against("white", 3));
  EXPECT_TRUE(is_done(table.say("strength", {{"level", 7}})));
  EXPECT_EQ(table.state().at("players").at("black").at("name"), "Alpha-beta, level 7");
  EXPECT_EQ(code_of(table.say("strength", {{"level", 11}})), "bad_value");
  EXPECT_EQ(code_of(table.say("strength", {{"engine", "oracle"}})), "bad_request");
  EXPECT_TRUE(is_done(table.say("chat", {{"node", 0}, {"text", "/level 10"}})));
  EXPECT_EQ(table.state().at("players").at("black").at("elo"), nullptr);
}

TEST(ServerEnginesThreads, DeclineADrawWhenTheyStandWell) {
  EngineTable table(against("white", 10, {{"fen", "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}));
  table.move(table.page, table.game, "e2e4");
  table.say("stop");
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
  EXPECT_TRUE(is_done(table.say("offer_draw")));
  ASSERT_TRUE(table.until([&] { return table.state().at("drawOffer").is_null(); }));
  EXPECT_EQ(table.state().at("result"), nullptr);
  EXPECT_EQ(table.state().at("chat").back().at("from"), "engine");
}

TEST(ServerEnginesThreads, AnswerADrawOfferBeforeOtherQuestions) {
  EngineTable table(against("white", 10, {{"fen", "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}));
  table.move(table.page, table.game, "e2e4");
  table.say("stop");
  ASSERT_TRUE(table.until([&] { return table.state().at("tip") == 2; }));
  EXPECT_TRUE(is_done(table.say("offer_draw")));
  EXPECT_TRUE(is_done(table.say("chat", {{"node", 2}, {"text", "/hint"}})));
  EXPECT_EQ(table.state().at("chat").back().at("from"), "system");  // not now
  ASSERT_TRUE(table.until([&] { return table.state().at("drawOffer").is_null(); }));
  EXPECT_EQ(table.state().at("chat").back().at("from"), "engine");
}

TEST(ServerEnginesThreads, AgreeToADrawWhenTheyStandBadly) {
  EngineTable table(against("white", 10, {{"fen", "4k3/4p3/8/8/8/8/4P3/3QK3 w - - 0 1"}}));
  table.move(table.page, table.game, "e2e4");
  EXPECT_TRUE(is_done(table.say("offer_draw")));  // it thinks: its move is its answer
  table.say("stop");
  ASSERT_TRUE(table.until([&] { return !table.state().at("result").is_null(); }));
  EXPECT_EQ(table.state().at("result").at("ending"), "agreement");
}

TEST(ServerEnginesThreads, GiveHints) {
  EngineTable table(
      {{"mode", "people"}, {"start", {{"fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"}}}});
  EXPECT_TRUE(is_done(table.say("chat", {{"node", 0}, {"text", "/hint"}})));
  ASSERT_TRUE(table.until([&] { return table.state().at("chat").back().at("from") == "engine"; }));
  const json line = table.state().at("chat").back().at("parts")[1];
  EXPECT_EQ(line.at("score"), json({{"mate", 1}}));
  EXPECT_EQ(line.at("moves")[0].at("san"), "Ra8#");
}

TEST(ServerEnginesThreads, AnalyseWithSeveralLines) {
  EngineTable table(kStudy);
  EXPECT_EQ(code_of(table.say("analyse", {{"node", 0}, {"engine", "alphabeta"}, {"lines", 6}})),
            "bad_value");
  EXPECT_TRUE(is_done(table.say("analyse", {{"node", 0}, {"engine", "alphabeta"}, {"lines", 3}})));
  EXPECT_EQ(table.state().at("analysis").at("running"), true);
  ASSERT_TRUE(table.until([&] {
    return table.page.last_thinking.is_object() && table.page.last_thinking.at("lines").size() == 3;
  }));
  EXPECT_EQ(table.page.last_thinking.at("purpose"), "analysis");
  EXPECT_EQ(table.page.last_thinking.at("running"), true);
  EXPECT_TRUE(is_done(table.say("stop")));
  ASSERT_TRUE(table.until([&] { return table.state().at("analysis").at("running") == false; }));
  EXPECT_EQ(table.page.last_thinking.at("running"), false);
  const json thought = table.page.last_thinking;
  EXPECT_TRUE(table.state().at("nodes")[0].contains("evaluation"));
  // What was found is there after a restart.
  table.reopen();
  ListPage again;
  json joined = table.join(again, table.game);
  EXPECT_EQ(joined.at("state").at("analysis").at("running"), false);
  json stored = joined.at("thinking");
  stored["type"] = "thinking";
  EXPECT_EQ(stored, thought);
}

TEST(ServerEnginesThreads, AnalysesEndWithTheLastPage) {
  EngineTable table(kStudy);
  table.say("analyse", {{"node", 0}, {"engine", "alphabeta"}, {"lines", 1}});
  table.service->left(table.page);
  ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 0; }));
  EXPECT_EQ(table.state().at("analysis").at("running"), false);
}

TEST(ServerEngines, AnalyseOnlyForPagesThatJoined) {
  TestService at;
  const std::string study = at.new_game(kStudy);
  const std::string other = at.new_game(kStudy);
  const json wish{{"node", 0}, {"engine", "alphabeta"}, {"lines", 1}};
  ListPage page;
  EXPECT_EQ(code_of(at.say(page, study, "analyse", wish)), "not_now");
  at.join(page, other);
  EXPECT_EQ(code_of(at.say(page, study, "analyse", wish)), "not_now");
  EXPECT_EQ(code_of(at.say(page, study, "report")), "not_now");
  EXPECT_EQ(at.service->metrics().searches_running, 0U);
  EXPECT_EQ(at.state(study).at("analysis"), nullptr);
}

TEST(ServerEnginesThreads, WithAllSlotsTakenRefuseAnalysesButNotMoves) {
  EngineTable table(kStudy);
  EXPECT_TRUE(is_done(table.say("analyse", {{"node", 0}, {"engine", "alphabeta"}, {"lines", 1}})));
  ListPage other;
  const std::string study = table.new_game(kStudy);
  table.join(other, study);
  const json refused = table.TestService::say(other, study, "analyse",
                                              {{"node", 0}, {"engine", "alphabeta"}, {"lines", 1}});
  EXPECT_EQ(code_of(refused), "busy");
  // One that plays goes first, and the analysis goes on afterwards.
  ListPage player;
  const std::string game = table.new_game(against("white", 1));
  table.join(player, game);
  table.move(player, game, "e2e4");
  ASSERT_TRUE(table.until([&] { return table.TestService::state(game).at("tip") == 2; }));
  ASSERT_TRUE(table.until([&] { return table.service->metrics().searches_running == 1; }));
  EXPECT_EQ(table.state().at("analysis").at("running"), true);
  // Its own game may analyse something else.
  EXPECT_TRUE(is_done(table.say("analyse", {{"node", 0}, {"engine", "alphabeta"}, {"lines", 2}})));
}

TEST(ServerEnginesThreads, ManyGamesGetTheirTurns) {
  EngineTable table(against("white", 1));
  std::vector<std::pair<std::unique_ptr<ListPage>, std::string>> others;
  for (int i = 0; i < 6; ++i) {
    others.emplace_back(std::make_unique<ListPage>(), table.new_game(against("black", 1)));
    table.join(*others.back().first, others.back().second);
  }
  EXPECT_EQ(table.service->metrics().searches_running, 1U);
  EXPECT_EQ(table.service->metrics().searches_waiting, 5U);
  ASSERT_TRUE(table.until([&] {
    return std::ranges::all_of(others, [&](const auto& each) {
      return table.TestService::state(each.second).at("tip") == 1;
    });
  }));
}

TEST(ServerEnginesThreads, ReportTheMistakesOfAGame) {
  EngineTable table({{"mode", "people"}, {"start", json::object()}});
  for (const char* const uci : {"f2f3", "e7e5", "g2g4", "d8h4"})
    table.move(table.page, table.game, uci);
  EXPECT_TRUE(is_done(table.say("report")));
  ASSERT_TRUE(table.until([&] { return table.state().at("report").at("running") == false; }));
  const json state = table.state();
  const json report = state.at("report");
  EXPECT_EQ(report.at("done"), 5);
  ASSERT_FALSE(report.at("mistakes").empty());
  EXPECT_EQ(report.at("mistakes").back().at("node"), 3);
  EXPECT_EQ(report.at("mistakes").back().at("judgement"), "blunder");
  EXPECT_EQ(report.at("mistakes").back().at("after"), json({{"mate", -1}}));
  EXPECT_GE(report.at("white").at("blunders"), 1);
  EXPECT_EQ(report.at("black").at("blunders"), 0);
  EXPECT_EQ(state.at("nodes")[3].at("evaluation").at("best"), "d8h4");
  EXPECT_EQ(state.at("nodes")[4].at("judgement"), "good");
  table.reopen();
  EXPECT_EQ(table.state().at("report"), report);
}

TEST(ServerEnginesThreads, StopAReport) {
  EngineTable table({{"mode", "people"}, {"start", json::object()}});
  for (const char* const uci : {"f2f3", "e7e5", "g2g4", "d8h4"})
    table.move(table.page, table.game, uci);
  table.say("report");
  EXPECT_EQ(table.state().at("report").at("running"), true);
  EXPECT_TRUE(is_done(table.say("stop")));
  EXPECT_EQ(table.state().at("report").at("running"), false);
}

TEST(ServerEnginesThreads, EndAReportWhosePositionsAreRemoved) {
  for (const int removed : {1, 2, 3}) {
    EngineTable table(kStudy);
    for (const char* const uci : {"e2e4", "e7e5", "g1f3"}) table.move(table.page, table.game, uci);
    EXPECT_TRUE(is_done(table.say("report")));
    EXPECT_TRUE(is_done(table.say("remove", {{"node", removed}})));
    EXPECT_EQ(table.state().at("report").at("running"), false);
    EXPECT_EQ(table.page.of_type("update").back().at("report").at("running"), false);
    // It can be made again, of what is left.
    EXPECT_TRUE(is_done(table.say("report")));
    ASSERT_TRUE(table.until([&] { return table.state().at("report").at("running") == false; }));
    EXPECT_EQ(table.state().at("report").at("done"), removed);
  }
}

TEST(ServerEnginesThreads, ShowTheTreeWhileItGrows) {
  EngineTable table(kStudy, [](auto& settings) { settings.tree_net = "uniform"; });
  EXPECT_TRUE(is_done(table.say("analyse", {{"node", 0}, {"engine", "mcts"}, {"lines", 1}})));
  const std::uint64_t search = table.state().at("analysis").at("search");
  const auto key = std::pair(server::Stream::Tree, search);
  ASSERT_TRUE(table.until([&] { return table.page.newest.contains(key); }));
  const json tree = table.page.newest.at(key);
  EXPECT_EQ(tree.at("type"), "tree");
  EXPECT_EQ(tree.at("node"), 0);
  EXPECT_EQ(tree.at("turn"), "white");
  ASSERT_EQ(tree.at("moves").size(), 20U);
  const std::string first = tree.at("moves")[0].at("uci");
  const json branch = table.say("branch", {{"search", search}, {"path", {first}}});
  EXPECT_EQ(branch.at("type"), "branch");
  EXPECT_EQ(branch.at("turn"), "black");
  EXPECT_EQ(branch.at("path"), json({first}));
  EXPECT_EQ(branch.at("moves").size(), 20U);
  EXPECT_EQ(code_of(table.say("branch", {{"search", search}, {"path", {"e2e5"}}})), "illegal_move");
  EXPECT_EQ(code_of(table.say("branch", {{"search", search + 1}, {"path", json::array()}})),
            "unknown_search");
  table.say("stop");
  ASSERT_TRUE(table.until([&] { return table.state().at("analysis").at("running") == false; }));
  // The tree stays until its slot is needed.
  EXPECT_EQ(table.say("branch", {{"search", search}, {"path", json::array()}}).at("type"),
            "branch");
}

TEST(ServerEngines, AWrongNetworkIsRefusedAtOnce) {
  const TemporaryFolder folder;
  ManualDispatcher dispatcher;
  server::GameSettings settings;
  settings.database = folder.path() / "games.db";
  settings.tree_net = (folder.path() / "none.onnx").string();
  const auto service = server::open_games(settings, dispatcher);
  ASSERT_FALSE(service);
  EXPECT_NE(service.error().message.find("none.onnx"), std::string::npos)
      << service.error().message;
}

}  // namespace
}  // namespace tabiya::test
