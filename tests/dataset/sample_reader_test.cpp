#include "dataset/sample_reader.h"
#include "chess/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "chess/game.h"
#include "dataset/data_folders.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "support/data.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

// Everything about a sample in a form that compares: planes by their checksum.
struct Facts {
  std::uint64_t planes = 0;
  std::vector<std::pair<int, float>> policy;
  std::vector<int> rest;

  auto operator<=>(const Facts&) const = default;
};

std::vector<int> rest_of(std::optional<int> result, const RecordedMove& move, std::size_t ply) {
  std::vector<int> rest = {result.value_or(99), move.score.value_or(-1), static_cast<int>(ply)};
  rest.push_back(move.chances ? move.chances->win : -1);
  rest.push_back(move.chances ? move.chances->loss : -1);
  return rest;
}

std::vector<Facts> sorted(std::vector<Facts> facts) {
  std::ranges::sort(facts);
  return facts;
}

// The slow way: a Game, its history, its planes.
std::vector<Facts> expected_of(const std::vector<RecordedGame>& games, int steps, int planes) {
  std::vector<Facts> all;
  for (const RecordedGame& record : games) {
    if (!record.result) continue;
    const bool thoughts = std::ranges::any_of(record.moves, [](const RecordedMove& move) {
      return move.score || move.chances || move.visits_count > 0;
    });
    Game game(record.start, record.variant);
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
      const RecordedMove& move = record.moves[ply];
      if (!thoughts || move.score || move.chances || move.visits_count > 0) {
        std::vector<float> floats(static_cast<std::size_t>(planes) * 64, 0.0F);
        encode_planes(History(game), steps, floats);
        const Color mover = game.position().side_to_move();
        Facts facts{
            .planes = checksum_of(std::as_bytes(std::span(floats))), .policy = {}, .rest = {}};
        double all_visits = 0;
        for (const auto& visits : record.visits_at(ply)) all_visits += visits.visits;
        for (const auto& visits : record.visits_at(ply))
          facts.policy.emplace_back(policy_index(visits.move, mover, record.variant),
                                    static_cast<float>(visits.visits / all_visits));
        if (facts.policy.empty())
          facts.policy.emplace_back(policy_index(move.move, mover, record.variant), 1.0F);
        const auto winner = record.result->winner;
        facts.rest = rest_of(!winner ? 0 : *winner == mover ? 1 : -1, move, ply);
        all.push_back(facts);
      }
      game.play(move.move);
    }
  }
  return sorted(all);
}

Facts facts_of(const SampleBatch& batch, std::size_t i, std::span<const float> planes) {
  const PlaneSample& sample = batch.samples[i];
  Facts facts{.planes = checksum_of(std::as_bytes(planes)), .policy = {}, .rest = {}};
  for (const PolicyShare& share : batch.policy_of(sample))
    facts.policy.emplace_back(share.index, share.share);
  RecordedMove move{};
  move.score = sample.score;
  move.chances = sample.chances;
  facts.rest = rest_of(sample.result, move, sample.ply);
  return facts;
}

std::unique_ptr<SampleReader> opened(const ShuffleSettings& shuffle,
                                     const SampleSettings& settings = {},
                                     const ShuffleCursor& cursor = {}) {
  auto reader = SampleReader::open(shuffle, settings, cursor);
  if (!reader) throw std::runtime_error(reader.error().message);
  return *std::move(reader);
}

std::vector<Facts> epoch_of(SampleReader& reader, int planes) {
  constexpr std::size_t kBatch = 33;
  const std::size_t floats = static_cast<std::size_t>(planes) * 64;
  std::vector<float> buffer(kBatch * floats);
  std::vector<Facts> all;
  SampleBatch batch;
  while (true) {
    std::ranges::fill(buffer, -7.0F);  // every float must be written
    const auto read = reader.read_within_epoch({kBatch, buffer, batch});
    if (!read) throw std::runtime_error(read.error().message);
    if (batch.samples.empty()) return all;
    for (std::size_t i = 0; i < batch.samples.size(); ++i)
      all.push_back(facts_of(batch, i, std::span(buffer).subspan(i * floats, floats)));
  }
}

TEST(SampleReader, DeliversWhatTheGamesHoldOnceAnEpoch) {
  const TemporaryFolder folder;
  auto games = write_games(folder.path(), 40, 1, {.plies = 60});
  for (const auto& [steps, planes] : {std::pair(8, 120), std::pair(1, 24), std::pair(2, 35)}) {
    auto reader = opened({.files = {folder.path()}, .seed = 3, .chunk_positions = 300},
                         {.history_steps = steps, .planes = planes, .skip_quick = false});
    const auto expected = expected_of(games, steps, planes);
    ASSERT_GT(expected.size(), 500U);
    const auto first = epoch_of(*reader, planes);
    EXPECT_EQ(sorted(first), expected);
    EXPECT_NE(first, expected);
    EXPECT_EQ(sorted(epoch_of(*reader, planes)), expected);
  }
}

TEST(SampleReader, LeavesOutQuickSearchesWhereOthersKeptTheirVisits) {
  RecordedGame game;
  Position position = game.start;
  for (int ply = 0; ply < 6; ++ply) {
    const Move move = legal_moves(position)[0];
    game.moves.push_back({.move = move,
                          .chances = RecordedChances{.win = 5000, .loss = 5000},
                          .first_visits = static_cast<std::uint32_t>(game.visits.size()),
                          .visits_count = ply % 3 == 0 ? 1U : 0U});
    if (ply % 3 == 0) game.visits.push_back({move, 400});
    position.play(move);
  }
  game.result = RecordedGame::Result{};
  const auto plies = [](const RecordedGame& of) { return SampleSettings{}.wanted_plies(of); };
  EXPECT_EQ(plies(game), (std::vector<std::uint16_t>{0, 3}));
  // Nothing but quick searches: better than nothing.
  game.visits.clear();
  for (RecordedMove& move : game.moves) move.visits_count = 0;
  EXPECT_EQ(plies(game).size(), 6U);
}

TEST(SampleReader, SeesRepetitions) {
  const TemporaryFolder folder;
  RecordedGame record;
  Game game;
  record.result.emplace();
  for (int i = 0; i < 14; ++i) {  // Nf3 Nf6 Ng1 Ng8 …
    const bool there = i / 2 % 2 == 0;
    const Square white[] = {Square::G1, Square::F3};
    const Square black[] = {Square::G8, Square::F6};
    const auto& squares = i % 2 == 0 ? white : black;
    RecordedMove move{};
    move.move = Move::normal(squares[there ? 0 : 1], squares[there ? 1 : 0]);
    ASSERT_TRUE(is_legal(game.position(), move.move));
    record.moves.push_back(move);
    game.play(move.move);
  }
  {
    auto writer = ShardWriter::open(folder.path());
    ASSERT_TRUE(writer->add(record));
  }
  auto reader = opened({.files = {folder.path()}});
  EXPECT_EQ(sorted(epoch_of(*reader, 120)), expected_of({record}, 8, 120));
}

TEST(SampleReaderThreads, DeliverTheSameSequenceHoweverManyThereAreAndGoOnFromACursor) {
  const TemporaryFolder folder;
  write_games(folder.path(), 30, 2, {.plies = 40});
  const SampleSettings settings{.history_steps = 1, .planes = 24, .mirror = true};
  std::vector<float> buffer(std::size_t{50} * 24 * 64);
  std::vector<float> same(buffer.size());
  SampleBatch batch;
  SampleBatch same_batch;
  auto one = opened({.files = {folder.path()}, .seed = 5, .chunk_positions = 200}, settings);
  auto three =
      opened({.files = {folder.path()}, .seed = 5, .chunk_positions = 200, .threads = 3}, settings);
  for (int i = 0; i < 30; ++i) {
    const ShuffleCursor cursor = one->cursor();
    ASSERT_TRUE(one->read({50, buffer, batch}));
    ASSERT_TRUE(three->read({50, same, same_batch}));
    ASSERT_EQ(same, buffer);
    ASSERT_EQ(same_batch.samples, batch.samples);
    ASSERT_EQ(same_batch.policy, batch.policy);
    if (i % 6 != 5) continue;
    auto again =
        opened({.files = {folder.path()}, .seed = 5, .chunk_positions = 200}, settings, cursor);
    ASSERT_TRUE(again->read({50, same, same_batch}));
    ASSERT_EQ(same, buffer);
    ASSERT_EQ(same_batch.policy, batch.policy);
  }
  EXPECT_GT(one->cursor().epoch, 0U);
}

TEST(SampleReader, MirrorsHalfOfThePositionsWithoutCastling) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 3, {.plies = 100});
  const ShuffleSettings shuffle{.files = {folder.path()}, .seed = 6};
  constexpr std::size_t kFloats = std::size_t{120} * 64;
  constexpr std::size_t kCount = 1500;
  std::vector<float> plain(kCount * kFloats);
  std::vector<float> turned(kCount * kFloats);
  SampleBatch plain_batch;
  SampleBatch turned_batch;
  auto first = opened(shuffle);
  auto second = opened(shuffle, {.mirror = true});
  ASSERT_TRUE(first->read({kCount, plain, plain_batch}));
  ASSERT_TRUE(second->read({kCount, turned, turned_batch}));
  int mirrored = 0;
  int unmirrored = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::span<const float> before = std::span(plain).subspan(i * kFloats, kFloats);
    const std::span<const float> after = std::span(turned).subspan(i * kFloats, kFloats);
    const PlaneSample& sample = turned_batch.samples[i];
    const bool castling = std::ranges::any_of(before.subspan(112 * 64, 4 * 64),
                                              [](float value) { return value != 0; });
    ASSERT_FALSE(castling && sample.mirrored);
    if (!castling) ++(sample.mirrored ? mirrored : unmirrored);
    for (std::size_t f = 0; f < kFloats; ++f)
      ASSERT_EQ(after[f], before[sample.mirrored ? f ^ 7 : f]);
    const auto policy = plain_batch.policy_of(plain_batch.samples[i]);
    const auto turned_policy = turned_batch.policy_of(sample);
    ASSERT_EQ(policy.size(), turned_policy.size());
    for (std::size_t p = 0; p < policy.size(); ++p)
      ASSERT_EQ(turned_policy[p].index,
                sample.mirrored ? mirrored_policy_index(policy[p].index) : policy[p].index);
  }
  EXPECT_GT(mirrored, 100);
  EXPECT_GT(unmirrored, 100);
}

Square turned(Square square) { return square_at(index(square) ^ 7); }

TEST(MirroredPolicyIndex, IsTheIndexOfTheMirroredMove) {
  Random random(4);
  int underpromotions = 0;
  for (int i = 0; i < 300; ++i)
    random_game(random, 150, [&](const Position& position, const MoveList& moves) {
      if (position.castling_rooks().any()) return;
      for (const Move move : moves) {
        const Color mover = position.side_to_move();
        const Move other =
            move.promotes_to()
                ? Move::promotion(turned(move.from()), turned(move.to()), *move.promotes_to())
                : Move::normal(turned(move.from()), turned(move.to()));
        const int index = policy_index(move, mover, Variant::Standard);
        ASSERT_EQ(mirrored_policy_index(index), policy_index(other, mover, Variant::Standard));
        underpromotions += index >= 4096;
      }
    });
  EXPECT_GT(underpromotions, 20);
}

TEST(SampleReader, RefusesMorePlanesThanThereIsRoomFor) {
  const TemporaryFolder folder;
  write_games(folder.path(), 1, 5);
  const auto reader = SampleReader::open({.files = {folder.path()}},
                                         SampleSettings{.history_steps = 8, .planes = 112});
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().message,
            "8 steps of history take 119 planes, and there is room for 112");
}

}  // namespace
}  // namespace tabiya::test
