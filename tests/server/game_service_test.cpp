// The service as a page meets it: games made, joined, played.
#include "server/game_service.h"

#include <gtest/gtest.h>

#include "server/test_service.h"

namespace tabiya::test {
namespace {

const json kPeople{{"mode", "people"}, {"start", json::object()}};

TEST(GameService, SaysHelloWithWhatItCan) {
  TestService at;
  ListPage page;
  at.service->entered(page);
  ASSERT_EQ(page.messages.size(), 1U);
  EXPECT_EQ(page.messages[0].at("type"), "hello");
  EXPECT_EQ(page.messages[0].at("about"), json::parse(at.http("GET", "about").body));
}

TEST(GameService, TellsUpdatesBeforeItsAnswer) {
  TestService at;
  ListPage page;
  const std::string game = at.new_game(kPeople);
  const json joined = at.join(page, game);
  EXPECT_EQ(joined.at("seq"), 1);
  EXPECT_EQ(joined.at("state").at("may").at("move"), json({"white"}));
  EXPECT_TRUE(is_done(at.move(page, game, "e2e4")));
  ASSERT_EQ(page.messages.size(), 3U);
  const json& update = page.messages[1];
  EXPECT_EQ(update.at("type"), "update");
  EXPECT_EQ(update.at("seq"), 2);
  EXPECT_EQ(update.at("tip"), 1);
  EXPECT_EQ(update.at("nodes")[0].at("san"), "e4");
  EXPECT_EQ(update.at("position").at("legal").size(), 20U);
  EXPECT_EQ(update.at("may").at("move"), json({"black"}));
}

TEST(GameServiceThreads, EngineAnswersAMove) {
  TestService at;
  ListPage page;
  const std::string game = at.new_game(
      {{"mode", "engine"}, {"start", json::object()}, {"color", "white"}, {"level", 1}});
  at.join(page, game);
  EXPECT_TRUE(is_done(at.move(page, game, "e2e4")));
  ASSERT_TRUE(at.dispatcher.run_until([&] { return at.state(game).at("tip") == 2; }));
  EXPECT_EQ(at.state(game).at("may").at("move"), json({"white"}));
  EXPECT_EQ(page.last_thinking.at("purpose"), "play");
  EXPECT_EQ(page.last_thinking.at("running"), false);
}

}  // namespace
}  // namespace tabiya::test
