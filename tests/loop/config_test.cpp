#include "loop/config.h"
#include "base/result.h"

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
  EXPECT_TRUE(config->selfplay.empty());
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
  EXPECT_EQ(config->generations, 3U);
  EXPECT_EQ(config->window, 2U);
  EXPECT_EQ(config->seed, 9U);
  EXPECT_EQ(config->promote_above, 12.5);
  EXPECT_EQ(config->start, "/base/first.onnx");
  EXPECT_EQ(config->selfplay, (std::vector<std::string>{"--full-share", "0.5", "--games", "100",
                                                        "--openings", "my book.epd"}));
  EXPECT_EQ(config->train, (std::vector<std::string>{"--net", "4x64"}));
  EXPECT_EQ(config->match,
            (std::vector<std::string>{"--draw", "--games", "20", "--sprt", "elo0=0", "elo1=10"}));
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
        Wrong{"[match]\nengine = \"x\"", "[match] line 2: engine is for the loop to say"},
        Wrong{"[selfplay]\nseed = 7", "[selfplay] line 2: seed is for the loop to say"},
        Wrong{"[train]\ndata = \"x\"", "[train] line 2: data is for the loop to say"},
        Wrong{"[selfplay]\ngames = 1979-05-27",
              "[selfplay] line 2: games: a word, a number, true, false or a list"},
        Wrong{"[selfplay]\ngames = [[1]]", "[selfplay] line 2: games: a list of words or numbers"},
        Wrong{"start = \"uniform\"",
              "start: an nnue has no uniform network; leave it out or name a file"},
        Wrong{"kind = \"az\"\nstart = \"bootstrap\"",
              "start: bootstrap is an nnue; leave it out or name an .onnx file"}));

TEST(LoopConfig, NamesTheLineWhereTomlIsBroken) {
  const auto config = parse("kind = \"nnue\"\nwindow = = 3\n");
  ASSERT_FALSE(config);
  EXPECT_TRUE(config.error().message.starts_with("line 2: ")) << config.error().message;
}

}  // namespace
}  // namespace tabiya
