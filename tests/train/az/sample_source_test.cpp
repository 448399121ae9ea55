// Samples read from files are those of the games, made in another way.
#include "train/az/sample_source.h"

#include <gtest/gtest.h>

#include <map>

#include "dataset/shard_writer.h"
#include "support/temporary_folder.h"
#include "train/az/games_source.h"
#include "train/az/toy_games.h"

namespace tabiya::test {
namespace {

// Random games with all that a search may have left: visits, chances, scores, or nothing.
std::vector<RecordedGame> thoughtful_games(std::size_t count) {
  std::vector<RecordedGame> games;
  Random random(3);
  for (std::size_t g = 0; g < count; ++g) {
    RecordedGame game;
    game.variant = g % 2 == 0 ? Variant::Standard : Variant::Chess960;
    if (game.variant == Variant::Chess960) game.start = random_chess960_start(random);
    Position position = game.start;
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      RecordedMove recorded;
      recorded.move = moves[random.below(moves.size())];
      recorded.first_visits = static_cast<std::uint32_t>(game.visits.size());
      // Some games are a tree search's, half of whose moves are quick ones; others have scores.
      const bool has_visits = g % 3 == 0;
      switch (ply < 4 ? 3 : has_visits ? 0 : 1 + random.below(2)) {
        case 0:
          for (const Move move : moves)
            if (ply % 2 == 0 && random.below(2) == 0)
              game.visits.push_back({move, static_cast<std::uint32_t>(1 + random.below(50))});
          recorded.chances = RecordedChances{static_cast<std::uint16_t>(random.below(5000)),
                                             static_cast<std::uint16_t>(random.below(5000))};
          break;
        case 1:
          recorded.score = static_cast<std::int16_t>(random.below(800)) - 400;
          break;
        case 2:
          recorded.score = random.below(2) == 0 ? 31'990 : -31'991;
          break;
        default:  // the random beginning
          break;
      }
      recorded.visits_count =
          static_cast<std::uint32_t>(game.visits.size()) - recorded.first_visits;
      game.moves.push_back(recorded);
      position.play(recorded.move);
    }
    if (g % 3 != 0) game.result.emplace();
    if (g % 3 == 1) game.result->winner = Color::Black;
    games.push_back(std::move(game));
  }
  return games;
}

class SamplesFromFiles : public testing::Test {
 protected:
  SamplesFromFiles() {
    settings_.data = {(folder_.path() / "games").string()};
    settings_.output = "net.onnx";
    settings_.history = 3;
    settings_.mirror = false;
    settings_.validation = 0;
  }

  void write(const std::vector<RecordedGame>& games) const {
    auto writer = ShardWriter::open(settings_.data[0]).value();
    for (const RecordedGame& game : games) ASSERT_TRUE(writer.add(game));
    ASSERT_TRUE(writer.seal());
  }

  // What a sample says, by what it looks like.
  using Seen = std::multimap<std::vector<float>, std::vector<float>>;
  Seen samples(SampleSource& source, std::size_t most) const {
    Seen seen;
    AzBatch batch(16, settings_.shape().planes());
    while (seen.size() < most) {
      EXPECT_TRUE(source.read(batch));
      if (batch.count() == 0) break;
      for (std::size_t i = 0; i < batch.count() && seen.size() < most; ++i) {
        std::map<std::int64_t, float> policy;
        for (std::size_t k = 0; k < AzBatch::kMostMoves; ++k)
          if (batch.masks(i)[k] == 0) policy[batch.moves(i)[k]] = batch.shares(i)[k];
        std::vector<float> said(batch.chances(i).begin(), batch.chances(i).end());
        said.push_back(batch.searched(i));
        for (const auto& [index, share] : policy) {
          said.push_back(static_cast<float>(index));
          said.push_back(share);
        }
        seen.emplace(std::vector<float>(batch.inputs(i).begin(), batch.inputs(i).end()),
                     std::move(said));
      }
    }
    return seen;
  }

  TemporaryFolder folder_;
  AzSettings settings_;
};

TEST_F(SamplesFromFiles, AreThoseOfTheGames) {
  const auto games = thoughtful_games(30);
  write(games);
  GamesSource expected(games, settings_, GamesSource::AtTheEnd::Stop);
  const auto source = ReaderSource::open(settings_, Part::Training);
  ASSERT_TRUE(source) << source.error().message;
  const Seen one = samples(expected, 1'000'000);
  Seen other = samples(**source, one.size());
  ASSERT_GT(one.size(), 1000u);
  ASSERT_EQ(one.size(), other.size());
  for (const auto& [planes, said] : one) {
    auto [place, end] = other.equal_range(planes);
    const auto same = [&](const auto& entry) {
      return std::ranges::equal(entry.second, said,
                                [](float a, float b) { return std::abs(a - b) < 1e-5F; });
    };
    while (place != end && !same(*place)) ++place;
    ASSERT_NE(place, end);
    other.erase(place);
  }
}

TEST_F(SamplesFromFiles, AreGoneOnWithFromACursor) {
  write(thoughtful_games(10));
  const auto source = ReaderSource::open(settings_, Part::Training).value();
  AzBatch batch(50, settings_.shape().planes());
  for (int i = 0; i < 17; ++i) ASSERT_TRUE(source->read(batch));  // into the second epoch
  const ShuffleCursor cursor = source->cursor();
  EXPECT_GT(cursor.epoch, 0u);
  const Seen rest = samples(*source, 120);
  const auto other = ReaderSource::open(settings_, Part::Training).value();
  ASSERT_TRUE(other->go_to(cursor));
  EXPECT_EQ(samples(*other, 120), rest);
}

TEST_F(SamplesFromFiles, AreKeptApartByGames) {
  write(toy_games(400, 1));
  settings_.validation = 25;
  const auto validation = ReaderSource::open(settings_, Part::Validation).value();
  const Seen apart = samples(*validation, 1'000'000);
  EXPECT_GT(apart.size(), 50u);
  EXPECT_LT(apart.size(), 150u);
  ASSERT_TRUE(validation->go_to({}));
  EXPECT_EQ(samples(*validation, 1'000'000), apart);
  const auto training = ReaderSource::open(settings_, Part::Training).value();
  for (const auto& [planes, said] : samples(*training, 400 - apart.size()))
    EXPECT_FALSE(apart.contains(planes));
}

// A mirrored board and a mirrored policy: the best move is still the best capture.
TEST_F(SamplesFromFiles, AreMirroredWithTheirMoves) {
  write(toy_games(100, 1));
  settings_.mirror = true;
  const auto mirrored = ReaderSource::open(settings_, Part::Training).value();
  settings_.mirror = false;
  const auto plain = ReaderSource::open(settings_, Part::Training).value();
  const Seen as_they_are = samples(*plain, 100);
  std::size_t turned = 0;
  for (const auto& [planes, said] : samples(*mirrored, 100)) {
    if (as_they_are.contains(planes)) continue;
    ++turned;
    std::vector<float> back = planes;
    for (std::size_t row = 0; row < back.size(); row += 8)
      std::reverse(back.begin() + static_cast<std::ptrdiff_t>(row),
                   back.begin() + static_cast<std::ptrdiff_t>(row) + 8);
    const auto original = as_they_are.find(back);
    ASSERT_NE(original, as_they_are.end());
    EXPECT_EQ(original->second.size(), said.size());
    EXPECT_NE(original->second, said);
  }
  EXPECT_GT(turned, 10u);
}

TEST_F(SamplesFromFiles, NeedAnEndOrAThought) {
  RecordedGame game;
  game.moves.emplace_back();
  game.moves.back().move = legal_moves(game.start)[0];
  write({game});
  const auto source = ReaderSource::open(settings_, Part::Training).value();
  AzBatch batch(4, settings_.shape().planes());
  const auto read = source->read(batch);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "the games have neither results nor scores to learn from");
}

}  // namespace
}  // namespace tabiya::test
