// What players do in a game, seen from the game alone: no server, no pages, no engines.
#include "server/play.h"

#include <gtest/gtest.h>

#include "server/variations.h"

namespace tabiya::test {
namespace {

using namespace server;
using namespace std::chrono_literals;

constexpr Time kStart{1h};

// With a clock of ten seconds and one more for each move, if it has one.
GameState new_game(Mode mode, bool with_clock = false) {
  GameRecord record;
  record.mode = mode;
  if (with_clock) {
    record.control = ClockControl{10s, 1s};
    record.clocks = Clocks{10s, 10s, {}};
  }
  return {std::move(record), kStart};
}

GameUpdate played(GameState& game, const std::string& uci, Time now = kStart) {
  const Changed changed = play_move(game, game.record().tip, uci, now);
  EXPECT_TRUE(changed && *changed) << uci;
  return changed ? changed->value_or(GameUpdate{}) : GameUpdate{};
}

ProblemCode refusal(const Changed& changed) {
  EXPECT_FALSE(changed);
  return changed ? ProblemCode::Internal : changed.error().code;
}

TEST(Play, AMoveSaysWhatItChanged) {
  GameState game = new_game(Mode::People);
  const GameUpdate change = played(game, "e2e4");
  EXPECT_EQ(change.change.nodes, std::vector<NodeNumber>{1});
  EXPECT_TRUE(change.tip);
  EXPECT_FALSE(change.clocks);
  EXPECT_FALSE(change.result);
  EXPECT_EQ(game.record().tip, 1);
  EXPECT_EQ(game.may().move, std::vector<Color>{Color::Black});
}

TEST(Play, ARefusedMoveChangesNothing) {
  GameState game = new_game(Mode::People);
  played(game, "e2e4");
  EXPECT_EQ(refusal(play_move(game, 1, "e2e4", kStart)), ProblemCode::IllegalMove);
  EXPECT_EQ(refusal(play_move(game, 0, "d2d4", kStart)), ProblemCode::Stale);
  EXPECT_EQ(refusal(play_move(game, 7, "d2d4", kStart)), ProblemCode::UnknownNode);
  EXPECT_EQ(game.record().tree.size(), 2U);
}

TEST(Play, AKnownVariationIsNoChange) {
  GameState game = new_game(Mode::Study);
  played(game, "e2e4");
  const Changed again = play_move(game, 0, "e2e4", kStart);
  ASSERT_TRUE(again);
  EXPECT_FALSE(*again);
}

TEST(Play, TheFirstMoveCostsNoTimeAndBringsNone) {
  GameState game = new_game(Mode::People, true);
  played(game, "e2e4", kStart + 5s);
  EXPECT_EQ(game.record().clocks, (Clocks{10s, 10s, Color::Black}));
  const GameUpdate change = played(game, "e7e5", kStart + 8s);
  EXPECT_TRUE(change.clocks);
  EXPECT_EQ(game.record().clocks, (Clocks{10s, 8s, Color::White}));  // 10 − 3 + 1
  EXPECT_EQ(game.record().tree.at(2).notes.spent, 3s);
}

TEST(Play, AClockShowsWhatIsLeftAndNeverLess) {
  GameState game = new_game(Mode::People, true);
  played(game, "e2e4");
  EXPECT_EQ(game.clock().at(kStart + 4s)->black, 6s);
  EXPECT_EQ(game.clock().at(kStart + 40s)->black, 0s);
  EXPECT_EQ(game.clock().flag_falls_at(), kStart + 10s);
  EXPECT_FALSE(game.flag_has_fallen(kStart + 9999ms));
  EXPECT_TRUE(game.flag_has_fallen(kStart + 10s));
}

TEST(Play, AFallenFlagEndsTheGameAndStopsTheClocks) {
  GameState game = new_game(Mode::People, true);
  played(game, "e2e4");
  const GameUpdate change = fall_flag(game, kStart + 10s);
  EXPECT_TRUE(change.result);
  EXPECT_TRUE(change.clocks);
  EXPECT_EQ(game.record().result->winner, Color::White);
  EXPECT_EQ(game.record().result->ending, Ending::TimeForfeit);
  EXPECT_FALSE(game.clock().runs());
  EXPECT_FALSE(game.flag_has_fallen(kStart + 20s));
}

TEST(Play, ADrawOfferEndsWithTheMoveOfWhoCouldAnswer) {
  GameState game = new_game(Mode::People);
  played(game, "e2e4");
  ASSERT_TRUE(offer_draw(game));
  EXPECT_EQ(game.record().draw_offer, Color::Black);
  EXPECT_FALSE(played(game, "e7e5").draw_offer);
  EXPECT_TRUE(game.may().answer_draw);
  EXPECT_TRUE(played(game, "g1f3").draw_offer);
  EXPECT_EQ(game.record().draw_offer, std::nullopt);
  EXPECT_EQ(refusal(answer_draw(game, true, kStart)), ProblemCode::NotNow);
}

TEST(Play, TakingBackRemovesTheMoveAndItsTime) {
  GameState game = new_game(Mode::People, true);
  played(game, "e2e4");
  played(game, "e7e5", kStart + 2s);
  const Changed change = take_back(game, kStart + 3s);
  ASSERT_TRUE(change && *change);
  EXPECT_EQ((*change)->change.removed, std::vector<NodeNumber>{2});
  EXPECT_EQ(game.record().tip, 1);
  EXPECT_EQ(game.record().clocks->running, Color::Black);
  ASSERT_TRUE(take_back(game, kStart + 3s));
  EXPECT_FALSE(game.clock().runs());
  EXPECT_EQ(refusal(take_back(game, kStart)), ProblemCode::NotNow);
}

TEST(Variations, RemovingTakesWhatFollowsAndWhatWasSaidOfIt) {
  GameState game = new_game(Mode::Study);
  ASSERT_TRUE(add_line(game, 0, {"e2e4", "e7e5", "g1f3"}));
  game.edit().report.emplace().mistakes = {{.node = 1}, {.node = 3}};
  game.edit().analysis = Analysis{.node = 3};
  const Changed change = server::remove(game, 2);
  ASSERT_TRUE(change && *change);
  EXPECT_EQ((*change)->change.removed, (std::vector<NodeNumber>{2, 3}));
  EXPECT_TRUE((*change)->report);
  EXPECT_TRUE((*change)->analysis);
  EXPECT_EQ(game.record().report->mistakes.size(), 1U);
  EXPECT_EQ(game.record().analysis, std::nullopt);
  EXPECT_EQ(game.record().tip, 1);
}

TEST(Variations, ALineIsAddedWholeOrNotAtAll) {
  GameState game = new_game(Mode::Study);
  const Changed change = add_line(game, 0, {"e2e4", "e7e6", "e4e6"});
  EXPECT_EQ(refusal(change), ProblemCode::IllegalMove);
  EXPECT_EQ(change.error().field, "moves[2]");
  EXPECT_EQ(game.record().tree.size(), 1U);
}

}  // namespace
}  // namespace tabiya::test
