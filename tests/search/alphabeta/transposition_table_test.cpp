#include "search/alphabeta/transposition_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/random.h"

namespace tabiya {
namespace {

TableEntry entry_of(Key key) {
  // Everything in it follows from the key, so that a mixture of two entries is recognised.
  TableEntry entry;
  entry.move = Move::from_bits(static_cast<std::uint16_t>(key >> 3 | 1));
  entry.value = static_cast<Value>(key >> 20 & 0x7FFF) - 16000;
  entry.evaluation = static_cast<Value>(key >> 35 & 0x3FFF) - 8000;
  entry.depth = static_cast<int>(key >> 50 & 63);
  entry.bound = static_cast<Bound>(key % 3);
  entry.was_pv = (key & 1) != 0;
  return entry;
}

bool same(const TableEntry& a, const TableEntry& b) {
  return a.move == b.move && a.value == b.value && a.evaluation == b.evaluation &&
         a.depth == b.depth && a.bound == b.bound && a.was_pv == b.was_pv;
}

}  // namespace

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Key key = random();
    table.store(key, entry_of(key));
    const auto found = table.find(key);
    ASSERT_TRUE(found);
    EXPECT_TRUE(same(*found, entry_of(key)));
  }
  EXPECT_GT(table.permille_full(), 0);
  table.clear();
  EXPECT_EQ(table.permille_full(), 0);
}

TEST(TranspositionTable, HoldsExtremes) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  for (const Value value : {kMateValue, -kMateValue, kNoValue, kTablebaseValue, 0}) {
    const TableEntry entry{.move = kNoMove,
                           .value = value,
                           .evaluation = kNoValue,
                           .depth = -6,
                           .bound = std::nullopt,
                           .was_pv = true};
    table.clear();
    table.store(99, entry);
    ASSERT_TRUE(table.find(99));
    EXPECT_TRUE(same(*table.find(99), entry));
  }
  table.store(98, {.value = 1, .depth = kMaxPly - 5, .bound = Bound::Exact});
  EXPECT_EQ(table.find(98)->depth, kMaxPly - 5);
}

TEST(TranspositionTable, KeepsTheMoveWhenANewerVisitHasNone) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  const Move move = Move::normal(Square::E2, Square::E4);
  table.store(5, {.move = move, .value = 10, .depth = 3, .bound = Bound::Exact});
  table.store(5, {.move = kNoMove, .value = -10, .depth = 4, .bound = Bound::Upper});
  EXPECT_EQ(table.find(5)->move, move);
  EXPECT_EQ(table.find(5)->value, -10);
}

TEST(TranspositionTable, DoesNotForgetADeepResultForAShallowBound) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  table.store(5, {.value = 10, .depth = 20, .bound = Bound::Exact});
  table.store(5, {.value = -10, .depth = 2, .bound = Bound::Upper});
  EXPECT_EQ(table.find(5)->value, 10);
}

TEST(TranspositionTable, StaysAsItWasWhenThereIsNotEnoughMemory) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  table.store(5, {.value = 10, .depth = 20, .bound = Bound::Exact});
  EXPECT_FALSE(table.resize(std::size_t{1} << 40));
  EXPECT_TRUE(table.find(5));
}

// Four threads write and read the same few buckets: whatever is found belongs to its key.
TEST(TranspositionTableThreads, NeverFindAMixtureOfEntries) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1));
  // All in one bucket or two, which the first bits decide. The others are random, as those of real
  // keys are: among keys with a pattern, two and their data may add up to a third.
  std::vector<Key> keys;
  Random draw(1);
  for (Key i = 0; i < 80; ++i) keys.push_back(draw() >> 15 | (i % 2) << 50);
  std::atomic<int> found = 0;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t number = 0; number < 4; ++number)
      threads.emplace_back([&, number] {
        Random random(number);
        for (int i = 0; i < 40'000; ++i) {
          const Key key = keys[random.below(keys.size())];
          if (random.below(2) == 0) {
            table.store(key, entry_of(key));
          } else if (const auto entry = table.find(key)) {
            ++found;
            const bool fits = same(*entry, entry_of(key));
            if (!fits) ++wrong;
          }
        }
      });
  }
  EXPECT_GT(found, 0);
  EXPECT_EQ(wrong, 0);
}

}  // namespace tabiya
