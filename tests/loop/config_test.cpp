#include "loop/config.h"
#include "base/result.h"
#include "match/engine_spec.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

Result<LoopConfig> parse(std::string_view text) {
  return parse_loop_config(text, "/base", "/base/run");
}

TEST(LoopConfig, IsUsableWithoutASingleSetting) {
  const auto config = parse("");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->kind, LoopKind::Nnue);
  EXPECT_EQ(config->folder, "/base/run");
  EXPECT_EQ(config->start, "bootstrap");
  ASSERT_EQ(config->stages.size(), 1U);
  EXPECT_EQ(config->generations(), 10U);
  EXPECT_TRUE(config->stages[0].selfplay.empty());
}

TEST(LoopConfig, TurnsTheKeysOfItsTablesIntoOptionsOfTheCommands) {
  const auto config = parse(R"(
kind = "az"
folder = "runs/first"
generations = 3
window = 2
seed = 9
promote_above = 12.5
start = "first.onnx"
[selfplay]
games = 100
full_share = 0.5
openings = "my book.epd"
[train]
net = "4x64"
[match]
games = 20
sprt = ["elo0=0", "elo1=10"]
draw = true
resign = false
)");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->kind, LoopKind::Az);
  EXPECT_EQ(config->folder, "/base/runs/first");
  ASSERT_EQ(config->stages.size(), 1U);
  const LoopStage& stage = config->stages[0];
  EXPECT_EQ(stage.line, 0U);
  EXPECT_EQ(stage.generations, 3U);
  EXPECT_EQ(stage.window, 2U);
  EXPECT_EQ(config->seed, 9U);
  EXPECT_EQ(stage.promote_above, 12.5);
  EXPECT_EQ(config->start, "/base/first.onnx");
  EXPECT_EQ(stage.selfplay, (std::vector<std::string>{"--full-share", "0.5", "--games", "100",
                                                      "--openings", "my book.epd"}));
  EXPECT_EQ(stage.train, (std::vector<std::string>{"--net", "4x64"}));
  EXPECT_EQ(stage.match,
            (std::vector<std::string>{"--draw", "--games", "20", "--sprt", "elo0=0", "elo1=10"}));
}

TEST(LoopConfig, GivesEveryStageWhatItSaysAndWhatAllShare) {
  const auto config = parse(R"(start = "random"
window = 3
[selfplay]
nodes = 200
hash = 2
[match]
draw = true
games = 50
[[stage]]
generations = 2
window = 1
promote_above = -5
[stage.selfplay]
nodes = 300
[stage.match]
draw = false
[[stage]]
[stage.train]
width = 512
)");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->start, "random");
  EXPECT_FALSE(config->start_is_file());
  ASSERT_EQ(config->stages.size(), 2U);
  using Words = std::vector<std::string>;
  const LoopStage& first = config->stages[0];
  EXPECT_EQ(first.line, 9U);
  EXPECT_EQ(first.generations, 2U);
  EXPECT_EQ(first.window, 1U);
  EXPECT_EQ(first.promote_above, -5);
  EXPECT_EQ(first.selfplay, (Words{"--hash", "2", "--nodes", "300"}));
  EXPECT_EQ(first.match, (Words{"--games", "50"})) << "false takes an option away";
  const LoopStage& second = config->stages[1];
  EXPECT_EQ(second.generations, 1U);
  EXPECT_EQ(second.window, 3U);
  EXPECT_EQ(second.selfplay, (Words{"--hash", "2", "--nodes", "200"}));
  EXPECT_EQ(second.train, (Words{"--width", "512"}));
  EXPECT_EQ(second.match, (Words{"--draw", "--games", "50"}));

  EXPECT_EQ(config->generations(), 3U);
  EXPECT_EQ(config->stage_of(1).line, 9U);
  EXPECT_EQ(config->stage_of(2).line, 9U);
  EXPECT_EQ(config->stage_of(3).line, second.line);
  EXPECT_EQ(config->stage_of(4).line, second.line) << "the last one, beyond all";
}

TEST(LoopConfig, ReadsOpponents) {
  const auto config = parse(R"(
[[opponent]]
cmd = "/usr/games/toga2"
[[opponent]]
name = "mine"
cmd = "engines/mine 2"
args = "--quiet"
dir = "there"
from = 4
options = { Hash = 16, Ponder = false, "Skill Level" = 3 }
[opponent.match]
games = 60
tc = "3+0.03"
)");
  ASSERT_TRUE(config) << config.error().message;
  ASSERT_EQ(config->opponents.size(), 2U);
  EXPECT_EQ(config->opponents[0].name, "toga2");
  EXPECT_EQ(config->opponents[0].from, 1U);
  const LoopOpponent& mine = config->opponents[1];
  EXPECT_EQ(mine.from, 4U);
  EXPECT_EQ(mine.match, (std::vector<std::string>{"--games", "60", "--tc", "3+0.03"}));
  EngineSpec spec;
  ASSERT_TRUE(apply_settings(mine.engine, spec));
  EXPECT_EQ(spec.name, "mine");
  EXPECT_EQ(spec.command, "/base/engines/mine 2");
  EXPECT_EQ(spec.folder, "/base/there");
  EXPECT_EQ(spec.arguments, (std::vector<std::string>{"--quiet"}));
  EXPECT_EQ(spec.options, (std::vector<OptionSetting>{
                              {"Hash", "16"}, {"Ponder", "false"}, {"Skill Level", "3"}}));
}

struct Wrong {
  const char* text;
  const char* error;

  friend void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.text; }
};

class WrongLoopConfigs : public testing::TestWithParam<Wrong> {};

TEST_P(WrongLoopConfigs, AreRefusedWithTheLineAndTheReason) {
  const auto config = parse(GetParam().text);
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().message, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongLoopConfigs,
    testing::Values(
        Wrong{"kind = \"chess\"", "line 1: kind: it is \"nnue\" or \"az\""},
        Wrong{"kind = 3", "line 1: kind: it is \"nnue\" or \"az\""},
        Wrong{"\ngenerations = 0", "line 2: generations: an integer of at least 1"},
        Wrong{"window = \"two\"", "line 1: window: an integer of at least 1"},
        Wrong{"generation = 3", "line 1: generation: there is no such setting"},
        Wrong{"folder = \"\"", "line 1: folder: a path, in quotes"},
        Wrong{"promote_above = \"high\"", "line 1: promote_above: a number, in Elo"},
        Wrong{"promote_above = nan", "line 1: promote_above: a number, in Elo"},
        Wrong{"train = 3", "line 1: train: a table, [train]"},
        Wrong{"[match]\nengine = \"x\"",
              "[match] line 2: the loop itself sets engine; remove it here"},
        Wrong{"[selfplay]\nseed = 7",
              "[selfplay] line 2: the loop itself sets seed; remove it here"},
        Wrong{"[train]\ndata = \"x\"", "[train] line 2: the loop itself sets data; remove it here"},
        Wrong{"[selfplay]\ngames = 1979-05-27",
              "[selfplay] line 2: games: a word, a number, true, false or a list"},
        Wrong{"[selfplay]\ngames = [[1]]", "[selfplay] line 2: games: a list of words or numbers"},
        Wrong{"start = \"uniform\"",
              "start: an nnue has no uniform network; leave it out or name a file"},
        Wrong{"generations = 5\n[[stage]]",
              "line 1: generations: each [[stage]] has its own; remove it here"},
        Wrong{"[stage]\nwindow = 1", "line 1: stage: write [[stage]], in double brackets"},
        Wrong{"[[stage]]\n[[stage]]\nnodes = 5", "line 3: nodes: a stage has no such setting"},
        Wrong{"[[stage]]\ngenerations = 0", "line 2: generations: an integer of at least 1"},
        Wrong{"generations = 1000001", "line 1: generations: an integer of at most 1000000"},
        Wrong{"[[stage]]\n[stage.train]\ndata = \"x\"",
              "[stage.train] line 3: the loop itself sets data; remove it here"},
        Wrong{"[[stage]]\nmatch = 3", "line 2: stage.match: a table, [stage.match]"},
        Wrong{"[[opponent]]\nname = \"x\"",
              "line 1: [[opponent]]: it needs a program, cmd = \"…\""},
        Wrong{"[[opponent]]\ncmd = 3", "line 2: cmd: a text, in quotes"},
        Wrong{"[[opponent]]\ncmd = \"x\"\nname = \"../x\"",
              "line 1: name: ../x has to name files: up to 40 letters, digits, '-', '_' and '.', "
              "no '.' at the beginning"},
        Wrong{"[[opponent]]\ncmd = \"x\"\n[[opponent]]\ncmd = \"/y/x\"",
              "line 3: name: there is another opponent x already"},
        Wrong{"[[opponent]]\ncmd = \"x\"\nelo = 2800",
              "line 3: elo: an opponent has no such setting"},
        Wrong{"[[opponent]]\ncmd = \"x\"\noptions = 3",
              "line 3: options: a table, options = { Hash = 16, Threads = 1 }"},
        Wrong{"[[opponent]]\ncmd = \"x\"\n[opponent.match]\npgn = \"x\"",
              "[opponent.match] line 4: the loop itself sets pgn; remove it here"},
        Wrong{"kind = \"az\"\nstart = \"random\"",
              "start: random is an nnue; leave it out or name an .onnx file"},
        Wrong{"kind = \"az\"\nstart = \"bootstrap\"",
              "start: bootstrap is an nnue; leave it out or name an .onnx file"}));

TEST(LoopConfig, NamesTheLineWhereTomlIsBroken) {
  const auto config = parse("kind = \"nnue\"\nwindow = = 3\n");
  ASSERT_FALSE(config);
  EXPECT_TRUE(config.error().message.starts_with("line 2: ")) << config.error().message;
}

}  // namespace
}  // namespace tabiya
