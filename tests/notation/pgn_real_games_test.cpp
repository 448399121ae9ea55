// Real games, compared with what other programs make of them.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "notation/fen.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "support/data.h"

namespace tabiya {
namespace {

std::vector<PgnGame> real_games() {
  std::ifstream file(TABIYA_TEST_DATA "/pgn/lichess.pgn", std::ios::binary);
  StreamSource source(file);
  PgnReader reader(source);
  std::vector<PgnGame> games;
  while (auto read = read_pgn_game(reader)) {
    EXPECT_TRUE(read->warnings.empty());
    games.push_back(read->game.value());
  }
  return games;
}

TEST(RealGames, EndWhereChessJsAndChessopsSay) {
  const std::vector<PgnGame> games = real_games();
  const std::vector<std::string> lines = test::data_lines("final_positions.txt");
  ASSERT_EQ(games.size(), lines.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto fields = test::split(lines[i], '\t');
    const Game game = games[i].main_line();
    EXPECT_EQ(std::to_string(game.length()), fields.at(0)) << lines[i];
    EXPECT_EQ(to_string(games[i].result), fields.at(1)) << lines[i];
    EXPECT_EQ(to_fen(game.position(), {.en_passant = FenStyle::EnPassant::IfLegal}), fields.at(2));
  }
}

TEST(RealGames, HaveAClockReadingForEveryMove) {
  int evaluations = 0;
  for (const PgnGame& game : real_games())
    for (auto node = game.tree.first_child(GameTree::kRoot); node;
         node = game.tree.first_child(*node)) {
      const CommentCommands commands = game.tree.commands(*node);
      EXPECT_TRUE(commands.clock) << to_pgn(game);
      evaluations += commands.eval.has_value();
    }
  EXPECT_GT(evaluations, 100);
}

TEST(RealGames, SurviveWritingAndReading) {
  for (const PgnGame& game : real_games()) {
    const std::string text = to_pgn(game);
    StringSource source(text);
    PgnReader reader(source);
    const auto again = read_pgn_game(reader);
    ASSERT_TRUE(again && again->game) << text;
    EXPECT_EQ(*again->game, game) << text;
    EXPECT_TRUE(again->warnings.empty()) << text;
    EXPECT_EQ(to_pgn(*again->game), text);
  }
}

}  // namespace
}  // namespace tabiya
