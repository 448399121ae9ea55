#include "dataset/recorded_game.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "notation/uci_move.h"

namespace tabiya::test {
namespace {

RecordedGame played(const std::vector<std::string>& moves) {
  RecordedGame game;
  Position position = game.start;
  for (const std::string& text : moves) {
    RecordedMove move{};
    move.move = *parse_uci(position, text);
    game.moves.push_back(move);
    position.play(move.move);
  }
  return game;
}

std::string wrong(RecordedGame game, std::optional<Color> winner, std::optional<Ending> ending) {
  game.result = {.winner = winner, .ending = ending};
  return wrong_end_of(game).value_or("");
}

RecordedGame fools_mate() { return played({"f2f3", "e7e5", "g2g4", "d8h4"}); }

TEST(WrongEnd, IsNoneOfARightMate) {
  const RecordedGame game = fools_mate();
  EXPECT_EQ(wrong(game, Color::Black, Ending::Checkmate), "");
  EXPECT_EQ(wrong(game, Color::Black, std::nullopt), "");
  EXPECT_EQ(wrong_end_of(game), std::nullopt);
}

TEST(WrongEnd, IsAMateForTheOtherOrNone) {
  const RecordedGame game = fools_mate();
  EXPECT_EQ(wrong(game, Color::White, Ending::Checkmate),
            "it is said to be a win for White, and on the board is a win for Black (checkmate)");
  EXPECT_NE(wrong(game, std::nullopt, std::nullopt), "");
  EXPECT_EQ(wrong(played({"e2e4"}), Color::White, Ending::Checkmate),
            "it is said to end by checkmate, which is not on the board");
}

TEST(WrongEnd, IsARepetitionThatWasNone) {
  std::vector<std::string> moves;
  const auto shuffle = [&moves] {
    for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) moves.emplace_back(move);
  };
  shuffle();
  EXPECT_NE(wrong(played(moves), std::nullopt, Ending::ThreefoldRepetition), "");
  shuffle();
  EXPECT_EQ(wrong(played(moves), std::nullopt, Ending::ThreefoldRepetition), "");
  EXPECT_NE(wrong(played(moves), std::nullopt, Ending::FivefoldRepetition), "");
  EXPECT_NE(wrong(played(moves), Color::White, Ending::ThreefoldRepetition), "");
  EXPECT_NE(wrong(played(moves), std::nullopt, Ending::FiftyMoves), "");
}

TEST(WrongEnd, IsAWinnerWhereNobodyCanWin) {
  EXPECT_EQ(wrong(played({"e2e4"}), Color::White, Ending::Agreement),
            "it is said to be a win for White by agreement, which cannot be");
  EXPECT_NE(wrong(played({"e2e4"}), std::nullopt, Ending::Resignation), "");
  EXPECT_EQ(wrong(played({"e2e4"}), Color::Black, Ending::Resignation), "");
  EXPECT_EQ(wrong(played({"e2e4"}), std::nullopt, Ending::TimeForfeit), "");
}

}  // namespace
}  // namespace tabiya::test
