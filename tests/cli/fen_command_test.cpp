#include <gtest/gtest.h>

#include "support/process.h"

namespace tabiya::test {
namespace {

bool has(const Finished& result, const std::string& text) {
  return result.out.find(text) != std::string::npos;
}

TEST(FenCommand, TakesAFenWithOrWithoutQuotes) {
  const Finished quoted = run_tabiya({"fen", "k7/8/8/8/8/8/8/K6R w - - 0 1"});
  const Finished bare = run_tabiya({"fen", "k7/8/8/8/8/8/8/K6R", "w", "-", "-", "0", "1"});
  EXPECT_EQ(quoted.exit_code, 0);
  EXPECT_EQ(quoted.out, bare.out);
}

TEST(FenCommand, UsesNoColoursInAPipe) {
  EXPECT_EQ(run_tabiya({"fen", "startpos"}).out.find('\x1b'), std::string::npos);
}

TEST(FenCommand, TellsHowTheGameStands) {
  EXPECT_TRUE(has(run_tabiya({"fen", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"}), "checkmate, white wins"));
  EXPECT_TRUE(has(run_tabiya({"fen", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"}), "draw, stalemate"));
  EXPECT_TRUE(
      has(run_tabiya({"fen", "k7/8/1K6/8/8/8/8/8 b - - 0 1"}), "draw, insufficient material"));
  EXPECT_TRUE(
      has(run_tabiya({"fen", "k7/8/1K6/8/8/8/8/R7 b - - 0 1"}), "black is in check from rook a1"));
  EXPECT_TRUE(
      has(run_tabiya({"fen", "1k6/8/1K6/8/8/8/8/R7 b - - 100 80"}), "draw, fifty-move rule"));
}

TEST(FenCommand, NamesTheCastlingRooksOfChess960) {
  EXPECT_TRUE(has(run_tabiya({"fen", "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"}),
                  "white O-O (rook h1), O-O-O (rook b1)"));
}

TEST(FenCommand, FailsOnABadFenAndOnNone) {
  EXPECT_EQ(run_tabiya({"fen", "nonsense"}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"fen"}).exit_code, 2);
}

}  // namespace
}  // namespace tabiya::test
