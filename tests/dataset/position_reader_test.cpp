#include "dataset/position_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "dataset/data_folders.h"
#include "dataset/scored_position.h"
#include "encode/features.h"
#include "support/data.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

// Everything about a position in a form that compares.
using Facts = std::vector<int>;

Facts facts_of(const ScoredPosition& position) {
  Facts facts(position.features.begin(), position.features.begin() + position.count);
  facts.push_back(position.score);
  facts.push_back(position.result);
  return facts;
}

std::vector<Facts> facts_of(const std::vector<ScoredPosition>& positions) {
  std::vector<Facts> facts;
  for (const ScoredPosition& position : positions) facts.push_back(facts_of(position));
  return facts;
}

std::vector<Facts> sorted(std::vector<Facts> facts) {
  std::ranges::sort(facts);
  return facts;
}

// As the filter promises it, read from the games one by one.
std::vector<Facts> expected_of(const std::vector<RecordedGame>& games,
                               const PositionFilter& filter) {
  std::vector<Facts> all;
  for (const RecordedGame& game : games) {
    if (!game.result) continue;
    Position position = game.start;
    for (std::size_t ply = 0; ply <= game.moves.size(); ++ply) {
      const bool end = ply == game.moves.size();
      const auto score = end ? game.final_score : game.moves[ply].score;
      const Move move = end ? Move::from_bits(0) : game.moves[ply].move;
      const bool loud =
          !end && (move.kind() == Move::Kind::Promotion || move.kind() == Move::Kind::EnPassant ||
                   (move.kind() == Move::Kind::Normal && !position.is_empty(move.to())));
      if (score && std::abs(*score) <= filter.highest_score &&
          static_cast<int>(ply) >= filter.first_ply && !(filter.skip_captures && loud) &&
          !(filter.skip_checks && position.in_check())) {
        Facts facts;
        for (const std::uint16_t feature : active_features(position, FeatureOrder::SideToMove))
          facts.push_back(feature);
        facts.push_back(*score);
        const auto winner = game.result->winner;
        facts.push_back(!winner ? 0 : *winner == position.side_to_move() ? 1 : -1);
        all.push_back(facts);
      }
      if (!end) position.play(move);
    }
  }
  return sorted(all);
}

std::unique_ptr<PositionReader> opened(const ShuffleSettings& settings,
                                       const PositionFilter& filter = {},
                                       const ShuffleCursor& cursor = {}) {
  auto reader = PositionReader::open(settings, filter, cursor);
  if (!reader) throw std::runtime_error(reader.error().message);
  return *std::move(reader);
}

std::vector<ScoredPosition> epoch_of(PositionReader& reader, std::size_t batch = 77) {
  std::vector<ScoredPosition> all;
  std::vector<ScoredPosition> some(batch);
  while (true) {
    const auto count = reader.read_within_epoch(some);
    if (!count) throw std::runtime_error(count.error().message);
    if (*count == 0) return all;
    all.insert(all.end(), some.begin(), some.begin() + static_cast<long>(*count));
  }
}

TEST(PackedPosition, UnpacksToTheFeaturesInOrder) {
  Random random(1);
  for (int i = 0; i < 200; ++i)
    random_game(random, 100, [&](const Position& position, const MoveList&) {
      ScoredPosition out{};
      unpack(packed(position, -123, -1), out);
      const FeatureList expected = active_features(position, FeatureOrder::SideToMove);
      ASSERT_EQ(out.count, expected.size());
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), out.features.begin()));
      ASSERT_EQ(out.score, -123);
      ASSERT_EQ(out.result, -1);
    });
}

TEST(PackedPosition, IsReadWithLeftAndRightExchangedIfNobodyMayCastle) {
  Random random(2);
  int without_castling = 0;
  for (int i = 0; i < 50; ++i)
    random_game(random, 100, [&](const Position& position, const MoveList&) {
      PackedPosition mirrored = packed(position, 5, 1);
      ASSERT_EQ(mirrored.may_mirror, position.castling_rooks().empty());
      if (!mirrored.may_mirror) return;
      ++without_castling;
      mirrored.is_mirrored = true;
      ScoredPosition out{};
      unpack(mirrored, out);
      std::vector<std::uint16_t> expected;
      for (const std::uint16_t feature : active_features(position, FeatureOrder::SideToMove))
        expected.push_back(feature ^ 7);  // the file is the last octal digit
      std::ranges::sort(expected);
      ASSERT_EQ(std::vector(out.features.begin(), out.features.begin() + out.count), expected);
    });
  EXPECT_GT(without_castling, 1000);
}

TEST(PositionReader, MirrorsHalfOfThePositionsInWhichNobodyMayCastle) {
  const TemporaryFolder folder;
  write_games(folder.path(), 150, 1);
  const auto read = [&](bool mirror) {
    PositionFilter filter;
    filter.mirror = mirror;
    auto reader = opened({.files = {folder.path()}, .seed = 3}, filter);
    return epoch_of(*reader);
  };
  const auto plain = read(false);
  const auto mirrored = read(true);
  ASSERT_EQ(plain.size(), mirrored.size());
  std::size_t differ = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    ASSERT_EQ(plain[i].count, mirrored[i].count);
    ASSERT_EQ(plain[i].score, mirrored[i].score);
    differ += plain[i].features != mirrored[i].features ? 1U : 0U;
  }
  EXPECT_GT(differ, plain.size() / 10);
  EXPECT_LT(differ, plain.size() * 6 / 10);
}

TEST(PositionReader, DeliversEachPositionOnceAnEpochInAnotherOrder) {
  const TemporaryFolder folder;
  const auto games = write_games(folder.path(), 150, 1);
  for (const PositionFilter& filter : {PositionFilter{},
                                       PositionFilter{.skip_checks = false,
                                                      .skip_captures = false,
                                                      .highest_score = 40000,
                                                      .first_ply = 0,
                                                      .mirror = false},
                                       PositionFilter{.skip_checks = true,
                                                      .skip_captures = false,
                                                      .highest_score = 500,
                                                      .first_ply = 20,
                                                      .mirror = false}}) {
    const auto expected = expected_of(games, filter);
    ASSERT_GT(expected.size(), 1000U);
    auto reader = opened({.files = {folder.path()}, .seed = 3, .chunk_positions = 700}, filter);
    const auto first = facts_of(epoch_of(*reader));
    EXPECT_EQ(reader->cursor(), (ShuffleCursor{.epoch = 1, .chunk = 0, .offset = 0}));
    const auto second = facts_of(epoch_of(*reader, 1000));
    EXPECT_EQ(sorted(first), expected);
    EXPECT_EQ(sorted(second), expected);
    EXPECT_NE(first, second);
  }
}

TEST(PositionReader, GoesByTheSeed) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 2);
  const auto with_seed = [&](std::uint64_t seed) {
    auto reader = opened({.files = {folder.path()}, .seed = seed, .chunk_positions = 500});
    return facts_of(epoch_of(*reader));
  };
  EXPECT_EQ(with_seed(1), with_seed(1));
  EXPECT_NE(with_seed(1), with_seed(2));
}

TEST(PositionReaderThreads, DeliverTheSameSequenceHoweverManyThereAre) {
  const TemporaryFolder folder;
  write_games(folder.path(), 100, 3);
  const auto with_threads = [&](unsigned threads) {
    auto reader =
        opened({.files = {folder.path()}, .seed = 5, .chunk_positions = 900, .threads = threads});
    std::vector<ScoredPosition> positions(6000);
    const auto read = reader->read(positions);
    EXPECT_TRUE(read) << read.error().message;
    return facts_of(positions);
  };
  const auto one = with_threads(1);
  EXPECT_EQ(one, with_threads(3));
  EXPECT_EQ(one, with_threads(8));
}

TEST(PositionReaderThreads, GoOnFromACursorAsIfNothingHadHappened) {
  const TemporaryFolder folder;
  write_games(folder.path(), 80, 4);
  const ShuffleSettings settings{
      .files = {folder.path()}, .seed = 6, .chunk_positions = 600, .threads = 2};
  auto reader = opened(settings);
  std::vector<ScoredPosition> batch(250);
  for (int i = 0; i < 40; ++i) {
    const ShuffleCursor cursor = reader->cursor();
    ASSERT_TRUE(reader->read(batch));
    if (i % 7 != 0) continue;
    auto again = opened(settings, {}, cursor);
    std::vector<ScoredPosition> same(250);
    ASSERT_TRUE(again->read(same));
    ASSERT_EQ(facts_of(same), facts_of(batch)) << i;
  }
  EXPECT_GT(reader->cursor().epoch, 1U) << "the test should cross the end of an epoch";
}

TEST(PositionReaderThreads, MayBeLeftWhileTheyWork) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 5);
  for (int i = 0; i < 20; ++i) {
    auto reader =
        opened({.files = {folder.path()}, .seed = 7, .chunk_positions = 300, .threads = 3});
    std::vector<ScoredPosition> one(1);
    ASSERT_TRUE(reader->read(one));
  }
}

TEST(PositionReader, SplitsGamesByWhatIsInThem) {
  const TemporaryFolder folder;
  const auto games = write_games(folder.path() / "a", 200, 6, {.plies = 40});
  // The same games in another order and other shards.
  {
    auto writer = ShardWriter::open(folder.path() / "b");
    for (auto game = games.rbegin(); game != games.rend(); ++game) ASSERT_TRUE(writer->add(*game));
  }
  const auto part = [&](const char* name, Part which) {
    auto reader = opened({.files = {folder.path() / name},
                          .seed = 1,
                          .part = which,
                          .validation_percent = 30,
                          .chunk_positions = 2000});
    return sorted(facts_of(epoch_of(*reader)));
  };
  const auto all = part("a", Part::All);
  const auto training = part("a", Part::Training);
  const auto validation = part("a", Part::Validation);
  EXPECT_GT(validation.size(), all.size() / 6);
  EXPECT_LT(validation.size(), all.size() / 2);
  auto both = training;
  both.insert(both.end(), validation.begin(), validation.end());
  EXPECT_EQ(sorted(both), all);
  EXPECT_EQ(part("b", Part::Validation), validation);
}

TEST(PositionReader, TellsWhenNothingPasses) {
  const TemporaryFolder folder;
  write_games(folder.path(), 20, 7, {.scores = false});
  const auto error = [&](const ShuffleSettings& settings, const PositionFilter& filter) {
    auto reader = opened(settings, filter);
    std::vector<ScoredPosition> positions(10);
    const auto read = reader->read(positions);
    return read ? "" : read.error().message;
  };
  const std::string all = error({.files = {folder.path()}}, {.highest_score = -1});
  EXPECT_TRUE(all.starts_with("No position of the training data can be learnt from: ")) << all;
  EXPECT_NE(all.find(" have no score, as games of people have none"), std::string::npos) << all;
  EXPECT_NE(all.find(" are of games without a result"), std::string::npos) << all;
  EXPECT_EQ(
      error({.files = {folder.path()}, .part = Part::Training, .validation_percent = 100}, {}),
      "There are no games to learn from: all are held out for validation");
  EXPECT_FALSE(PositionReader::open({.files = {folder.path() / "none"}}));
}

TEST(PositionReaderThreads, NameTheFileThatIsDamaged) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 8);
  {
    std::fstream file(folder.path() / "000002.games", std::ios::in | std::ios::out);
    file.seekp(100);
    file.put('\x55');
    file.put('\x55');
  }
  auto reader = opened({.files = {folder.path()}, .chunk_positions = 500, .threads = 3});
  std::vector<ScoredPosition> positions(20000);
  const auto read = reader->read(positions);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("000002.games, byte 16: the checksum"), std::string::npos)
      << read.error().message;
}

// Self-play goes on while a network is trained with what there is.
TEST(PositionReader, ReadsAnOpenShardThatIsSealedMeanwhile) {
  const TemporaryFolder folder;
  const auto games = write_games(folder.path(), 40, 9);
  auto reader = opened({.files = {folder.path()}, .chunk_positions = 300});
  {
    auto writer = ShardWriter::open(folder.path());
    ASSERT_TRUE(writer->seal());
  }
  EXPECT_EQ(sorted(facts_of(epoch_of(*reader))), expected_of(games, {}));
}

}  // namespace
}  // namespace tabiya::test
