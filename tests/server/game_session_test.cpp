// A game in its session: moves, rights, clocks, draws, taking back, several pages.
#include <gtest/gtest.h>

#include "server/test_service.h"
#include "support/full_disk.h"

namespace tabiya::test {
namespace {

using namespace std::chrono_literals;

const json kPeople{{"mode", "people"}, {"start", json::object()}};
const json kStudy{{"mode", "study"}, {"start", json::object()}};

json from_fen(const std::string& mode, const std::string& fen, bool claims = false) {
  return {{"mode", mode}, {"start", {{"fen", fen}}}, {"claims", claims}};
}

// A service with one game and one page on it.
struct Table : TestService {
  explicit Table(const json& wish) : game(new_game(wish)) { join(page, game); }
  json say(const std::string& type, json more = {}) {
    return TestService::say(page, game, type, std::move(more));
  }
  json move(const std::string& uci) { return TestService::move(page, game, uci); }
  void moves(const std::vector<std::string>& all) {
    for (const std::string& uci : all) ASSERT_TRUE(is_done(move(uci))) << uci;
  }
  json state() { return TestService::state(game); }
  json may() { return state().at("may"); }

  ListPage page;
  std::string game;
};

TEST(GameSession, PlaysToMateAndOffersARematch) {
  Table table(kPeople);
  table.moves({"f2f3", "e7e5", "g2g4", "d8h4"});
  const json state = table.state();
  EXPECT_EQ(state.at("result"), json({{"winner", "black"},
                                      {"ending", "checkmate"},
                                      {"score", "0-1"},
                                      {"text", "Checkmate, black wins"}}));
  EXPECT_EQ(state.at("nodes")[4].at("check"), "e1");
  EXPECT_EQ(state.at("may").at("move"), json::array());
  EXPECT_EQ(state.at("may").at("rematch"), true);
  EXPECT_EQ(state.at("chat").back().at("parts")[0].at("text"), "Checkmate, black wins");
  EXPECT_TRUE(is_done(table.say("rematch")));
  const std::string next = table.state().at("next");
  EXPECT_EQ(table.TestService::state(next).at("mode"), "people");
}

TEST(GameSession, RefusesMovesThatCannotBe) {
  Table table(kPeople);
  table.moves({"e2e4"});
  EXPECT_EQ(code_of(table.say("move", {{"node", 0}, {"uci", "d2d4"}})), "stale");
  EXPECT_EQ(code_of(table.say("move", {{"node", 1}, {"uci", "e2e4"}})), "illegal_move");
  EXPECT_EQ(table.state().at("tip"), 1);
}

TEST(GameSession, PromotesToWhatIsAsked) {
  Table table(from_fen("people", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"));
  const json legal = table.state().at("position").at("legal");
  EXPECT_EQ(std::ranges::count_if(legal, [](const json& m) { return m.contains("promotion"); }), 4);
  table.moves({"e7e8n"});
  EXPECT_EQ(table.state().at("nodes")[1].at("san"), "e8=N+");
}

TEST(GameSession, CastlesInChess960OntoTheRook) {
  Table table({{"mode", "people"}, {"start", {{"variant", "chess960"}, {"number", 518}}}});
  table.moves({"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"});
  const json legal = table.state().at("position").at("legal");
  const auto castling =
      std::ranges::find_if(legal, [](const json& m) { return m.contains("castling"); });
  ASSERT_NE(castling, legal.end());
  EXPECT_EQ(castling->at("uci"), "e1h1");
  EXPECT_EQ(castling->at("to"), "h1");
  EXPECT_EQ(castling->at("castling"), json({{"king", "g1"}, {"rook", "h1"}}));
  table.moves({"e1h1"});
  const json node = table.state().at("nodes").back();
  EXPECT_EQ(node.at("san"), "O-O");
  EXPECT_EQ(node.at("to"), "g1");
  EXPECT_EQ(table.state().at("number"), 518);
}

TEST(GameSession, TakesBackOneMoveOfTwoPeople) {
  Table table(kPeople);
  table.moves({"e2e4", "e7e5"});
  EXPECT_TRUE(is_done(table.say("take_back")));
  EXPECT_EQ(table.state().at("tip"), 1);
  EXPECT_EQ(table.page.of_type("update").back().at("removed"), json({2}));
  // Numbers are never used again.
  table.moves({"c7c5"});
  EXPECT_EQ(table.state().at("tip"), 3);
}

TEST(GameSession, AgreesToADraw) {
  Table table(kPeople);
  EXPECT_EQ(code_of(table.say("offer_draw")), "not_now");
  table.moves({"e2e4"});
  EXPECT_TRUE(is_done(table.say("offer_draw")));
  EXPECT_EQ(table.state().at("drawOffer"), "black");
  EXPECT_EQ(table.may().at("answerDraw"), false);  // black has not moved yet
  table.moves({"e7e5"});
  EXPECT_EQ(table.may().at("answerDraw"), true);
  EXPECT_TRUE(is_done(table.say("answer_draw", {{"accept", true}})));
  EXPECT_EQ(table.state().at("result").at("ending"), "agreement");
  EXPECT_EQ(table.state().at("drawOffer"), nullptr);
}

TEST(GameSession, AnOfferEndsWithTheOpponentsMove) {
  Table table(kPeople);
  table.moves({"e2e4"});
  table.say("offer_draw");
  table.moves({"e7e5", "g1f3"});
  EXPECT_EQ(table.state().at("drawOffer"), nullptr);
  EXPECT_EQ(code_of(table.say("answer_draw", {{"accept", true}})), "not_now");
}

TEST(GameSession, EndsByRepetitionAtOnceOrByClaim) {
  const std::vector<std::string> shuffle{"g1f3", "g8f6", "f3g1", "f6g8",
                                         "g1f3", "g8f6", "f3g1", "f6g8"};
  Table automatic(kPeople);
  automatic.moves(shuffle);
  EXPECT_EQ(automatic.state().at("result").at("ending"), "threefold_repetition");

  Table claimed({{"mode", "people"}, {"start", json::object()}, {"claims", true}});
  claimed.moves(shuffle);
  EXPECT_EQ(claimed.state().at("result"), nullptr);
  EXPECT_EQ(claimed.may().at("claimDraw"), "threefold_repetition");
  EXPECT_TRUE(is_done(claimed.say("claim_draw")));
  EXPECT_EQ(claimed.state().at("result").at("text"), "Draw by threefold repetition");
}

TEST(GameSession, ClaimsFiftyMoves) {
  Table table(from_fen("people", "4k3/8/8/8/8/8/R7/4K3 w - - 99 80", true));
  EXPECT_EQ(table.may().at("claimDraw"), nullptr);
  table.moves({"a2a3"});
  EXPECT_EQ(table.may().at("claimDraw"), "fifty_moves");
}

TEST(GameSession, RunsClocksFromTheFirstMoveOn) {
  Table table({{"mode", "people"},
               {"start", json::object()},
               {"control", {{"initial", 60000}, {"increment", 2000}}}});
  table.dispatcher.pass(30s);
  EXPECT_EQ(table.state().at("clocks"),
            json({{"white", 60000}, {"black", 60000}, {"running", nullptr}}));
  table.moves({"e2e4"});
  table.dispatcher.pass(10s);
  EXPECT_EQ(table.state().at("clocks"),
            json({{"white", 60000}, {"black", 50000}, {"running", "black"}}));
  table.moves({"e7e5"});
  EXPECT_EQ(table.state().at("clocks"),
            json({{"white", 60000}, {"black", 52000}, {"running", "white"}}));
  EXPECT_EQ(table.state().at("nodes")[2].at("spent"), 10000);
  EXPECT_EQ(table.state().at("nodes")[2].at("left"), 52000);
}

TEST(GameSession, AFlagFallsAtItsMomentAndNotBefore) {
  Table table({{"mode", "people"},
               {"start", json::object()},
               {"control", {{"initial", 60000}, {"increment", 0}}}});
  table.moves({"e2e4"});
  table.dispatcher.pass(59999ms);
  EXPECT_EQ(table.state().at("result"), nullptr);
  table.dispatcher.pass(1ms);
  EXPECT_EQ(table.state().at("result").at("text"), "White wins on time");
  EXPECT_EQ(table.state().at("clocks"),
            json({{"white", 60000}, {"black", 0}, {"running", nullptr}}));
  EXPECT_EQ(code_of(table.move("e7e5")), "");  // a variation now: the game is over
  EXPECT_EQ(table.state().at("tip"), 1);
}

TEST(GameSession, AFlagAgainstABareKingIsADraw) {
  Table table({{"mode", "people"},
               {"start", {{"fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}},
               {"control", {{"initial", 5000}, {"increment", 0}}}});
  table.moves({"e2e4", "e8e7"});
  table.dispatcher.pass(5s);
  EXPECT_EQ(table.state().at("result").at("winner"), nullptr);
  EXPECT_EQ(table.state().at("result").at("ending"), "time");
  EXPECT_EQ(table.state().at("result").at("text"),
            "Draw: White is out of time, but black cannot mate");
}

TEST(GameSession, TwoPagesSeeTheSame) {
  Table table(kPeople);
  ListPage other;
  table.join(other, table.game);
  table.moves({"e2e4"});
  EXPECT_EQ(other.of_type("update"), table.page.of_type("update"));
  EXPECT_TRUE(is_done(table.TestService::move(other, table.game, "e7e5")));
  EXPECT_EQ(other.of_type("update"), table.page.of_type("update"));
  // A page that has left hears nothing more.
  table.service->left(other);
  const std::size_t heard = other.messages.size();
  table.moves({"g1f3"});
  EXPECT_EQ(other.messages.size(), heard);
}

TEST(GameSession, APageThatJoinsAgainGetsWhatItMissed) {
  Table table(kPeople);
  table.moves({"e2e4", "e7e5", "g1f3"});
  ListPage other;
  json joined = table.join(other, table.game, 2);
  EXPECT_EQ(joined.at("state"), nullptr);
  EXPECT_EQ(joined.at("seq"), 4);
  ASSERT_EQ(joined.at("updates").size(), 2U);
  EXPECT_EQ(joined.at("updates")[0].at("seq"), 3);
  EXPECT_FALSE(joined.at("updates")[0].contains("type"));
  joined = table.join(other, table.game, 4);
  EXPECT_EQ(joined.at("state"), nullptr);
  EXPECT_EQ(joined.at("updates"), json::array());
  for (const int since : {-1, 0, 5, 1'000'000}) {  // not kept, or not from here
    joined = table.join(other, table.game, since);
    EXPECT_EQ(joined.at("state").at("seq"), 4) << since;
    EXPECT_EQ(joined.at("updates"), json::array());
  }
}

TEST(GameSession, KeepsTheLast256Updates) {
  Table table(kStudy);
  for (int i = 0; i < 300; ++i) {
    table.dispatcher.pass(100ms);
    ASSERT_TRUE(is_done(table.say("comment", {{"node", 0}, {"text", std::to_string(i)}})));
  }
  ListPage other;
  EXPECT_EQ(table.join(other, table.game, 301 - 256).at("updates").size(), 256U);
  EXPECT_TRUE(table.join(other, table.game, 301 - 257).at("state").is_object());
}

// Updates may be large, and there are many games.
TEST(GameSession, KeepsAMegabyteOfUpdatesAtMost) {
  Table table(kStudy);
  std::string text;
  for (int i = 0; i < 1999; ++i) text += "\u20ac";  // 6 KB
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(is_done(
        table.say("comment", {{"node", 0}, {"text", std::string(1, i % 2 ? 'a' : 'b') + text}})));
  ListPage other;
  EXPECT_EQ(table.join(other, table.game, 201 - 150).at("updates").size(), 150U);
  EXPECT_TRUE(table.join(other, table.game, 201 - 190).at("state").is_object());
}

TEST(GameSession, AStudyIsATree) {
  Table table(kStudy);
  table.moves({"e2e4", "e7e5"});
  EXPECT_TRUE(is_done(table.say("move", {{"node", 0}, {"uci", "d2d4"}})));
  EXPECT_TRUE(is_done(table.say("move", {{"node", 0}, {"uci", "d2d4"}})));  // there already
  json state = table.state();
  EXPECT_EQ(state.at("tip"), 2);
  ASSERT_EQ(state.at("nodes").size(), 4U);
  EXPECT_EQ(state.at("nodes")[3].at("order"), 1);
  EXPECT_TRUE(is_done(table.say("add_line", {{"node", 3}, {"moves", {"d7d5", "c2c4"}}})));
  EXPECT_TRUE(is_done(table.say("promote", {{"node", 5}})));
  state = table.state();
  EXPECT_EQ(state.at("tip"), 5);
  EXPECT_EQ(state.at("position").at("turn"), "black");
  EXPECT_TRUE(is_done(table.say("remove", {{"node", 4}})));
  state = table.state();
  EXPECT_EQ(state.at("tip"), 3);
  EXPECT_EQ(state.at("nodes").size(), 4U);
  EXPECT_EQ(code_of(table.say("remove", {{"node", 0}})), "not_now");
  EXPECT_EQ(code_of(table.say("add_line", {{"node", 0}, {"moves", {"e2e4", "e2e4"}}})),
            "illegal_move");
}

TEST(GameSession, AGameThatIsOverKeepsItsMainLine) {
  Table table(kPeople);
  table.moves({"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_TRUE(is_done(table.say("move", {{"node", 2}, {"uci", "d2d4"}})));
  EXPECT_EQ(table.state().at("tip"), 4);
  EXPECT_EQ(code_of(table.say("remove", {{"node", 3}})), "not_now");
  EXPECT_EQ(code_of(table.say("promote", {{"node", 5}})), "not_now");
  EXPECT_TRUE(is_done(table.say("remove", {{"node", 5}})));
}

TEST(GameSession, CommentsComeAndGo) {
  Table table(kStudy);
  EXPECT_TRUE(is_done(table.say("comment", {{"node", 0}, {"text", "{[%clk 1]} \" ; \n"}})));
  EXPECT_EQ(table.state().at("nodes")[0].at("comment"), "{[%clk 1]} \" ; \n");
  EXPECT_EQ(code_of(table.say("comment", {{"node", 0}, {"text", std::string(2001, 'x')}})),
            "too_large");
  EXPECT_TRUE(is_done(table.say("comment", {{"node", 0}, {"text", ""}})));
  EXPECT_FALSE(table.state().at("nodes")[0].contains("comment"));
}

// Those of all its positions would be eighty megabytes, told to each page that joins.
TEST(GameSession, HasFourMegabytesOfCommentsAtMost) {
  TestService at;
  std::string pgn = "1.";
  for (int i = 0; i < 525; ++i)
    for (const char* const san : {"Nf3", "Nf6", "Ng1", "Ng8"})
      pgn += " " + std::string(san) + " {" + std::string(1990, 'x') + "}";
  const auto imported = at.http("POST", "import", {{"text", pgn + " *"}});
  ASSERT_EQ(imported.status, 201) << imported.body;
  const std::string game = json::parse(imported.body).at("game");
  ListPage page;
  const auto comment = [&](int node, const std::string& text) {
    return at.say(page, game, "comment", {{"node", node}, {"text", text}});
  };
  std::string euros;
  for (int i = 0; i < 2000; ++i) euros += "\u20ac";  // 6000 bytes
  json answer;
  int node = 1;
  while (is_done(answer = comment(node, euros))) ++node;
  EXPECT_EQ(code_of(answer), "too_large");
  EXPECT_GE(node, 2);
  EXPECT_LE(node, 10);
  EXPECT_TRUE(is_done(comment(node, "shorter")));
  EXPECT_TRUE(is_done(comment(node, std::string(1900, 'y'))));
}

TEST(GameSession, ARemovedGameIsGone) {
  Table table(kPeople);
  EXPECT_EQ(table.http("DELETE", "games/" + table.game).status, 204);
  EXPECT_EQ(code_of(table.page.messages.back()), "unknown_game");
  EXPECT_EQ(table.http("GET", "games/" + table.game).status, 404);
  EXPECT_EQ(code_of(table.say("take_back")), "unknown_game");
  table.reopen();
  EXPECT_EQ(table.http("GET", "games/" + table.game).status, 404);
}

TEST(GameSession, ADiskThatCannotBeWrittenChangesNothing) {
  Table table(kPeople);
  table.moves({"e2e4"});
  const json before = table.state();
  json refused;
  {
    const FullDisk full;
    refused = table.move("e7e5");
    EXPECT_TRUE(table.service->trouble());
    EXPECT_TRUE(table.service->trouble());
    EXPECT_GE(table.service->metrics().store_failures, 1U);
  }
  EXPECT_EQ(code_of(refused), "internal");
  EXPECT_EQ(table.state(), before);
  EXPECT_FALSE(table.service->trouble());
  EXPECT_TRUE(is_done(table.move("e7e5")));
  EXPECT_EQ(table.state().at("seq"), before.at("seq").get<int>() + 1);
}

// Otherwise SQLite writes on, into a file that is gone when the server ends.
TEST(GameSession, AFileThatWasMovedAwayChangesNothing) {
  Table table(kPeople);
  table.moves({"e2e4"});
  const json before = table.state();
  const std::filesystem::path file = table.settings.database;
  std::filesystem::rename(file, file.string() + ".moved");
  const json refused = table.move("e7e5");
  EXPECT_EQ(code_of(refused), "internal");
  EXPECT_NE(refused.dump().find("was moved or deleted"), std::string::npos) << refused;
  EXPECT_EQ(table.http("DELETE", "games/" + table.game).status, 500);
  EXPECT_EQ(table.state(), before);
  EXPECT_TRUE(table.service->trouble());
  std::filesystem::rename(file.string() + ".moved", file);
  EXPECT_FALSE(table.service->trouble());
  EXPECT_TRUE(is_done(table.move("e7e5")));
}

TEST(GameSession, AGameThatCanBeNeitherStoredNorReadIsClosed) {
  Table table(kPeople);
  table.moves({"e2e4"});
  const std::string file = table.settings.database.string();
  std::filesystem::resize_file(file, 0);
  std::filesystem::resize_file(file + "-wal", 0);
  {
    const FullDisk full;
    EXPECT_EQ(code_of(table.move("e7e5")), "internal");
  }
  table.dispatcher.pass(1s);
  EXPECT_EQ(code_of(table.page.messages.back()), "internal");
  EXPECT_EQ(table.page.messages.back().at("for"), nullptr);
}

TEST(GameSession, AFlagThatCannotBeStoredFallsLater) {
  json wish = kPeople;
  wish["control"] = {{"initial", 10000}, {"increment", 0}};
  Table table(wish);
  table.moves({"e2e4", "e7e5"});
  {
    const FullDisk full;
    table.dispatcher.pass(4s);
    EXPECT_EQ(code_of(table.move("g1f3")), "internal");
    // The time of the move that failed is not given back.
    EXPECT_EQ(table.state().at("clocks").at("white"), 6000);
    table.dispatcher.pass(7s);
    EXPECT_EQ(table.state().at("result"), nullptr);
    EXPECT_EQ(code_of(table.move("g1f3")), "internal");
    EXPECT_EQ(table.state().at("nodes").size(), 3U);
  }
  table.dispatcher.pass(2s);
  EXPECT_EQ(table.state().at("result").at("ending"), "time");
  EXPECT_EQ(table.state().at("result").at("winner"), "black");
}

}  // namespace
}  // namespace tabiya::test
