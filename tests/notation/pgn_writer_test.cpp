#include "notation/pgn_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "support/random_walk.h"

namespace tabiya {
namespace {

std::vector<PgnGame> read_all(std::string_view text) {
  StringSource source(text);
  PgnReader reader(source);
  std::vector<PgnGame> games;
  while (auto read = read_pgn_game(reader))
    if (read->game) games.push_back(std::move(*read->game));
  return games;
}

PgnGame read(std::string_view text) {
  const auto games = read_all(text);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.at(0);
}

// The part after the tags, without the result and the empty line.
std::string moves_of(std::string_view movetext) {
  const std::string text = to_pgn(read("[Event \"x\"]\n\n" + std::string(movetext) + " *"));
  const std::size_t begin = text.find("\n\n") + 2;
  return text.substr(begin, text.rfind(" *\n\n") - begin);
}

// Reads, writes and reads again: the same tree; writes once more: the same text.
void expect_round_trip(const PgnGame& game) {
  const std::string text = to_pgn(game);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(line.starts_with(' ') || line.ends_with(' ')) << line;
  const PgnGame again = read(text);
  EXPECT_EQ(again.tree, game.tree) << text;
  EXPECT_EQ(again.variant, game.variant) << text;
  EXPECT_EQ(again.result, game.result) << text;
  EXPECT_EQ(to_pgn(again), text);
}

TEST(PgnWriter, WritesTheExportFormat) {
  PgnGame game = read("1.e4 e5 2.Nf3 1/2");
  game.tags.set("White", "Anderssen, A");
  game.tags.set("ECO", "C40");
  EXPECT_EQ(to_pgn(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
            "[White \"Anderssen, A\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n[ECO \"C40\"]\n"
            "\n1. e4 e5 2. Nf3 1/2-1/2\n\n");
}

TEST(PgnWriter, NumbersTheMoveAfterACommentOrVariation) {
  EXPECT_EQ(moves_of("1. e4 {x} e5 2. Nf3 (2. d4 exd4) Nc6 3. Bb5"),
            "1. e4 { x } 1... e5 2. Nf3 (2. d4 exd4) 2... Nc6 3. Bb5");
  EXPECT_EQ(moves_of("1. e4 e5 $1 (1... c5 (1... e6 $2) 2. Nf3) (1... d5) {y} 2. Nf3"),
            "1. e4 e5 $1 (1... c5 2. Nf3) (1... e6 $2) (1... d5) { y } 2. Nf3");
  EXPECT_EQ(moves_of("1. e4 (1. -- e5 2. Z0 d5) e5"), "1. e4 (1. -- e5 2. -- d5) 1... e5");
}

TEST(PgnWriter, WritesBlacksFirstMoveWithItsNumber) {
  const PgnGame game = read("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 40\"]\n\n40... Kd7 41. Kd2 *");
  EXPECT_TRUE(to_pgn(game).ends_with("\n40... Kd7 41. Kd2 *\n\n")) << to_pgn(game);
}

TEST(PgnWriter, EscapesTagValues) {
  PgnGame game;
  game.tags.set("White", "a \"b\" \\ c\nd");
  game.tags.add("not a name", "lost");
  EXPECT_NE(to_pgn(game).find(R"([White "a \"b\" \\ c d"])"), std::string::npos);
  EXPECT_EQ(to_pgn(game).find("lost"), std::string::npos);
  EXPECT_EQ(read(to_pgn(game)).tags.value("White"), "a \"b\" \\ c d");
}

TEST(PgnWriter, TellsWhereTheGameBegins) {
  const PgnGame odd{.variant = Variant::Chess960, .tree = GameTree(chess960_start(0))};
  EXPECT_NE(to_pgn(odd).find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/"),
            std::string::npos)
      << to_pgn(odd);
  PgnGame standard = read("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n*");
  standard.tree = GameTree(Position::start());
  EXPECT_EQ(to_pgn(standard).find("FEN"), std::string::npos);
  EXPECT_EQ(to_pgn(standard).find("SetUp"), std::string::npos);
}

TEST(PgnWriter, HasTheGameOverruleItsTags) {
  PgnGame game = read("[Variant \"Standard\"]\n[Result \"1-0\"]\n\n1. e4 0-1");
  EXPECT_NE(to_pgn(game).find("[Result \"0-1\"]"), std::string::npos);
  EXPECT_NE(to_pgn(game).find("[Variant \"Standard\"]"), std::string::npos);
  game.variant = Variant::Chess960;
  EXPECT_NE(to_pgn(game).find("[Variant \"Chess960\"]"), std::string::npos);
}

TEST(PgnWriter, BreaksLinesBeforeTheEightiethColumn) {
  std::string comment;
  for (int i = 0; i < 60; ++i) comment += "wörter ";
  const std::string text = moves_of("1. e4 {" + comment + "} e5");
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto columns = std::ranges::count_if(
        line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    longest = std::max(longest, static_cast<std::size_t>(columns));
  }
  EXPECT_LE(longest, 79u);
  EXPECT_GT(longest, 72u);
}

TEST(PgnWriter, NeverBeginsALineInACommentWithABracket) {
  std::string comment(60, 'x');
  comment += " [Event \"no game\"] yyyyyyyyyyyyyy %zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";
  const PgnGame game = read("1. e4 {" + comment + "} e5 *");
  EXPECT_EQ(to_pgn(game).find("\n[Event \"no"), std::string::npos);
  EXPECT_EQ(to_pgn(game).find("\n%"), std::string::npos);
  expect_round_trip(game);
}

TEST(PgnWriter, KeepsClockAndEvaluationCommentsAsTheyAre) {
  EXPECT_EQ(moves_of("1. e4 {[%clk 0:05:00] [%eval 0.30]  [%cal Ge2e4]} e5 {[%emt 0:01]}"),
            "1. e4 { [%clk 0:05:00] [%eval 0.30]  [%cal Ge2e4] } 1... e5 { [%emt 0:01] }");
}

TEST(PgnWriter, RoundTripsOddities) {
  for (const char* text :
       {"*", "1. e4 *", "{only a comment} *", "1. e4 () e5 *", "1. e4 ({lonely}) e5 *",
        "1. e4 () {x} e5 *", "1. e4 (1. d4 ({a}) {b}) {c} ({d}) {e} *", "1. e4 {a} (1. d4) {b} *",
        "1. e4 (1. d4 (1. c4) {after all}) *", "1. e4 ; a } brace\n e5 ; {another\n *",
        "1. e4 {a  b\n c} {} { } e5 *", "1. e4 (1. d4 (1. c4) {x} d5 (1... e5) {y}) e5 *",
        "1. e4 (1. -- e5 (1... -- 2. d4)) e5 {[%clk 0:01:00]} *", "1. e4 $255 $0 $1 e5!? *",
        "1. e4 * {behind the result}",
        "1. e4 (1. d4) (1. c4 {x} c5) (1. Nf3) {y} (1. a3) {z} e5 *"}) {
    SCOPED_TRACE(text);
    expect_round_trip(read("[Event \"x\"]\n\n" + std::string(text)));
  }
}

TEST(PgnWriter, RoundTripsTheGamesOfTheBrokenFiles) {
  int games = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TABIYA_TEST_DATA) / "pgn/broken")) {
    std::ifstream file(entry.path(), std::ios::binary);
    StreamSource source(file);
    PgnReader reader(source);
    SCOPED_TRACE(entry.path());
    while (auto read = read_pgn_game(reader)) {
      if (!read->game) continue;
      expect_round_trip(*read->game);
      ++games;
    }
  }
  EXPECT_GT(games, 60);
}

// Trees as no human would write them.
PgnGame random_game(Random& random) {
  const std::vector<std::string> texts{
      "good",
      "[%clk 0:01:02]",
      "[Event \"quoted\"]",
      "a } b",
      "two  blanks and % and ; and ( and ) and { and \"marks\"",
      "a long comment of many words that has to be broken somewhere, and once more, if need be",
      "zürich",
      std::string(100, 'w')};
  const auto annotate = [&](std::vector<std::string>& comments) {
    while (random.below(4) == 0) comments.push_back(texts[random.below(texts.size())]);
  };
  const Position start = test::random_start(random);
  PgnGame game{.variant = needs_chess960(start) ? Variant::Chess960 : Variant::Standard,
               .tree = GameTree(start),
               .result = static_cast<PgnResult>(random.below(4))};
  annotate(game.tree.comments(GameTree::kRoot));
  std::vector<NodeId> nodes{GameTree::kRoot};
  for (int i = 0; i < 60; ++i) {
    const NodeId parent = random.below(3) == 0 ? nodes[random.below(nodes.size())] : nodes.back();
    const Position position = game.tree.position(parent);
    const bool first = !game.tree.first_child(parent);
    const MoveList moves = legal_moves(position);
    NodeId node{};
    if (!first && random.below(5) == 0 && !position.in_check())
      node = game.tree.add_pass(parent);
    else if (!moves.empty())
      node = game.tree.add(parent, moves[random.below(moves.size())]);
    else
      continue;
    annotate(game.tree.comments(node));
    if (!first) annotate(game.tree.comments_before(node));
    while (random.below(5) == 0)
      game.tree.nags(node).push_back(static_cast<Nag>(random.below(256)));
    nodes.push_back(node);
  }
  return game;
}

TEST(PgnWriter, RoundTripsRandomTrees) {
  Random random(2026);
  for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expect_round_trip(random_game(random));
  }
}

TEST(PgnWriter, WritesVariationsHoweverDeep) {
  constexpr int kDepth = 100'000;
  PgnGame game;
  NodeId node = GameTree::kRoot;
  for (int i = 0; i < kDepth; ++i) {
    const bool white = i % 2 == 0;
    const bool out = i % 4 < 2;
    const Square home = white ? Square::G1 : Square::G8;
    const Square field = white ? Square::F3 : Square::F6;
    game.tree.add(
        node, white ? Move::normal(Square::B1, Square::C3) : Move::normal(Square::B8, Square::C6));
    node = game.tree.add(node, out ? Move::normal(home, field) : Move::normal(field, home));
  }
  const std::string text = to_pgn(game);
  EXPECT_EQ(std::ranges::count(text, '('), kDepth);
  EXPECT_EQ(std::ranges::count(text, ')'), kDepth);
  const PgnGame copy = game;
  EXPECT_EQ(copy.tree, game.tree);
}

}  // namespace
}  // namespace tabiya
