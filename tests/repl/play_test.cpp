// The real program in pipes, as a script plays with it, and once in a terminal.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "support/conversation.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

Finished play(const std::string& input) { return run_tabiya({"play"}, "time 0.05\n" + input); }

// What it says without the prompts and the answer to our "time".
std::string said(const std::string& input) {
  std::string text = play(input).out;
  for (std::size_t at; (at = text.find("?> ")) != std::string::npos;) text.erase(at, 3);
  return text.substr(text.find('\n') + 1);
}

std::string complained(const std::string& input) { return play(input).err; }

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Play, PrintsTheBoard) {
  EXPECT_EQ(run_tabiya({"play"}, "p\n").out,
            "?> \n8 ♜♞♝♛♚♝♞♜\n7 ♟♟♟♟♟♟♟♟\n6 ........\n5 ........\n4 ........\n3 ........\n"
            "2 ♙♙♙♙♙♙♙♙\n1 ♖♘♗♕♔♗♘♖\n  abcdefgh\n\n  material: 481 (0)\n  white is moving\n\n?> ");
}

TEST(Play, SaysOnceThatTheTreeSearchHasNoNetwork) {
  const Finished end =
      run_tabiya({"play", "--engine", "mcts", "--net", "uniform"}, "time 0.05\nm\nm\n");
  EXPECT_EQ(end.err, "mcts has no network (option WeightsFile): all moves look alike to it\n");
}

TEST(Play, MovesPiecesAndPassesTheTurn) {
  const std::string text = said("e2e4\np\n");
  EXPECT_TRUE(has(text, "4 ....♙...\n")) << text;
  EXPECT_TRUE(has(text, "  black is moving\n")) << text;
}

TEST(Play, SeveralCommandsStandInOneLine) {
  EXPECT_EQ(said("e4 e7e5 Nf3 fen\n"),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n");
}

TEST(Play, UnknownWordsAreNamed) {
  EXPECT_EQ(complained("foo e2e4 xyzzy"), "unknown command foo\nunknown command xyzzy\n");
  EXPECT_EQ(complained("\x1b[2J"), "unknown command \"\\x1B[2J\"\n");
}

TEST(Play, IllegalMovesAreRefusedWithTheReason) {
  EXPECT_TRUE(has(complained("e2e5"), "e2e5: illegal"));
  EXPECT_TRUE(has(complained("e7e5"), "not your turn"));
  EXPECT_TRUE(has(complained("Nf6"), "Nf6: "));
  EXPECT_EQ(said("e2e5 fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
}

TEST(Play, TheComputerMatesInOneAndThenHasNoMove) {
  EXPECT_EQ(said("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\nm\nm\n"),
            "a1a8\ncheckmate, white wins\nno move\n");
  EXPECT_TRUE(
      has(complained("f2f3 e7e5 g2g4 d8h4 a2a3"), "the game is over: checkmate, black wins"));
}

TEST(Play, SetsUpABoardPieceByPiece) {
  EXPECT_EQ(said("c\nw Kg1 e4\nQd1 .\nb Kg8 Rh8 .\nfen\n"), "6kr/8/8/8/4P3/8/8/3Q2K1 w - - 0 1\n");
  EXPECT_EQ(said("w .e2 . b .d8 . fen"),
            "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(
      complained("w Xe4 e9 Ke foo Pe10 . fen"),
      "unknown piece Xe4\nunknown piece e9\nunknown piece Ke\nunknown piece foo\nunknown piece "
      "Pe10\n");
}

TEST(Play, APieceIsCountedOnce) {
  EXPECT_TRUE(has(said("c w Qd1 Qd1 . p"), "  material: 9 (9)\n"));
  EXPECT_TRUE(has(said("c w Qd1 . b d1 . p"), "  material: 1 (-1)\n"));
  EXPECT_TRUE(has(said("c p"), "  material: 0 (0)\n"));
}

TEST(Play, NobodyPlaysOnAnIllegalBoard) {
  for (const char* command : {"e2e4", "m", "fen", "moves", "hint", "undo", "play white", "analyse"})
    EXPECT_EQ(complained(std::string("c w Ke1 .\n") + command),
              "this board cannot be played on: black has no king\n")
        << command;
  EXPECT_EQ(complained("c foo"), "unknown command foo\n");
}

TEST(Play, TurnAndCastlingAreSetUpToo) {
  EXPECT_EQ(said("c w Ke1 Rh1 . b Ke8 .\nturn black\nfen\ncastling K\nfen\n"),
            "4k3/8/8/8/8/8/8/4K2R b - - 0 1\n4k3/8/8/8/8/8/8/4K2R b K - 0 1\n");
  EXPECT_EQ(complained("castling x\nturn\ncastling\n"),
            "\"x\" is not K, Q, k or q\nturn white, or turn black\ncastling KQkq: some of these "
            "letters, or - for none\n");
}

TEST(Play, PawnsBecomeQueensUnlessToldOtherwise) {
  const std::string fen = "fen 8/4P2k/8/8/8/8/8/K7 w - - 0 1\n";
  for (const char* move : {"e7e8", "e8", "e7e8q", "e8=Q"})
    EXPECT_EQ(said(fen + move + " fen"), "4Q3/7k/8/8/8/8/8/K7 b - - 0 1\n") << move;
  for (const char* move : {"e7e8n", "e8=N", "e8N"})
    EXPECT_EQ(said(fen + move + " fen"),
              "draw by insufficient material\n4N3/7k/8/8/8/8/8/K7 b - - 0 1\n")
        << move;
}

TEST(Play, TakesMovesBackWithTheTurn) {
  EXPECT_EQ(said("e4 e5 Nf3\nundo\nfen\nundo 2\nfen\n"),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n"
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(complained("undo\nundo x\n"),
            "there is no move to take back\nundo takes a number of half-moves, or nothing\n");
}

TEST(Play, TheComputerAnswersForItsSide) {
  const std::string text = said("play white\ne2e4\nd2d3\nundo\nfen\nplay both\nd2d4\nfen\n");
  EXPECT_TRUE(has(text, " w ")) << text;
  EXPECT_TRUE(text.ends_with("0 2\n")) << text;
  EXPECT_EQ(complained("play white e2e4"), "play white, black, both or none: the side you play\n");
}

TEST(Play, TheComputerPlaysAgainstItself) {
  const std::string text = said("fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\nplay none\n");
  EXPECT_TRUE(has(text, "checkmate, white wins\n") || has(text, "draw by ")) << text;
}

TEST(Play, KnowsChess960) {
  EXPECT_EQ(said("new960 518\nfen\n"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(said("new960 0\nfen\nnew\nfen\n"),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n"
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
  EXPECT_EQ(complained("new960 960\n"), "new960 takes a number from 0 to 959, or nothing\n");
}

TEST(Play, PlayersCanEndTheGame) {
  EXPECT_EQ(said("resign\n"), "resignation, black wins\n");
  EXPECT_EQ(said("e4\nresign\n"), "resignation, white wins\n");
  EXPECT_EQ(said("draw\n"), "draw by agreement\n");
  EXPECT_EQ(complained("draw\nresign\ndraw\n"),
            "the game is over already\nthe game is over already\n");
}

// As on the page: it must be worse for that, or the game long.
TEST(Play, TheComputerPlaysOnWhenNobodyIsBetter) {
  EXPECT_EQ(said("play white\ndraw\n"), "the computer declines the draw\n");
  EXPECT_EQ(said("fen 3qk3/8/8/8/8/8/8/4K3 b - - 0 1\nplay black\ndraw\n"), "draw by agreement\n");
}

TEST(Play, TheComputerKeepsAWonGame) {
  const std::string won = "fen 6k1/8/8/8/8/8/6qr/K7 w - - 0 1\nplay white\n";
  EXPECT_EQ(said(won + "draw\n"), "the computer declines the draw\n");
  EXPECT_EQ(said(won + "resign\n"), "resignation, black wins\n");
}

TEST(Play, SavesAndLoadsGames) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "my games.pgn").string();
  EXPECT_EQ(said("e4 e5\nsave " + file + "\nundo 2\nd4\nsave " + file + "\n"),
            "added to " + file + "\nadded to " + file + "\n");
  EXPECT_EQ(said("load " + file + "\nfen\nload " + file + " 2\nfen\n"),
            "2 half-moves\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n"
            "1 half-moves\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\n");
  EXPECT_EQ(complained("e4\nload /no/such/file\nload\nsave\n"),
            "/no/such/file: No such file or directory\n"
            "load FILE [N]: which file, and which of its games?\nsave FILE: which file?\n");
}

TEST(Play, AScriptWhoseGameCouldNotBeSavedFails) {
  EXPECT_EQ(play("e4\nsave /no/such/folder/games.pgn\n").exit_code, 1);
  EXPECT_EQ(play("load /no/such/file\nquit\n").exit_code, 1);
  EXPECT_EQ(play("load /dev/zero\nquit\n").exit_code, 1);
  EXPECT_EQ(play("c\nsave games.pgn\n").exit_code, 1) << "no game to save";
  EXPECT_EQ(play("e4\nsave\ne5 nonsense\n").exit_code, 0) << "only files matter";
}

TEST(Play, ShowsTheGameInPgn) {
  const std::string text = said("f3 e5 g4 Qh4#\npgn\n");
  EXPECT_TRUE(has(text, "[Result \"0-1\"]")) << text;
  EXPECT_TRUE(has(text, "1. f3 e5 2. g4 Qh4# 0-1\n")) << text;
}

TEST(Play, ABadFenIsShownWithItsPlace) {
  EXPECT_EQ(complained("fen 8/8/8/8/8/8/8/9 w - -\n"),
            "piece placement: \"9\" is neither a piece (pnbrqkPNBRQK) nor a number from 1 to 8\n"
            "8/8/8/8/8/8/8/9 w - -\n              ^\n");
}

TEST(Play, ListsMovesLevelsAndHelp) {
  EXPECT_EQ(said("fen 7k/8/8/8/8/8/8/K7 w - - 0 1\nmoves\n"), "Kb1 Ka2 Kb2\n");
  EXPECT_EQ(said("level\nlevel 3\nlevel 1500\nlines 3\n"),
            "the computer plays at full strength\nthe computer plays at level 3 (Elo 1000)\n"
            "the computer plays at Elo 1500\nanalyse shows 3 lines\n");
  EXPECT_TRUE(has(complained("level 11"), "neither a level from 1 to 10"));
  const std::string help = said("help\n");
  for (const char* word : {"undo", "analyse", "new960", "resign", "castling", "quit"})
    EXPECT_TRUE(has(help, word)) << word;
}

TEST(Play, AnalysesAndGivesHints) {
  const std::string fen = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n";
  EXPECT_EQ(said(fen + "hint\n"), "a1a8  (Ra8#, +M1)\n");
  const std::string lines = said(fen + "level 1\nlines 2\nanalyse 0.05\n");
  EXPECT_TRUE(has(lines, "  +M1  1. Ra8#\n")) << lines;
}

TEST(Play, OptionsOfTheCommandLineAreItsLevelAndItsLines) {
  const Finished end = run_tabiya({"play", "--option", "UCI_LimitStrength=true", "--option",
                                   "UCI_Elo=1200", "--option", "MultiPV=3"},
                                  "level\nlines\nanalyse 0.05\nhint\nplay black\nlevel\nlines\n");
  EXPECT_EQ(end.exit_code, 0) << end.err;
  const std::string level = "the computer plays at level 4 (Elo 1200)";
  EXPECT_NE(end.out.find(level), end.out.npos) << end.out;
  EXPECT_NE(end.out.find(level), end.out.rfind(level)) << "thinking changes nothing: " << end.out;
  const std::string lines = "analyse shows 3 lines";
  EXPECT_NE(end.out.find(lines), end.out.npos) << end.out;
  EXPECT_NE(end.out.find(lines), end.out.rfind(lines)) << end.out;
}

TEST(Play, WeakLevelsPlayOn) {
  const std::string text = said("level 1\nm m m m m m\nfen\n");
  EXPECT_TRUE(has(text, " w ")) << text;
  EXPECT_TRUE(text.ends_with(" 4\n")) << text;
}

TEST(Play, EndsAtTheEndOfTheInputAndByQuit) {
  EXPECT_EQ(run_tabiya({"play"}, "").exit_code, 0);
  const Finished result = run_tabiya({"play"}, "quit p\np\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "?> ");
  EXPECT_EQ(run_tabiya({"play"}, "w Kg1").exit_code, 0);
}

TEST(Play, AnyBytesAreSurvived) {
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>(i * 37 % 256);
  EXPECT_EQ(play(noise + "\n" + std::string(20 << 20, 'x') + "\nw " + noise + " .\n").exit_code, 0);
}

class PlayInATerminal : public testing::Test {
 protected:
  Conversation start(const char* term = "xterm") {
    return Conversation({TABIYA_PROGRAM}, Conversation::Over::Terminal,
                        {{"TERM", term},
                         {"LC_ALL", "C.UTF-8"},
                         {"NO_COLOR", ""},
                         {"HOME", folder_.path()},
                         {"XDG_STATE_HOME", folder_.path() / "state"}});
  }

  const TemporaryFolder folder_;
};

TEST_F(PlayInATerminal, IsWhatTheProgramDoesThere) {
  Conversation terminal = start();
  terminal.expect("Tabiya ");
  terminal.expect("\x1b[48;5;180m");  // a light square
  terminal.expect("white is moving");
  terminal.expect("?> ");
  terminal.say("e4\n");
  terminal.expect("black is moving");
  terminal.say("play white\n");
  terminal.expect("white is moving");
  terminal.expect("?> ");
  terminal.say("quit\n");
  terminal.rest();
  EXPECT_EQ(terminal.exit_code(), 0);
}

TEST_F(PlayInATerminal, LinesCanBeEditedAndComeBack) {
  {
    Conversation terminal = start();
    terminal.expect("?> ");
    terminal.say("e2e5\x7f");  // backspace
    terminal.say("4\n");
    terminal.expect("black is moving");
    terminal.expect("?> ");
    // The prompt is written before the terminal is told to pass single keys on. When the line
    // before comes back, it has been: only now will Ctrl-D arrive as a key.
    terminal.say("\x10");  // Ctrl-P
    terminal.expect("e2e4");
    terminal.say("\x15\x04");  // Ctrl-U: an empty line; Ctrl-D
    terminal.rest();
    EXPECT_EQ(terminal.exit_code(), 0);
  }
  Conversation next_day = start();
  next_day.expect("?> ");
  next_day.say("\x10\n");  // Ctrl-P: the line before
  next_day.expect("black is moving");
}

TEST_F(PlayInATerminal, CtrlCDropsALineAndStopsAnalysis) {
  Conversation terminal = start();
  terminal.expect("?> ");
  terminal.say("resign\x03");
  terminal.expect("?> ");
  terminal.say("analyse\n");
  terminal.expect("1. ");
  terminal.say("\x03");
  terminal.expect("?> ");
  terminal.say("analyse\n");
  terminal.expect("1. ");
  terminal.say("\n");
  terminal.expect("?> ");
  terminal.say("e4\n");
  terminal.expect("black is moving");  // nobody has resigned
}

TEST_F(PlayInATerminal, ASimpleTerminalGetsPlainText) {
  Conversation terminal = start("dumb");
  terminal.say("p\nquit\n");
  const std::string text = terminal.rest();
  EXPECT_FALSE(has(text, "\x1b")) << text;
  EXPECT_TRUE(has(text, "1 ♖♘♗♕♔♗♘♖\r\n")) << text;
}

}  // namespace
}  // namespace tabiya::test
