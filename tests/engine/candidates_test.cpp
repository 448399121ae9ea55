#include "engine/strength.h"

#include <gtest/gtest.h>

#include <utility>

#include "notation/play.h"

namespace tabiya {
namespace {

class Counter : public SearchListener {
 public:
  void on_info(const SearchInfo&) override { ++infos; }
  int infos = 0;
};

SearchInfo info(int depth, int rank, int score, Move move, Bound bound = Bound::Exact) {
  SearchInfo result;
  result.depth = depth;
  result.rank = rank;
  result.score = Score::centipawns(score);
  result.bound = bound;
  result.line = {move};
  return result;
}

const Move kA = Move::normal(Square::E4, Square::D5);
const Move kB = Move::normal(Square::B1, Square::C3);

TEST(Candidates, RememberTheScoreOfEachMoveAtEachDepth) {
  Counter counter;
  Candidates candidates(Game(), 2, 1, counter);
  candidates.on_info(info(1, 1, 50, kA));
  candidates.on_info(info(1, 2, 20, kB));
  candidates.on_info(info(3, 1, 70, kB));
  candidates.on_info(info(3, 2, -30, kA));
  candidates.on_info(info(4, 1, 90, kA, Bound::Upper));
  const auto sorted = candidates.sorted();
  ASSERT_EQ(sorted.size(), 2u);
  EXPECT_EQ(sorted[0].move, kB);
  const auto cp = [](int value) { return Score::centipawns(value); };
  EXPECT_EQ(sorted[0].by_depth, (std::vector{cp(20), cp(20), cp(70)}));
  EXPECT_EQ(sorted[1].by_depth, (std::vector{cp(50), cp(50), cp(-30)}));
  EXPECT_EQ(candidates.info_of(kA).score, cp(-30));
}

TEST(Candidates, PassOnOnlyAsManyRanksAsWereAskedFor) {
  Counter counter;
  Candidates candidates(Game(), 5, 2, counter);
  for (int rank = 1; rank <= 5; ++rank) candidates.on_info(info(1, rank, 0, kA));
  EXPECT_EQ(counter.infos, 2);
}

TEST(Candidates, AMoveThatIsNoLongerAmongTheBestIsOutOfDate) {
  Counter counter;
  Candidates candidates(Game(), 2, 1, counter);
  const Move third = Move::normal(Square::G1, Square::F3);
  candidates.on_info(info(1, 1, 90, third));
  candidates.on_info(info(1, 2, 50, kA));
  candidates.on_info(info(2, 1, 50, kA));
  EXPECT_EQ(candidates.sorted().size(), 2u);  // the second depth is not complete
  candidates.on_info(info(2, 2, 20, kB));
  const auto sorted = candidates.sorted();
  ASSERT_EQ(sorted.size(), 2u);
  EXPECT_EQ(sorted[0].move, kA);
  EXPECT_EQ(sorted[1].move, kB);
}

TEST(Candidates, AreJudgedByTheSearchWhereTablebasesTellTheResult) {
  Counter counter;
  Candidates candidates(Game(), 2, 1, counter);
  SearchInfo lost = info(1, 1, -300, kA);
  lost.searched = std::exchange(lost.score, -Score::tablebase_win());
  candidates.on_info(lost);
  EXPECT_EQ(candidates.sorted().at(0).by_depth.at(0), Score::centipawns(-300));
}

TEST(Candidates, ARecaptureIsObvious) {
  Game game;
  for (const char* move : {"e2e4", "d7d5", "b1c3", "d5e4"}) ASSERT_TRUE(play_uci(game, move));
  Counter counter;
  Candidates candidates(game, 2, 1, counter);
  const Move back = Move::normal(Square::C3, Square::E4);
  candidates.on_info(info(1, 1, 0, back));
  candidates.on_info(info(1, 2, 0, kB));
  EXPECT_TRUE(candidates.sorted()[0].obvious);
  EXPECT_FALSE(candidates.sorted()[1].obvious);
}

}  // namespace
}  // namespace tabiya
