#include "tune/config.h"

#include <gtest/gtest.h>

namespace tabiya::test {
namespace {

const std::string kShort =
    "games = 100\nnodes = 10\n[engine]\ncmd = \"engine\"\n[[parameter]]\nname = \"Alpha\"\n";

std::string error_of(const std::string& text) {
  const auto config = parse_tune_config(text, "/base");
  return config ? "" : config.error().message;
}

TEST(TuneConfig, NeedsOnlyAnEngineALimitALengthAndAParameter) {
  const auto config = parse_tune_config(kShort, "/base");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->engine.command, "engine");
  EXPECT_EQ(config->engine.limits.nodes, 10U);
  EXPECT_EQ(config->pairs, 4U);
  EXPECT_EQ(config->iterations, 13U) << "100 games, 8 in an iteration, rounded up";
  EXPECT_EQ(config->openings, "random");
  ASSERT_EQ(config->parameters.size(), 1U);
  EXPECT_EQ(config->parameters[0].name, "Alpha");
  EXPECT_EQ(config->parameters[0].line, 5U);
  EXPECT_FALSE(config->parameters[0].value);
  EXPECT_DOUBLE_EQ(config->schedule().stability, 1.3);
}

TEST(TuneConfig, TakesAllSettings) {
  const auto config = parse_tune_config(R"(
iterations = 50
pairs = 2
concurrency = 3
seed = 7
rate = 0.004
alpha = 0.7
gamma = 0.2
A = 12
tc = "8+0.08"
movetime = 0.5
depth = 9
margin = 100
timeout = 2.5
longest_move = 20
chess960 = true
openings = "book/openings.epd"
plies = 6
max_moves = 80
draw = { from = 30, moves = 5, score = 15 }
resign = { moves = 3, score = 500, both = true }

[engine]
cmd = "../engine"
args = ["uci", "a b"]
dir = "."
[engine.options]
Hash = 8
"Own Book" = false
Style = "wild"

[[parameter]]
name = "Alpha"
value = 10.5
lowest = 0
highest = 20
step = 2
rate = 0.01
)",
                                        "/base");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->iterations, 50U);
  EXPECT_EQ(config->games(), 200U);
  EXPECT_EQ(config->concurrency, 3U);
  EXPECT_EQ(config->seed, 7U);
  EXPECT_EQ(config->rate, 0.004);
  EXPECT_EQ(config->schedule().alpha, 0.7);
  EXPECT_EQ(config->schedule().gamma, 0.2);
  EXPECT_EQ(config->schedule().stability, 12);
  EXPECT_EQ(to_string(config->engine.limits), "8+0.08, 0.5/move, depth 9");
  EXPECT_EQ(config->timeouts.margin.count(), 100);
  EXPECT_EQ(config->timeouts.answer.count(), 2500);
  EXPECT_EQ(config->timeouts.untimed.count(), 20'000);
  EXPECT_TRUE(config->chess960);
  EXPECT_EQ(config->openings, "/base/book/openings.epd");
  EXPECT_EQ(config->plies, 6U);
  EXPECT_EQ(config->adjudication.most_moves, 80);
  EXPECT_EQ(config->adjudication.draw->moves, 5);
  EXPECT_EQ(config->adjudication.resign->score, 500);
  EXPECT_TRUE(config->adjudication.resign->both);
  EXPECT_EQ(config->engine.command, "/base/../engine");
  EXPECT_EQ(config->engine.arguments, (std::vector<std::string>{"uci", "a b"}));
  EXPECT_EQ(config->engine.options,
            (std::vector<OptionSetting>{{"Hash", "8"}, {"Own Book", "false"}, {"Style", "wild"}}));
  EXPECT_EQ(config->parameters[0].value, 10.5);
  EXPECT_EQ(config->parameters[0].rate, 0.01);
}

TEST(TuneConfig, SaysWhatIsWrongAndWhere) {
  const auto with = [](const std::string& more) { return error_of(more + "\n" + kShort); };
  EXPECT_EQ(with("game = 3").substr(0, 35), "line 1: there is no setting game; t");
  EXPECT_EQ(with("pairs = 0"), "line 1: pairs: a whole number from 1 to 10000");
  EXPECT_EQ(with("pairs = 1.5"), "line 1: pairs: a whole number from 1 to 10000");
  EXPECT_EQ(with("iterations = 5"),
            "line 1: iterations: games says already how long the run is; remove one of them");
  EXPECT_EQ(with("tc = \"soon\"").substr(0, 12), "line 1: tc: ");
  EXPECT_EQ(with("concurrency = 9"),
            "line 1: concurrency: with 4 pairs in an iteration, at most 8 games run at the same "
            "time; for 9 set pairs = 5");
  EXPECT_EQ(with("plies = 61"), "line 1: plies: at most 60 random half-moves");
  EXPECT_EQ(with("draw = 5"), "line 1: draw: a table, such as { moves = 4 }");
  EXPECT_EQ(with("resign = { scores = 3 }"),
            "line 1: there is no setting scores; those of resign are moves, score, both");
  EXPECT_EQ(with("openings = 5"), "line 1: openings: a text in quotation marks");
  EXPECT_EQ(with("gamma = nan"), "line 1: gamma: a number from 0 to 1");
  EXPECT_EQ(with("= 5").substr(0, 8), "line 1: ");
  const auto at_end = [](const std::string& more) { return error_of(kShort + more + "\n"); };
  EXPECT_EQ(at_end("step = 0"), "line 7: parameter step: a number from 0.01 to 1000000000");
  EXPECT_EQ(at_end("[[parameter]]"), "line 7: the parameter has no name = \"OPTION\"");
  EXPECT_EQ(at_end("[[parameter]]\nname = \"alpha\""),
            "line 7: the parameter alpha is there twice, first in line 5");
  EXPECT_EQ(at_end("stop = 1").substr(0, 35), "line 7: there is no setting stop; t");
  EXPECT_EQ(at_end("[engine.options]\nALPHA = 3"),
            "line 5: the parameter Alpha is also set in [engine.options]");
  EXPECT_EQ(at_end("[engine.options]\nB = \"1\\nquit\""),
            "line 8: the option \"B\" has a line end inside");
  EXPECT_EQ(error_of("games = 4\nnodes = 1\n"), "it needs a table [engine] with cmd = \"PROGRAM\"");
  EXPECT_EQ(error_of("games = 4\nnodes = 1\n[engine]\ncmd = \"a\"\n"),
            "it needs what to tune: tables [[parameter]] with name = \"OPTION\"");
  EXPECT_EQ(error_of("games = 4\n[engine]\ncmd = \"a\"\n[[parameter]]\nname = \"A\"\n"),
            "moves have no limit: give nodes, depth, movetime or tc");
}

}  // namespace
}  // namespace tabiya::test
