#include "dataset/packed_games.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/random.h"
#include "dataset/game_record.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

bool same(const PackedPosition& a, const PackedPosition& b) {
  return a.occupied == b.occupied && a.kinds == b.kinds && a.score == b.score &&
         a.result == b.result && a.may_mirror == b.may_mirror && a.is_mirrored == b.is_mirrored;
}

std::vector<PackedPosition> random_positions(Random& random, int plies) {
  std::vector<PackedPosition> positions;
  random_game(random, plies, [&](const Position& position, const MoveList&) {
    positions.push_back(packed(position, static_cast<std::int16_t>(random.below(65536) - 32768),
                               static_cast<std::int8_t>(static_cast<int>(random.below(3)) - 1)));
  });
  return positions;
}

TEST(PackedGames, GiveBackEveryPositionOfAnyGame) {
  Random random(1);
  std::vector<std::byte> bytes;
  std::vector<PackedPosition> all;
  for (int game = 0; game < 100; ++game) {
    // Some games have nothing that passes a filter.
    const auto positions = random_positions(random, game % 10 == 0 ? 0 : 150);
    append_packed_game(random(), positions, bytes);
    all.insert(all.end(), positions.begin(), positions.end());
  }
  ASSERT_GT(all.size(), 5000U);
  // 27 for each, and 16 for each game.
  EXPECT_LE(bytes.size(), 27 * all.size() + 1600);
  std::vector<PackedPosition> read;
  ASSERT_TRUE(append_positions(bytes, Part::All, 0, read));
  EXPECT_TRUE(std::ranges::equal(read, all, same));
}

TEST(PackedGames, AreInTheSamePartAsTheirRecords) {
  Random random(2);
  std::vector<std::byte> bytes;
  std::vector<PackedPosition> expected;
  for (int game = 0; game < 200; ++game) {
    const auto record = std::to_string(game);
    const auto record_bytes = std::as_bytes(std::span(record));
    const auto positions = random_positions(random, 20);
    append_packed_game(fingerprint_of(record_bytes), positions, bytes);
    if (is_in(Part::Validation, 20, record_bytes))
      expected.insert(expected.end(), positions.begin(), positions.end());
  }
  ASSERT_GT(expected.size(), 200U);
  std::vector<PackedPosition> read;
  ASSERT_TRUE(append_positions(bytes, Part::Validation, 20, read));
  EXPECT_TRUE(std::ranges::equal(read, expected, same));
}

// Whatever comes out can be unpacked: at most 32 pieces, a king for each player.
void expect_safe(std::span<const std::byte> bytes) {
  std::vector<PackedPosition> read;
  if (!append_positions(bytes, Part::All, 0, read)) return;
  for (const PackedPosition& position : read) {
    ScoredPosition out{};
    unpack(position, out);
    ASSERT_LE(out.count, 32);
    const auto kings = [&](int kind) {
      return std::count_if(out.features.begin(), out.features.begin() + out.count,
                           [&](int feature) { return feature / 64 == kind; });
    };
    ASSERT_EQ(kings(5), 1);
    ASSERT_EQ(kings(11), 1);
  }
}

TEST(PackedGames, AreReadWithoutTrust) {
  Random random(3);
  std::vector<std::byte> bytes;
  for (int game = 0; game < 3; ++game)
    append_packed_game(random(), random_positions(random, 30), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    expect_safe(std::vector(bytes.begin(), bytes.begin() + static_cast<long>(size)));
  for (int i = 0; i < 20'000; ++i) {
    auto wrong = bytes;
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes)
      wrong[random.below(wrong.size())] = static_cast<std::byte>(random.below(256));
    expect_safe(wrong);
  }
}

TEST(PackedGames, HaveOneKingOfEachPlayerHoweverManyKingsThereAre) {
  const auto is_read = [](unsigned own_kings, unsigned other_kings) {
    PackedPosition position{};
    position.occupied = (std::uint64_t{1} << (own_kings + other_kings)) - 1;
    for (unsigned nth = 0; nth < own_kings + other_kings; ++nth)
      position.kinds[nth / 2] = static_cast<std::uint8_t>(
          position.kinds[nth / 2] | (nth < own_kings ? 5U : 11U) << (nth % 2 * 4));
    std::vector<std::byte> bytes;
    append_packed_game(1, std::span(&position, 1), bytes);
    std::vector<PackedPosition> read;
    return append_positions(bytes, Part::All, 0, read);
  };
  for (unsigned own = 0; own <= 32; ++own)
    for (unsigned other = 0; own + other <= 32; ++other)
      EXPECT_EQ(is_read(own, other), own == 1 && other == 1) << own << " and " << other;
}

}  // namespace
}  // namespace tabiya::test
