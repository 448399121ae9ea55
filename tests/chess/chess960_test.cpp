#include "chess/chess960.h"

#include <gtest/gtest.h>

#include <set>

#include "notation/fen.h"
#include "support/data.h"

namespace tabiya {
namespace {

std::string text_of(const BackRank& row) {
  std::string text;
  for (PieceType type : row) text += capital(type);
  return text;
}

TEST(Chess960, NumbersAreTheUsualOnes) {
  const auto lines = test::data_lines("chess960_starts.txt");
  ASSERT_EQ(lines.size(), 960u);
  for (const std::string& line : lines) {
    const auto fields = test::split(line, ' ');
    const int number = std::stoi(fields.at(0));
    EXPECT_EQ(text_of(chess960_back_rank(number)), fields.at(1));
    EXPECT_EQ(chess960_number(chess960_back_rank(number)), number);
  }
}

TEST(Chess960, Number518IsStandardChess) {
  EXPECT_EQ(chess960_start(518), Position::start());
  EXPECT_EQ(to_fen(chess960_start(518)), kStartFen);
}

TEST(Chess960, BackRanksThatAreNoStartHaveNoNumber) {
  BackRank row = chess960_back_rank(518);
  std::swap(row[0], row[1]);
  row[4] = PieceType::Queen;
  EXPECT_EQ(chess960_number(row), std::nullopt);
}

TEST(Chess960, RandomStartsComeFromTheWholeRange) {
  Random random{5};
  std::set<std::string> seen;
  for (int i = 0; i < 20'000; ++i) seen.insert(to_fen(random_chess960_start(random)));
  EXPECT_EQ(seen.size(), 960u);
}

TEST(Chess960, DoubleStartsHaveARowForEachSide) {
  EXPECT_EQ(to_fen(double_chess960_start(0, 959)),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
}

TEST(Chess960, IsNeededOnlyWhenCastlingIsNotTheStandardOne) {
  EXPECT_FALSE(needs_chess960(Position::start()));
  EXPECT_TRUE(needs_chess960(chess960_start(0)));
  EXPECT_FALSE(needs_chess960(test::position_of("k7/8/8/8/8/8/8/1R2K3 w - - 0 1")));
  EXPECT_TRUE(needs_chess960(test::position_of("k7/8/8/8/8/8/8/1R2K3 w Q - 0 1")));
}

}  // namespace
}  // namespace tabiya
