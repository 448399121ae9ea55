#include "chess/perft.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "support/data.h"

namespace tabiya {
namespace {

const auto kToTheEnd = [](const PerftProgress&) { return true; };

TEST(ParallelPerft, CountsTheSameWithAnyNumberOfThreads) {
  const Position position =
      test::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  for (int depth : {1, 2, 3, 4})
    for (int threads : {1, 2, 5})
      EXPECT_EQ(parallel_perft(position, depth, threads, kToTheEnd).nodes, perft(position, depth));
}

TEST(ParallelPerft, DividesByRootMove) {
  const Position position = Position::start();
  const PerftSplit split = parallel_perft(position, 4, 2, kToTheEnd);
  ASSERT_EQ(split.moves.size(), 20u);
  for (const auto& [move, nodes] : split.moves) EXPECT_EQ(nodes, perft(position.after(move), 3));
}

TEST(ParallelPerft, OfAMateIsZero) {
  const Position mate = test::position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(parallel_perft(mate, 3, 2, kToTheEnd).nodes, 0u);
}

TEST(ParallelPerft, StopsWhenAsked) {
  int asked = 0;
  const PerftSplit split = parallel_perft(Position::start(), 12, 2, [&](const PerftProgress&) {
    ++asked;
    return false;
  });
  EXPECT_FALSE(split.complete);
  EXPECT_LE(asked, 100);
}

}  // namespace
}  // namespace tabiya
