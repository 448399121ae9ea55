#include "dataset/position_list.h"

#include <gtest/gtest.h>

namespace tabiya::test {
namespace {

std::optional<WrittenScore> score(std::string_view text) { return score_from(text, false); }

TEST(ScoreText, UnderstandsNumbersAndMates) {
  EXPECT_EQ(score("35"), WrittenScore::centipawns(35));
  EXPECT_EQ(score("+56"), WrittenScore::centipawns(56));
  EXPECT_EQ(score_from(" -1.25 ", true), WrittenScore::centipawns(-125));
  EXPECT_EQ(score(" -1.25 "), WrittenScore::centipawns(-1));
  EXPECT_EQ(score("1e300"), WrittenScore::centipawns(1'000'000));
  EXPECT_EQ(score("#3"), WrittenScore::mate(3));
  EXPECT_EQ(score("#+3"), WrittenScore::mate(3));
  EXPECT_EQ(score_from("#-3", true), WrittenScore::mate(-3));
  EXPECT_EQ(score("-M4"), WrittenScore::mate(-4));
  EXPECT_EQ(score("+M4"), WrittenScore::mate(4));
  EXPECT_EQ(score("mate -2"), WrittenScore::mate(-2));
  for (const char* text :
       {"", "x", "#", "--3", "+-3", "-#-3", "#1.5", "3x", "nan", "inf", "#99999", "1e999"})
    EXPECT_FALSE(score(text)) << text;
}

TEST(ScoreText, CountsHalfMovesToAMateFromTheMoversSide) {
  const auto white_mates = WrittenScore::mate(3);
  EXPECT_EQ(recorded_score(white_mates), 32000 - 5);
  EXPECT_EQ(recorded_score(white_mates.turned_for(Color::Black)), -(32000 - 6));
  const auto black_mates = WrittenScore::mate(-1);
  EXPECT_EQ(recorded_score(black_mates.turned_for(Color::Black)), 31999);
  EXPECT_EQ(recorded_score(black_mates), -31998);
  EXPECT_EQ(recorded_score(WrittenScore::mate(0)), std::nullopt);
}

TEST(ScoreText, KeepsCentipawnsBelowMates) {
  EXPECT_EQ(recorded_score(WrittenScore::centipawns(40).turned_for(Color::Black)), -40);
  EXPECT_EQ(recorded_score(WrittenScore::centipawns(99999)), 30999);
  EXPECT_EQ(recorded_score(WrittenScore::centipawns(-99999)), -30999);
}

TEST(ResultText, UnderstandsTheUsualSpellings) {
  const auto points = [](std::string_view text) {
    return result_from(text, ResultNumbers::Points);
  };
  const auto signs = [](std::string_view text) { return result_from(text, ResultNumbers::Signs); };
  for (const char* text : {"1-0", "white", "White", "w", "1", "1.0"})
    EXPECT_EQ(points(text), PgnResult::WhiteWins) << text;
  for (const char* text : {"0-1", "BLACK", "b", "0", "0.0"})
    EXPECT_EQ(points(text), PgnResult::BlackWins) << text;
  for (const char* text : {"1/2-1/2", "1/2", "draw", "D", "0.5"})
    EXPECT_EQ(points(text), PgnResult::Draw) << text;
  for (const char* text : {"", "*", "none"}) EXPECT_EQ(points(text), PgnResult::Unknown) << text;
  for (const char* text : {"-1", "2", "won", "0,5"}) EXPECT_EQ(points(text), std::nullopt) << text;
  EXPECT_EQ(signs("1"), PgnResult::WhiteWins);
  EXPECT_EQ(signs("0"), PgnResult::Draw);
  EXPECT_EQ(signs("-1"), PgnResult::BlackWins);
}

}  // namespace
}  // namespace tabiya::test
