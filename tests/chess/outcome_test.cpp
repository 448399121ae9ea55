#include "chess/outcome.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "support/data.h"

namespace tabiya {
namespace {

TEST(Outcomes, AgreeWithThreeRefereesOnHundredsOfPositions) {
  int mates = 0, stalemates = 0, dead = 0;
  for (const std::string& line : test::data_lines("outcomes.txt")) {
    const auto fields = test::split(line, '\t');
    const Position position = test::position_of(fields.at(0));
    EXPECT_EQ(position.in_check(), fields.at(1) == "yes") << line;
    EXPECT_EQ(is_checkmate(position), fields.at(2) == "checkmate") << line;
    EXPECT_EQ(is_stalemate(position), fields.at(2) == "stalemate") << line;
    EXPECT_EQ(is_insufficient_material(position), fields.at(3) == "yes") << line;
    EXPECT_EQ(can_mate(position, Color::White), fields.at(4) == "yes") << line;
    EXPECT_EQ(can_mate(position, Color::Black), fields.at(5) == "yes") << line;
    mates += is_checkmate(position);
    stalemates += is_stalemate(position);
    dead += is_insufficient_material(position);
  }
  EXPECT_GT(mates, 10);
  EXPECT_GT(stalemates, 10);
  EXPECT_GT(dead, 10);
}

TEST(Outcomes, StalemateComesBeforeInsufficientMaterial) {
  const auto outcome = outcome_of(test::position_of("k1K5/8/1B6/8/8/8/8/8 b - - 0 1"));
  EXPECT_EQ(outcome, Outcome::draw(Ending::Stalemate));
}

TEST(Outcomes, MateNamesTheWinner) {
  const auto outcome = outcome_of(
      test::position_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"));
  EXPECT_EQ(outcome, Outcome::win(Color::Black, Ending::Checkmate));
  EXPECT_EQ(score_text(outcome), "0-1");
}

TEST(InsufficientMaterial, AnyNumberOfBishopsOnOneColourIsADraw) {
  EXPECT_TRUE(is_insufficient_material(test::position_of("k7/8/8/8/8/8/1B1B1B2/K1b5 w - - 0 1")));
}

TEST(InsufficientMaterial, TwoKnightsOrAKnightEachArePlayable) {
  EXPECT_FALSE(is_insufficient_material(test::position_of("k7/8/8/8/8/8/1N1N4/K7 w - - 0 1")));
  EXPECT_FALSE(is_insufficient_material(test::position_of("kn6/8/8/8/8/8/1N6/K7 w - - 0 1")));
}

}  // namespace
}  // namespace tabiya
