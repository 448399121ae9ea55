#include "dataset/position_list.h"

#include <gtest/gtest.h>

namespace tabiya::test {
namespace {

double centipawns(std::string_view text) {
  const auto score = score_from(text);
  return score && !score->is_mate ? score->value : -99999;
}
double mate(std::string_view text) {
  const auto score = score_from(text);
  return score && score->is_mate ? score->value : -99999;
}

TEST(ScoreText, UnderstandsNumbersAndMates) {
  EXPECT_EQ(centipawns("35"), 35);
  EXPECT_EQ(centipawns("+56"), 56);
  EXPECT_EQ(centipawns(" -1.25 "), -1.25);
  EXPECT_EQ(mate("#3"), 3);
  EXPECT_EQ(mate("#+3"), 3);
  EXPECT_EQ(mate("#-3"), -3);
  EXPECT_EQ(mate("-M4"), -4);
  EXPECT_EQ(mate("+M4"), 4);
  EXPECT_EQ(mate("mate -2"), -2);
  for (const char* text :
       {"", "x", "#", "--3", "+-3", "-#-3", "#1.5", "3x", "nan", "inf", "#99999", "1e999"})
    EXPECT_FALSE(score_from(text)) << text;
}

TEST(ScoreText, CountsHalfMovesToAMateFromTheMoversSide) {
  const PgnEval white_mates{.score = MateIn{3}};
  EXPECT_EQ(recorded_score(white_mates, Color::White), 32000 - 5);
  EXPECT_EQ(recorded_score(white_mates, Color::Black), -(32000 - 6));
  const PgnEval black_mates{.score = MateIn{-1}};
  EXPECT_EQ(recorded_score(black_mates, Color::Black), 31999);
  EXPECT_EQ(recorded_score(black_mates, Color::White), -31998);
  EXPECT_EQ(recorded_score({.score = MateIn{0}}, Color::White), std::nullopt);
}

TEST(ScoreText, KeepsCentipawnsBelowMates) {
  EXPECT_EQ(recorded_score({.score = Centipawns{40}}, Color::Black), -40);
  EXPECT_EQ(recorded_score({.score = Centipawns{99999}}, Color::White), 30999);
  EXPECT_EQ(recorded_score({.score = Centipawns{99999}}, Color::Black), -30999);
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
