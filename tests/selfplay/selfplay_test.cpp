// Many games at once, and the folder they end up in.
#include "selfplay/selfplay.h"
#include "base/result.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "chess/movegen.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

// Plays one random move and resigns; or waits for a stop; or fails.
class QuickPlayer final : public SelfPlayer {
 public:
  Result<std::optional<RecordedGame>> play(std::uint64_t number,
                                           const std::stop_token& stop) override {
    if (number >= waits_from)
      while (!stop.stop_requested()) std::this_thread::yield();
    if (stop.stop_requested()) return std::nullopt;
    if (number >= throws_from) throw std::bad_alloc();
    if (number >= fails_from) return failure("no more ideas");
    RecordedGame game;
    const MoveList moves = legal_moves(game.start);
    game.moves.push_back(
        {.move = moves[number % moves.size()], .score = static_cast<std::int16_t>(number % 1000)});
    game.players = std::to_string(number);
    game.result = {.winner = Color::White, .ending = Ending::Resignation};
    return game;
  }

  std::uint64_t waits_from = UINT64_MAX;
  std::uint64_t fails_from = UINT64_MAX;
  std::uint64_t throws_from = UINT64_MAX;
};

class SelfplayThreads : public testing::Test {
 protected:
  static std::vector<std::unique_ptr<SelfPlayer>> players(std::size_t count,
                                                          std::uint64_t waits_from = UINT64_MAX,
                                                          std::uint64_t fails_from = UINT64_MAX) {
    std::vector<std::unique_ptr<SelfPlayer>> all;
    for (std::size_t i = 0; i < count; ++i) {
      auto player = std::make_unique<QuickPlayer>();
      player->waits_from = waits_from;
      player->fails_from = fails_from;
      all.push_back(std::move(player));
    }
    return all;
  }
  static void look_away(const SelfplayCount&) {}

  test::TemporaryFolder folder_;
};

TEST_F(SelfplayThreads, PlayUntilTheFolderHasWhatWasAskedFor) {
  auto writer = ShardWriter::open(folder_.path() / "games").value();
  const auto count = play_games(players(4), {.games = 100}, writer, {}, look_away);
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_EQ(count->games, 100U);
  EXPECT_EQ(count->positions, 100U);
  EXPECT_EQ(count->results, (std::array<std::uint64_t, 3>{100, 0, 0}));
  EXPECT_EQ(writer.count().games, 100U);

  const auto more = play_games(players(3), {.games = 130}, writer, {}, look_away);
  ASSERT_TRUE(more) << more.error().message;
  EXPECT_EQ(more->games, 30U);
  EXPECT_EQ(writer.count().games, 130U);
}

TEST_F(SelfplayThreads, PlayUntilTheFolderHasThePositionsWantedOfIt) {
  auto writer = ShardWriter::open(folder_.path() / "games").value();
  ASSERT_TRUE(play_games(players(1), {.positions = 20}, writer, {}, look_away));
  EXPECT_EQ(writer.count().positions, 20U) << "one a game, and nobody else is playing";
  ASSERT_TRUE(play_games(players(4), {.positions = 50}, writer, {}, look_away));
  EXPECT_GE(writer.count().positions, 50U);
  EXPECT_LE(writer.count().positions, 53U) << "games that were in progress are kept";
  const auto none = play_games(players(4), {.positions = 50}, writer, {}, look_away);
  ASSERT_TRUE(none);
  EXPECT_EQ(none->games, 0U);
}

TEST_F(SelfplayThreads, GiveUpGamesInProgressWhenToldToStopAndKeepTheOthers) {
  auto writer = ShardWriter::open(folder_.path() / "games").value();
  std::stop_source stop;
  const auto count = play_games(players(3, 20), {.games = 1000}, writer, stop.get_token(),
                                [&](const SelfplayCount& now) {
                                  if (now.games == 20) stop.request_stop();
                                });
  ASSERT_TRUE(count) << count.error().message;
  EXPECT_EQ(count->games, 20U);
  EXPECT_EQ(writer.count().games, 20U);
}

TEST_F(SelfplayThreads, EndWithTheErrorOfAPlayerAndKeepWhatIsFinished) {
  auto writer = ShardWriter::open(folder_.path() / "games").value();
  const auto count = play_games(players(3, UINT64_MAX, 50), {.games = 1000}, writer, {}, look_away);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().message, "no more ideas");
  EXPECT_GE(writer.count().games, 48U);  // others may have been told to stop in the middle
  EXPECT_LE(writer.count().games, 50U);
}

TEST_F(SelfplayThreads, EndWithTheErrorThatAPlayerThrows) {
  auto writer = ShardWriter::open(folder_.path() / "games").value();
  auto player = std::make_unique<QuickPlayer>();
  player->throws_from = 5;
  std::vector<std::unique_ptr<SelfPlayer>> alone;
  alone.push_back(std::move(player));
  const auto count = play_games(std::move(alone), {.games = 1000}, writer, {}, look_away);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().message, std::bad_alloc().what());
  EXPECT_EQ(writer.count().games, 5U);
}

TEST(SeedToGoOn, IsTheSameForALonePlayerAndAnotherForSeveral) {
  EXPECT_EQ(seed_to_go_on(5, 1, 0), 5U);
  EXPECT_EQ(seed_to_go_on(5, 1, 17), 5U);
  EXPECT_EQ(seed_to_go_on(5, 2, 0), 5U);
  EXPECT_NE(seed_to_go_on(5, 2, 17), 5U);
  EXPECT_NE(seed_to_go_on(5, 2, 17), seed_to_go_on(5, 2, 18));
}

}  // namespace
}  // namespace tabiya
