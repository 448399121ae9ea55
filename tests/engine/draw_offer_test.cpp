#include "engine/draw_offer.h"

#include <gtest/gtest.h>

namespace tabiya {

TEST(DrawOffer, IsAcceptedByWhoIsWorse) {
  EXPECT_TRUE(agrees_to_draw(Score::centipawns(-60), 1));
  EXPECT_TRUE(agrees_to_draw(Score::mated_in_plies(2), 1));
  EXPECT_FALSE(agrees_to_draw(Score::centipawns(-59), 1));
  EXPECT_FALSE(agrees_to_draw(Score::mate_in_plies(1), 200));
}

TEST(DrawOffer, IsAcceptedAfterThirtyMovesByWhoIsNotBetter) {
  EXPECT_FALSE(agrees_to_draw(Score::centipawns(0), 59));
  EXPECT_TRUE(agrees_to_draw(Score::centipawns(20), 60));
  EXPECT_FALSE(agrees_to_draw(Score::centipawns(21), 60));
}

}  // namespace tabiya
