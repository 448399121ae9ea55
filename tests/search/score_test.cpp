#include "search/score.h"

#include <gtest/gtest.h>

#include "search/alphabeta/value.h"

namespace tabiya {

TEST(Score, CountsMatesInFullMovesAsUciDoes) {
  EXPECT_EQ(Score::mate_in_plies(1).mate_moves(), 1);
  EXPECT_EQ(Score::mate_in_plies(3).mate_moves(), 2);
  EXPECT_EQ(Score::mated_in_plies(2).mate_moves(), -1);
  EXPECT_EQ(Score::mated_in_plies(4).mate_moves(), -2);
  EXPECT_EQ(Score::mated_in_plies(0).mate_moves(), 0);
}

TEST(Score, ComparesAsAPlayerWould) {
  EXPECT_GT(Score::mate_in_plies(1), Score::mate_in_plies(3));
  EXPECT_GT(Score::mate_in_plies(999), Score::centipawns(Score::kHighestCentipawns));
  EXPECT_GT(Score::centipawns(-Score::kHighestCentipawns), Score::mated_in_plies(999));
  EXPECT_GT(Score::mated_in_plies(4), Score::mated_in_plies(2));
  EXPECT_EQ(-Score::mate_in_plies(5), Score::mated_in_plies(5));
}

TEST(Value, OfAMateIsTheSameInTheTableWhereverItWasFound) {
  // A mate three plies below a node at ply 4, found again at ply 10.
  const Value at_four = mates_at(4 + 3);
  EXPECT_EQ(from_table(to_table(at_four, 4), 10), mates_at(10 + 3));
  const Value mated = mated_at(4 + 2);
  EXPECT_EQ(from_table(to_table(mated, 4), 10), mated_at(10 + 2));
  EXPECT_EQ(from_table(to_table(123, 4), 10), 123);
}

TEST(Value, BecomesAScore) {
  EXPECT_EQ(to_score(mates_at(3)), Score::mate_in_plies(3));
  EXPECT_EQ(to_score(mated_at(2)), Score::mated_in_plies(2));
  EXPECT_EQ(to_score(-57), Score::centipawns(-57));
  EXPECT_FALSE(to_score(kTablebaseValue).is_mate());
}

}  // namespace tabiya
