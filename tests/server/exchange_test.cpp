// Chat, PGN and FEN: what people write, and what they may try.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "server/test_service.h"

namespace tabiya::test {
namespace {

const json kPeople{{"mode", "people"}, {"start", json::object()}};

struct Conversation : TestService {
  explicit Conversation(const json& wish = kPeople) : game(new_game(wish)) { join(page, game); }
  json chat(const std::string& text) {
    return TestService::say(page, game, "chat", {{"node", 0}, {"text", text}});
  }
  // What the chat's last line says.
  json answer(const std::string& text) {
    EXPECT_TRUE(is_done(chat(text))) << text;
    return state(game).at("chat").back();
  }
  std::string words(const std::string& text) {
    return answer(text).at("parts")[0].value("text", "");
  }

  ListPage page;
  std::string game;
};

json import(TestService& at, const std::string& text, const json& game = nullptr) {
  json body{{"text", text}};
  if (!game.is_null()) body["game"] = game;
  const auto answer = at.http("POST", "import", body);
  json result = json::parse(answer.body);
  result["status"] = answer.status;
  return result;
}

TEST(ServerChat, AnswersItsCommands) {
  Conversation talk;
  EXPECT_NE(talk.words("/help").find("/new960 [N]"), std::string::npos);
  EXPECT_EQ(talk.answer("/fen").at("parts")[0].at("fen"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_NE(talk.words("/moves").find("Nf3"), std::string::npos);
  EXPECT_NE(talk.words("/pgn").find("[Result \"*\"]"), std::string::npos);
  EXPECT_EQ(talk.words("/level 3"), "There is no engine in this game.");
  EXPECT_EQ(talk.words("/undo"), "There is nothing to take back.");
  EXPECT_EQ(talk.words("/draw"), "A draw cannot be offered now.");
  EXPECT_EQ(talk.words("/new960 1000"), "Chess960 positions are numbered 0 to 959.");
  EXPECT_EQ(talk.words("/dance"), "There is no command /dance. /help lists them.");
  EXPECT_EQ(talk.words("/"), "There is no command /. /help lists them.");
}

TEST(ServerChat, CommandsDoWhatTheButtonsDo) {
  Conversation talk;
  talk.move(talk.page, talk.game, "e2e4");
  EXPECT_EQ(talk.words("/undo"), "A move was taken back.");
  EXPECT_EQ(talk.state(talk.game).at("tip"), 0);
  EXPECT_TRUE(is_done(talk.chat("/new960 17")));
  const std::string next = talk.state(talk.game).at("next");
  EXPECT_EQ(talk.state(next).at("number"), 17);
  EXPECT_EQ(talk.words("/resign"), "White resigned, black wins");
  EXPECT_EQ(talk.state(talk.game).at("result").at("ending"), "resignation");
}

TEST(ServerChat, KeepsTextsAsTheyAre) {
  Conversation talk;
  const std::vector<std::string> texts{
      "<script>alert(1)</script>", "'; DROP TABLE games; --", std::string("nul\0inside", 10),
      "\u202e\u0007\x1b[31m",      "\U0001f9d9 \u00e9",       std::string(400, '{')};
  for (const std::string& text : texts) {
    ASSERT_TRUE(is_done(talk.chat(text)));
    EXPECT_EQ(talk.state(talk.game).at("chat").back().at("parts")[0].at("text"), text);
  }
  const json before = talk.state(talk.game).at("chat");
  talk.reopen();
  EXPECT_EQ(talk.state(talk.game).at("chat"), before);
}

TEST(ServerChat, HasALimit) {
  Conversation talk;
  EXPECT_EQ(code_of(talk.chat(std::string(501, 'x'))), "too_large");
  EXPECT_EQ(code_of(talk.chat("   ")), "bad_value");
  std::string many;
  for (int i = 0; i < 500; ++i) many += "\u00e9";  // characters, not bytes
  EXPECT_TRUE(is_done(talk.chat(many)));
}

TEST(ServerPgn, ComesBackAsItWent) {
  TestService at;
  const std::string text =
      "[Event \"Test \\\"quoted\\\"\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"3\"]\n"
      "[White \"Anna\"]\n[Black \"Berta\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n"
      "1. e4 { [%clk 0:05:00] best } e5 (1... c5 $1 { sharp } 2. Nf3) 2. Qh5 1-0\n";
  const json imported = import(at, text);
  ASSERT_EQ(imported.at("status"), 201) << imported;
  EXPECT_EQ(imported.at("games"), 1);
  const std::string game = imported.at("game");
  const json state = at.state(game);
  EXPECT_EQ(state.at("mode"), "study");
  EXPECT_EQ(state.at("players").at("white").at("name"), "Anna");
  EXPECT_EQ(state.at("result").at("ending"), "unknown");
  EXPECT_EQ(state.at("nodes")[1].at("comment"), "best");
  EXPECT_EQ(state.at("nodes")[1].at("left"), 300000);
  const auto answer = at.http("GET", "games/" + game + "/pgn");
  EXPECT_EQ(answer.content_type, "application/x-chess-pgn");
  for (const char* const piece : {"Test \\\"quoted\\\"", "[ECO \"C20\"]", "[%clk 0:05:00] best",
                                  "(1... c5 $1 { sharp }", "2. Qh5 1-0"})
    EXPECT_NE(answer.body.find(piece), std::string::npos) << piece << " in " << answer.body;
  const json again = import(at, answer.body);
  ASSERT_EQ(again.at("status"), 201);
  EXPECT_EQ(at.state(again.at("game")).at("nodes"), state.at("nodes"));
}

TEST(ServerPgn, TakesTheGameThatIsAskedFor) {
  TestService at;
  const std::string text =
      "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 *\n";
  const json third = import(at, text, 3);
  ASSERT_EQ(third.at("status"), 201) << third;
  EXPECT_EQ(third.at("games"), 3);
  EXPECT_EQ(at.state(third.at("game")).at("nodes")[1].at("san"), "d4");
  bool skipped = false;
  for (const json& note : third.at("notes"))
    skipped |= note.get<std::string>().starts_with("Game 2 was skipped: line 7");
  EXPECT_TRUE(skipped) << third;
  const json second = import(at, text, 2);
  EXPECT_EQ(second.at("error").at("code"), "bad_pgn");
  EXPECT_EQ(second.at("error").at("line"), 7);
  EXPECT_EQ(import(at, text, 4).at("error").at("code"), "bad_value");
  EXPECT_EQ(import(at, text, 0).at("error").at("code"), "bad_value");
}

TEST(ServerPgn, MovesAloneAreNothingToRemarkOn) {
  TestService at;
  EXPECT_EQ(import(at, "1. e4 e5 2. Nf3").at("notes"), json::array());
  EXPECT_EQ(import(at, "[Event \"a\"]\n\n1. e4 *").at("notes"), json::array());
  EXPECT_EQ(import(at, "[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *").at("notes").size(), 1U);
}

TEST(ServerPgn, TakesSixteenSignsOfAMove) {
  TestService at;
  std::string text = "1. e4";
  for (int i = 1; i <= 16; ++i) text += " $" + std::to_string(i);
  const json all = import(at, text + " *");
  EXPECT_EQ(at.state(all.at("game")).at("nodes")[1].at("nags").size(), 16U);
  const json cut = import(at, text + " $17 $18 *");
  EXPECT_EQ(at.state(cut.at("game")).at("nodes")[1].at("nags").size(), 16U);
  EXPECT_EQ(cut.at("notes").size(), all.at("notes").size() + 1) << cut;
}

TEST(ServerPgn, RefusesWhatIsNoGame) {
  TestService at;
  for (const char* const text : {"", "   \n", "hello there", "1. e4 e5 2. Ke3", "{", "(((((("})
    EXPECT_EQ(import(at, text).value("status", 0), 422) << text;
  EXPECT_EQ(import(at, std::string((4 << 20) + 1, ' ')).at("error").at("code"), "too_large");
  EXPECT_EQ(json::parse(at.http("GET", "games").body).at("games"), json::array());
}

TEST(ServerPgn, TakesAFenAsAStudy) {
  TestService at;
  const json imported = import(at, " 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
  ASSERT_EQ(imported.at("status"), 201) << imported;
  EXPECT_EQ(at.state(imported.at("game")).at("position").at("legal").size(), 6U);
  const json broken = import(at, "4k3/8/8/8/8/8/4P3/9 w - - 0 1");
  EXPECT_EQ(broken.at("error").at("code"), "bad_fen");
  EXPECT_EQ(broken.at("error").at("field"), "placement");
}

TEST(ServerPgn, RefusesMoreThanAGameMayHave) {
  TestService at;
  std::string text = "1. Nf3 Nf6";
  for (int i = 2; i < 5200; ++i) text += i % 2 == 0 ? " 2. Ng1 Ng8" : " 2. Nf3 Nf6";
  const json refused = import(at, text + " *");
  EXPECT_EQ(refused.at("error").at("code"), "too_large") << refused;
}

// A list of nothing but empty lists takes thirty times as much memory as its text.
TEST(ServerHttp, TakesNoMoreMemoryThanAnImportHas) {
  TestService at;
  std::string many = "[";
  for (int i = 0; i < 1'000'000; ++i) many += "[],";
  many += "[]]";
  rusage before{};
  rusage after{};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_EQ(at.http_with("POST", "import", many).status, 400);
  EXPECT_EQ(at.http_with("POST", "import", R"({"text":"1. e4 *","x":)" + many + "}").status, 201);
  getrusage(RUSAGE_SELF, &after);
  [[maybe_unused]] const long more = after.ru_maxrss - before.ru_maxrss;  // KB
#ifndef __SANITIZE_ADDRESS__  // which keeps what is freed for a while
  EXPECT_LT(more, 20'000);
#endif
}

TEST(ServerFen, IsCheckedFieldByField) {
  TestService at;
  const auto check = [&at](const std::string& fen) {
    const auto answer = at.http("POST", "check", {{"fen", fen}});
    EXPECT_EQ(answer.status, 200);
    return json::parse(answer.body);
  };
  const json good = check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(good.at("error"), nullptr);
  EXPECT_EQ(good.at("position").at("legal").size(), 6U);
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"8/8/8/8/8/8/8/K7 w - - 0 1", "placement"},
      {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "turn"},
      {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"},
      {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant"},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 x", "fullmove"},
      {"", "placement"},
      {std::string(50'000, '/'), "placement"}};
  for (const auto& [fen, field] : wrong) {
    const json answer = check(fen);
    EXPECT_EQ(answer.at("position"), nullptr) << fen;
    EXPECT_EQ(answer.at("error").at("code"), "bad_fen");
    EXPECT_EQ(answer.at("error").at("field"), field) << fen.substr(0, 60);
    EXPECT_LT(answer.at("error").at("message").get<std::string>().size(), 400U);
  }
}

TEST(ServerFen, ADroppedRightIsNoted) {
  TestService at;
  const auto answer = at.http(
      "POST", "games", {{"mode", "people"}, {"start", {{"fen", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"}}}});
  ASSERT_EQ(answer.status, 201);
  EXPECT_EQ(json::parse(answer.body).at("notes").size(), 1U);
}

TEST(ServerHttp, RefusesWhatItDoesNotKnow) {
  TestService at;
  EXPECT_EQ(at.http("GET", "nothing").status, 404);
  EXPECT_EQ(at.http("PUT", "games").status, 404);
  EXPECT_EQ(at.http("GET", "games/../../etc/passwd").status, 404);
  EXPECT_EQ(at.http("GET", "games/zzzzzzzzzz").status, 404);
  EXPECT_EQ(at.http_with("POST", "games", "{").status, 400);
  EXPECT_EQ(at.http("POST", "games", {{"mode", "chaos"}, {"start", json::object()}}).status, 400);
  const auto illegal = at.http(
      "POST", "games", {{"mode", "study"}, {"start", json::object()}, {"moves", {"e2e4", "e2e4"}}});
  EXPECT_EQ(illegal.status, 422);
  EXPECT_EQ(json::parse(illegal.body).at("error").at("field"), "moves[1]");
}

// A long file is read beside the games, which go on meanwhile.
TEST(ServerHttpThreads, PlaysOnWhileAnImportIsRead) {
  TestService at;
  ListPage page;
  const std::string game = at.new_game(kPeople);
  at.join(page, game);
  std::vector<int> statuses;
  const std::string body = json{{"text", "1. e4 {" + std::string(1 << 20, 'x') + "} *"}}.dump();
  for (int i = 0; i < 3; ++i)
    at.service->answer({"POST", "/api/v1/import", body},
                       [&](const std::exception_ptr&, const server::ApiAnswer& answer) {
                         statuses.push_back(answer.status);
                       });
  EXPECT_TRUE(statuses.empty());
  EXPECT_TRUE(is_done(at.move(page, game, "e2e4")));
  EXPECT_TRUE(statuses.empty());
  EXPECT_TRUE(at.dispatcher.run_until([&] { return statuses.size() == 3; }));
  EXPECT_EQ(statuses, (std::vector<int>{201, 201, 201}));
}

TEST(ServerHttpThreads, EndsWhileAnImportIsRead) {
  TestService at;
  const std::string body = json{{"text", "1. e4 {" + std::string(1 << 20, 'x') + "} *"}}.dump();
  for (int i = 0; i < 3; ++i)
    at.service->answer({"POST", "/api/v1/import", body},
                       [](const std::exception_ptr&, const server::ApiAnswer&) { ADD_FAILURE(); });
  at.reopen();
  EXPECT_EQ(json::parse(at.http("GET", "games").body).at("games").size(), 0U);
}

TEST(ServerHttp, ListsTheGamesChangedLastFirst) {
  TestService at;
  ListPage page;
  const std::string first = at.new_game(kPeople);
  const std::string second = at.new_game(kPeople);
  at.join(page, first);
  std::this_thread::sleep_for(std::chrono::milliseconds(2));  // moments have milliseconds
  at.move(page, first, "e2e4");
  const json games = json::parse(at.http("GET", "games").body).at("games");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].at("id"), first);
  EXPECT_EQ(games[0].at("plies"), 1);
  EXPECT_EQ(games[1].at("id"), second);
}

}  // namespace
}  // namespace tabiya::test
