#include "repl/game_text.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;

TEST(MaterialCount, StartsWithFourHundredAndEightyOne) {
  const MaterialCount count = material_count(Position::start().setup());
  EXPECT_EQ(count.all, 481);
  EXPECT_EQ(count.advantage, 0);
}

TEST(MaterialCount, EachPieceHasItsValue) {
  const auto advantage = [](const char* fen) {
    return material_count(position_of(fen).setup()).advantage;
  };
  EXPECT_EQ(advantage("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 1);
  EXPECT_EQ(advantage("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1"), 3.25);
  EXPECT_EQ(advantage("4k3/4b3/8/8/8/8/8/4K3 w - - 0 1"), -3.5);
  EXPECT_EQ(advantage("4k3/8/8/8/8/8/3RQ3/4K3 b - - 0 1"), 14);
}

TEST(GameText, ShowsBoardMaterialAndTurn) {
  EXPECT_EQ(board_and_material(position_of("4k3/8/8/8/8/8/4N3/4K3 b - - 0 1").setup(),
                               {.unicode = true, .color = false, .narrow = true}),
            "8 ....♚...\n7 ........\n6 ........\n5 ........\n4 ........\n3 ........\n2 ....♘...\n"
            "1 ....♔...\n  abcdefgh\n\n  material: 403.25 (3.25)\n  black is moving\n");
}

TEST(GameText, LettersStandInForSymbolsAndTheBoardTurns) {
  EXPECT_TRUE(
      board_and_material(Position::start().setup(),
                         {.unicode = false, .color = false, .narrow = true, .bottom = Color::Black})
          .starts_with("1 RNBKQBNR\n2 PPPPPPPP\n"));
}

TEST(GameText, ScoresAreFromWhitesSide) {
  EXPECT_EQ(score_text(Score::centipawns(31), Color::White), "+0.31");
  EXPECT_EQ(score_text(Score::centipawns(31), Color::Black), "-0.31");
  EXPECT_EQ(score_text(Score::mate_in_plies(5), Color::White), "+M3");
  EXPECT_EQ(score_text(Score::mate_in_plies(1), Color::Black), "-M1");
  EXPECT_EQ(score_text(Score::mated_in_plies(2), Color::Black), "+M1");
}

TEST(GameText, MovesAreNumberedAndCutToFit) {
  const std::vector moves{Move::normal(Square::E2, Square::E4),
                          Move::normal(Square::E7, Square::E5),
                          Move::normal(Square::G1, Square::F3)};
  EXPECT_EQ(moves_text(Position::start(), moves, 80), "1. e4 e5 2. Nf3");
  EXPECT_EQ(moves_text(Position::start(), moves, 10), "1. e4 e5");
  EXPECT_EQ(moves_text(Position::start(), moves, 0), "1. e4");
  const Position black = Position::start().after(moves[0]);
  EXPECT_EQ(moves_text(black, std::span(moves).subspan(1), 80), "1... e5 2. Nf3");
}

TEST(GameText, OutcomesAreSentences) {
  EXPECT_EQ(outcome_text(Outcome::win(Color::White, Ending::Checkmate)), "checkmate, white wins");
  EXPECT_EQ(outcome_text(Outcome::draw(Ending::Stalemate)), "draw by stalemate");
}

}  // namespace
}  // namespace tabiya
