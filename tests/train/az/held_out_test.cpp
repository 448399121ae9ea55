#include "train/az/held_out.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "train/az/games_source.h"
#include "train/az/toy_games.h"

namespace tabiya::test {
namespace {

AzSettings settings_with(int history) {
  AzSettings settings;
  settings.history = history;
  return settings;
}

// Everything of one sample.
std::vector<float> content_of(AzBatch& batch, std::size_t place) {
  std::vector<float> all(batch.inputs(place).begin(), batch.inputs(place).end());
  for (const std::int64_t move : batch.moves(place)) all.push_back(static_cast<float>(move));
  for (const auto& part : {batch.masks(place), batch.shares(place), batch.chances(place)})
    all.insert(all.end(), part.begin(), part.end());
  all.push_back(batch.searched(place));
  return all;
}

// Long games, so that clocks and the past have something to say, half of them searched.
std::vector<RecordedGame> long_games() {
  std::vector<RecordedGame> games;
  Random random(4);
  for (int g = 0; g < 6; ++g) {
    RecordedGame game;
    Position position = game.start;
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      RecordedMove& played = game.moves.emplace_back();
      played.move = moves[random.below(moves.size())];
      played.score = 35;
      played.first_visits = static_cast<std::uint32_t>(game.visits.size());
      if (g % 2 == 0) {
        for (const Move move : moves)
          game.visits.push_back({move, static_cast<std::uint32_t>(1 + random.below(50))});
        played.visits_count = static_cast<std::uint32_t>(game.visits.size()) - played.first_visits;
      }
      position.play(played.move);
    }
    game.result.emplace();
    games.push_back(std::move(game));
  }
  return games;
}

TEST(HeldOutSamples, AreThoseOfTheSource) {
  for (const int history : {1, 8}) {
    const AzSettings settings = settings_with(history);
    GamesSource source(long_games(), settings, GamesSource::AtTheEnd::Stop);
    AzBatch batch(50, settings.shape().planes());
    const auto held_out = HeldOutSamples::read(source, 1'000'000, batch);
    ASSERT_TRUE(held_out) << held_out.error().message;
    ASSERT_EQ(held_out->size(), source.positions());

    ASSERT_TRUE(source.go_to({}));
    AzBatch copied(50, settings.shape().planes());
    for (std::size_t seen = 0; seen < held_out->size(); seen += copied.count()) {
      ASSERT_TRUE(source.read(batch));
      // What was there before must not show.
      std::ranges::fill(copied.all_inputs(), 7.0F);
      held_out->copy(seen, copied);
      ASSERT_EQ(copied.count(), batch.count());
      for (std::size_t place = 0; place < batch.count(); ++place)
        ASSERT_EQ(content_of(copied, place), content_of(batch, place)) << seen + place;
    }
  }
}

TEST(HeldOutSamples, AreNoMoreThanWanted) {
  const AzSettings settings = settings_with(1);
  GamesSource source(toy_games(30, 1), settings, GamesSource::AtTheEnd::Stop);
  AzBatch batch(8, settings.shape().planes());
  const auto held_out = HeldOutSamples::read(source, 13, batch);
  ASSERT_TRUE(held_out);
  EXPECT_EQ(held_out->size(), 13u);
  held_out->copy(8, batch);
  EXPECT_EQ(batch.count(), 5u);
}

}  // namespace
}  // namespace tabiya::test
