#include "dataset/game_json.h"

#include <gtest/gtest.h>

#include <string>

#include "dataset/position_list.h"
#include "dataset/random_record.h"
#include "notation/fen.h"

namespace tabiya::test {
namespace {

constexpr auto kBlackToMove = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

RecordedGame read(const std::string& line, const PositionListStyle& style = {}) {
  auto game = game_from_json(line, style);
  if (!game) throw std::runtime_error(game.error().message);
  return *std::move(game);
}

std::string error_of(const std::string& line) {
  const auto game = game_from_json(line, {});
  return game ? "" : game.error().message;
}

TEST(GameJson, BringsBackEveryGame) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    RecordedGame game = random_record(random);
    game.players = "plain \"words\" and \xC3\xA9";
    if (needs_chess960(game.start)) game.variant = Variant::Chess960;
    const std::string line = to_json(game);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto again = game_from_json(line, {});
    ASSERT_TRUE(again) << again.error().message << "\n" << line;
    // Visits come in another order: the record has them in its own.
    ASSERT_EQ(record_of(*again), record_of(game)) << line;
  }
}

TEST(GameJson, WritesPlayersThatAreNoTextAllTheSame) {
  RecordedGame game;
  game.players = "\xFF\x00\n";
  EXPECT_TRUE(game_from_json(to_json(game), {}));
}

TEST(GameJson, ReadsPositionsOfOthers) {
  const std::string fen = kBlackToMove;
  RecordedGame game = read(R"({"fen": ")" + fen + R"(", "score": 35, "result": "1-0"})");
  EXPECT_TRUE(game.moves.empty());
  EXPECT_EQ(game.final_score, -35);
  EXPECT_EQ(game.result->winner, Color::White);
  EXPECT_EQ(to_fen(game.start), fen);
  EXPECT_EQ(read(R"({"fen": ")" + fen + R"(", "eval": "-1.5"})", {.pawns = true}).final_score, 150);
  EXPECT_EQ(read(R"({"fen": ")" + fen + R"(", "cp": 35})", {.mover_view = true}).final_score, 35);
  EXPECT_EQ(read(R"({"fen": ")" + fen + R"(", "eval": "#-3"})").final_score, 31995);
  EXPECT_EQ(read(R"({"fen": ")" + fen + R"(", "mate": 2})").final_score, -31996);
  EXPECT_FALSE(read(R"({"fen": ")" + fen + R"(", "cp": 1})").result);
}

TEST(GameJson, ReadsTheDeepestOfLichesssEvaluations) {
  const std::string line = std::string(R"({"fen": ")") +
                           "7r/1p3k2/p1bPR3/5p2/2B2P1p/8/PP4P1/3K4 b - -" +
                           R"(", "evals": [{"pvs": [{"cp": 58, "line": "x"}], "depth": 36},
                           {"pvs": [{"cp": 69}, {"cp": 163}], "depth": 46}, {"pvs": [], "depth": 99}]})";
  EXPECT_EQ(read(line).final_score, -69);
}

TEST(GameJson, SaysWhatItDoesNotUnderstand) {
  EXPECT_EQ(error_of("nonsense"), "it is not a JSON object");
  EXPECT_EQ(error_of("[1]"), "it is not a JSON object");
  EXPECT_EQ(error_of("{}"), "there is neither \"moves\" nor \"fen\"");
  EXPECT_EQ(error_of(R"({"moves": ["e2e4", "e2e4"]})").substr(0, 12), "half-move 2:");
  EXPECT_EQ(error_of(R"({"moves": ["e2e4"], "scores": []})"),
            "\"scores\" should be a list as long as \"moves\"");
  EXPECT_EQ(error_of(R"({"moves": ["e2e4"], "scores": [18446744073709551615]})"),
            "half-move 1: the score is wrong");
  EXPECT_EQ(error_of(R"({"moves": ["e2e4"], "visits": [{"e2e5": 3}]})"),
            "half-move 1: the visits to \"e2e5\" are wrong");
  EXPECT_EQ(error_of(R"({"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "cp": 3})").substr(0, 8), "the FEN ");
  EXPECT_EQ(error_of(std::string(R"({"fen": ")") + kBlackToMove + R"(", "cp": "high"})"),
            "the score \"high\" is not understood");
  EXPECT_NE(error_of(std::string(100000, '[')), "");
  EXPECT_NE(error_of(R"({"moves": [)" + std::string(100000, '[')), "");
}

TEST(PositionCsv, FindsItsColumnsByName) {
  const auto csv = PositionCsv::from_header("id,\"FEN\",Evaluation,Result");
  ASSERT_TRUE(csv) << csv.error().message;
  const auto game = csv->game(std::string("7,\"") + kBlackToMove + "\",#+2,0.5", {});
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->final_score, -31996);
  EXPECT_EQ(game->result->winner, std::nullopt);
  EXPECT_FALSE(csv->game("7,8", {}));
}

TEST(PositionCsv, IsDividedByTabsOrSemicolonsToo) {
  for (const std::string divider : {"\t", ";"}) {
    const auto csv = PositionCsv::from_header(
        "\xEF\xBB\xBF"
        "fen" +
        divider + "cp");
    ASSERT_TRUE(csv) << csv.error().message;
    EXPECT_EQ(csv->game(kBlackToMove + divider + "-12", {})->final_score, 12);
  }
}

TEST(PositionCsv, NeedsPositionsAndScores) {
  EXPECT_FALSE(PositionCsv::from_header("position,score"));
  EXPECT_FALSE(PositionCsv::from_header("fen,result"));
  EXPECT_FALSE(PositionCsv::from_header(""));
}

}  // namespace
}  // namespace tabiya::test
