#include "notation/game_tree.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/pgn_game.h"
#include "notation/san.h"

namespace tabiya {
namespace {

NodeId play(GameTree& tree, NodeId parent, std::string_view san) {
  return tree.add(parent, parse_san(tree.position(parent), san).value());
}

PgnGame read(std::string_view text) {
  StringSource source(text);
  PgnReader reader(source);
  return read_pgn_game(reader).value().game.value();
}

TEST(GameTree, TheFirstChildIsTheLineThatWasPlayed) {
  GameTree tree(Position::start());
  const NodeId e4 = play(tree, GameTree::kRoot, "e4");
  const NodeId e5 = play(tree, e4, "e5");
  const NodeId c5 = play(tree, e4, "c5");
  const NodeId d5 = play(tree, e4, "d5");
  EXPECT_EQ(tree.first_child(e4), e5);
  EXPECT_EQ(tree.children(e4), (std::vector{e5, c5, d5}));
  EXPECT_EQ(tree.parent(d5), e4);
  EXPECT_EQ(tree.parent(GameTree::kRoot), std::nullopt);
  EXPECT_EQ(tree.end_of_line(GameTree::kRoot), e5);
  EXPECT_EQ(to_fen(tree.position(c5)),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
}

TEST(GameTree, APassChangesTheSideAndNothingElse) {
  GameTree tree(Position::start());
  const NodeId e4 = play(tree, GameTree::kRoot, "e4");
  const NodeId pass = tree.add_pass(e4);
  EXPECT_TRUE(tree.is_pass(pass));
  EXPECT_FALSE(tree.is_pass(GameTree::kRoot));
  EXPECT_EQ(to_fen(tree.position(pass)),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

TEST(GameTree, EqualsATreeWhoseNodesWereAddedInAnotherOrder) {
  GameTree one(Position::start());
  const NodeId e4 = play(one, GameTree::kRoot, "e4");
  play(one, GameTree::kRoot, "d4");
  play(one, e4, "e5");
  GameTree two(Position::start());
  play(two, play(two, GameTree::kRoot, "e4"), "e5");
  EXPECT_NE(one, two);
  const NodeId d4 = play(two, GameTree::kRoot, "d4");
  EXPECT_EQ(one, two);
  two.nags(d4).push_back(Nag{1});
  EXPECT_NE(one, two);
}

// Recursion over nodes would need more stack than there is.
TEST(GameTree, ALineOfAHundredThousandMovesCanBeCopiedComparedAndDropped) {
  GameTree tree(Position::start());
  NodeId node = GameTree::kRoot;
  for (int i = 0; i < 25'000; ++i)
    for (const Move move :
         {Move::normal(Square::G1, Square::F3), Move::normal(Square::G8, Square::F6),
          Move::normal(Square::F3, Square::G1), Move::normal(Square::F6, Square::G8)})
      node = tree.add(node, move);
  const GameTree copy = tree;
  EXPECT_EQ(copy.size(), 100'001u);
  EXPECT_EQ(copy, tree);
  EXPECT_EQ(copy.end_of_line(GameTree::kRoot), node);
  EXPECT_EQ(tree.position(node).fullmove_number(), 50'001);
}

TEST(GameTree, KeepsCommentsAndMarksWhereTheyWere) {
  const PgnGame game = read(
      "[Event \"x\"]\n{start} 1. e4 $1 {after e4} {again} (\n{opening} 1. d4 d5 {after d5}) "
      "{before e5} 1... e5 *");
  const GameTree& tree = game.tree;
  const NodeId e4 = *tree.first_child(GameTree::kRoot);
  const NodeId d4 = *tree.next_sibling(e4);
  const NodeId e5 = *tree.first_child(e4);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(tree.comments(GameTree::kRoot), Texts{"start"});
  EXPECT_EQ(tree.comments(e4), (Texts{"after e4", "again"}));
  EXPECT_EQ(tree.nags(e4), std::vector{Nag{1}});
  EXPECT_EQ(tree.comments_before(d4), Texts{"opening"});
  EXPECT_EQ(tree.comments(*tree.first_child(d4)), Texts{"after d5"});
  EXPECT_EQ(tree.comments_before(e5), Texts{"before e5"});
}

TEST(GameTree, PutsOneSpaceWhereACommentWasBroken) {
  EXPECT_EQ(tidy_comment("  a  b \r\n  c\n\nd\t"), "a  b c d");
  EXPECT_EQ(tidy_comment(" \n "), "");
}

TEST(CommentCommands, AreReadAsTypedValues) {
  using std::chrono::milliseconds;
  const CommentCommands all =
      commands_in("good [%clk 1:02:03.5] [%emt 0:00:07][%eval -0.35,20] [%csl Ra1] move");
  EXPECT_EQ(all.clock, milliseconds(3'723'500));
  EXPECT_EQ(all.elapsed, milliseconds(7'000));
  EXPECT_EQ(all.eval, (PgnEval{WrittenScore::centipawns(-35), 20}));
  EXPECT_EQ(commands_in("[%eval #-3]").eval, PgnEval{WrittenScore::mate(-3)});
  EXPECT_EQ(commands_in("[%eval +1.5]").eval, PgnEval{WrittenScore::centipawns(150)});
}

TEST(CommentCommands, ThatMakeNoSenseAreLeftAlone) {
  for (const char* text : {"[%clk]", "[%clk 0:05:00", "[%clk five]", "[%clk 1:2:3:4]", "[%eval]",
                           "[%eval nan]", "[%eval inf]", "[%eval 1e99]", "[%eval #]", "[%eval 1,x]",
                           "[%clk -1:00]", "[%emt 99999999999:00]", "%clk 0:05:00", "[%"})
    EXPECT_EQ(commands_in(text), CommentCommands{}) << text;
}

TEST(CommentCommands, AreWrittenAsTheyAreRead) {
  for (const char* text : {"[%clk 0:05:00]", "[%clk 10:59:59.5]", "[%clk 0:00:00.007]"})
    EXPECT_EQ(clock_command(*commands_in(text).clock), text);
  EXPECT_EQ(elapsed_command(std::chrono::seconds(61)), "[%emt 0:01:01]");
  for (const char* text : {"[%eval 0.35]", "[%eval -1.20]", "[%eval #3]", "[%eval #-3,40]"})
    EXPECT_EQ(eval_command(*commands_in(text).eval), text);
}

TEST(CommentCommands, AreFoundInTheCommentsOfAMove) {
  const PgnGame game = read("1. e4 {book} {[%clk 0:05:00]} {[%eval 0.3]} *");
  const CommentCommands found = game.tree.commands(*game.tree.first_child(GameTree::kRoot));
  EXPECT_EQ(found.clock, std::chrono::minutes(5));
  EXPECT_EQ(found.eval, PgnEval{WrittenScore::centipawns(30)});
}

TEST(PgnGame, ItsMainLineIsAGame) {
  const Game game = read("1. f3 e5 (1... d5 2. d4) 2. g4 Qh4# 0-1").main_line();
  EXPECT_EQ(game.length(), 4u);
  EXPECT_EQ(game.outcome(), Outcome::win(Color::Black, Ending::Checkmate));
}

TEST(PgnGame, IsMadeFromAGameWithItsResultAndReason) {
  Game game;
  for (const char* san : {"f3", "e5", "g4", "Qh4#"})
    game.play(parse_san(game.position(), san).value());
  const PgnGame pgn = pgn_from(game);
  EXPECT_EQ(pgn.result, PgnResult::BlackWins);
  EXPECT_EQ(pgn.tags.value("Result"), "0-1");
  EXPECT_EQ(pgn.tags.value("Termination"), "checkmate");
  EXPECT_EQ(pgn.main_line().position(), game.position());

  Game unfinished;
  EXPECT_EQ(pgn_from(unfinished).tags.value("Termination"), "unterminated");
  EXPECT_EQ(pgn_from(unfinished).result, PgnResult::Unknown);
}

TEST(PgnGame, TellsWhyTheNextGameIsBroken) {
  StringSource source("1. e5 *\n\n1. e4 *");
  PgnReader reader(source);
  const auto broken = read_pgn_game(reader);
  ASSERT_TRUE(broken && !broken->game);
  EXPECT_EQ(broken->game.error().kind, NotationError::Kind::IllegalMove);
  EXPECT_EQ(broken->game.error().place, (PgnPlace{1, 4}));
  ASSERT_EQ(broken->warnings.size(), 1u);
  const auto next = read_pgn_game(reader);
  ASSERT_TRUE(next && next->game);
  EXPECT_EQ(next->game->tree.size(), 2u);
  EXPECT_FALSE(read_pgn_game(reader));
}

TEST(PgnTags, KeepTheirOrderAndTheFirstOfEqualNames) {
  PgnTags tags;
  tags.add("B", "1");
  tags.add("A", "2");
  tags.add("B", "3");
  EXPECT_EQ(tags.value("B"), "1");
  tags.set("A", "4");
  tags.set("C", "5");
  EXPECT_EQ(tags.value("A"), "4");
  tags.remove("B");
  ASSERT_EQ(tags.size(), 2u);
  EXPECT_EQ(tags.begin()->name, "A");
}

}  // namespace
}  // namespace tabiya
