// tabiya loop from start to finish, in small.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "loop/generation.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

constexpr const char* kTiny = R"(
generations = 2
window = 2
[selfplay]
games = 12
nodes = 60
hash = 1
[train]
width = 64
steps = 30
batch = 256
threads = 1
[match]
games = 4
nodes = 200
max-moves = 60
)";

// Two generations: games, a network learnt from them, and what it is worth.
TEST(LongLoopCommand, RunsTwoTinyGenerations) {
  const TemporaryFolder folder;
  folder.write("run.toml", kTiny);
  const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  const auto all = finished_generations(folder.path() / "run");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ(all->front().match.games(), 4U);
  for (const char* file : {"0001/net.nnue", "0002/net.nnue", "elo.svg", "generations.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "run" / file)) << file;

  const Finished again = run_tabiya({"loop", folder.path() / "run.toml"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  const Finished status = run_tabiya({"loop", "status", folder.path() / "run"});
  EXPECT_EQ(status.exit_code, 0) << status.err;
  EXPECT_TRUE(status.out.starts_with("  #  against  result")) << status.out;
}

// The same for networks with a policy, from no network at all. The second generation plays with
// what the first has learnt.
TEST(LongLoopCommand, RunsForTheTreeSearch) {
  if (!std::filesystem::exists(std::filesystem::path(TABIYA_PROGRAM).parent_path() /
                               "tabiya-train-az"))
    GTEST_SKIP() << "built without libtorch";
  const TemporaryFolder folder;
  folder.write("run.toml", R"(
kind = "az"
generations = 2
promote_above = -10000
[selfplay]
games = 3
visits = 10
quick-visits = 4
[train]
net = "1x16"
positions = 640
batch = 64
threads = 1
[match]
games = 2
nodes = 5
max-moves = 20
)");
  const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  const auto all = finished_generations(folder.path() / "run");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ(all->back().opponent, 1U);
  for (const char* file : {"0001/net.onnx", "0002/net.onnx", "0002/net-int8.onnx", "elo.svg"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "run" / file)) << file;
  const std::string games = run_tabiya({"data", "info", folder.path() / "run/0002/games"}).out;
  EXPECT_NE(games.find("mcts net 10 visits"), std::string::npos) << games;
}

// No knowledge at all at the beginning, other settings after the first generation, and an engine
// that stays as it is.
TEST(LongLoopCommand, RunsInStagesFromRandomWeightsAgainstAnOpponent) {
  const TemporaryFolder folder;
  folder.write("run.toml", fmt::format(R"(
start = "random"
promote_above = -10000
[selfplay]
hash = 1
[train]
batch = 256
threads = 1
steps = 20
[match]
games = 4
nodes = 100
max-moves = 30
[[stage]]
[stage.selfplay]
positions = 2000
nodes = 20
win_score = 0
draw_score = 0
max_plies = 200
[stage.train]
width = 64
first_blend = 1.0
last_blend = 1.0
[[stage]]
[stage.selfplay]
games = 10
nodes = 40
[stage.train]
width = 128
[[opponent]]
name = "shipped"
cmd = "{}"
args = "uci"
from = 2
options = {{ Hash = 1 }}
[opponent.match]
games = 2
nodes = 50
max-moves = 20
)",
                                       TABIYA_PROGRAM));
  const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  const std::filesystem::path run = folder.path() / "run";
  const auto all = finished_generations(run);
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_GE(all->front().positions, 2000U);
  EXPECT_TRUE(all->front().opponents.empty());
  ASSERT_EQ(all->back().opponents.size(), 1U);
  EXPECT_EQ(all->back().opponents[0].games.games(), 2U);
  for (const char* file :
       {"random.nnue", "0002/opponent-shipped.pgn", "0002/opponent-shipped.json"})
    EXPECT_TRUE(std::filesystem::exists(run / file)) << file;
  const auto told = [](const std::filesystem::path& network) {
    return run_tabiya({"net", "info", network}).out;
  };
  EXPECT_NE(told(run / "0001/net.nnue").find("2 x 64 neurons"), std::string::npos);
  EXPECT_NE(told(run / "0002/net.nnue").find("2 x 128 neurons"), std::string::npos);
  const Finished status = run_tabiya({"loop", "status", run});
  EXPECT_NE(status.out.find("Elo over opponents that do not change"), std::string::npos)
      << status.out;
}

TEST(LongLoopCommand, GoesOnAfterBeingStoppedInEveryStep) {
  const TemporaryFolder folder;
  folder.write("run.toml", fmt::format("promote_above = -10000\n{}\n[[opponent]]\n"
                                       "name = \"shipped\"\ncmd = \"{}\"\nargs = \"uci\"\n"
                                       "[opponent.match]\ngames = 4\nnodes = 200\n",
                                       kTiny, TABIYA_PROGRAM));
  const auto exists = [&](const std::string& file) {
    return std::filesystem::exists(folder.path() / "run" / file);
  };
  int stops = 0;
  int signal = SIGTERM;
  for (const std::string generation : {"0001/", "0002/"})
    for (const std::string first_file :
         {"games", "net.nnue.lock", "match.pgn", "opponent-shipped.pgn"}) {
      Process process({.arguments = {TABIYA_PROGRAM, "loop", folder.path() / "run.toml"}});
      // The lock goes when the training ends, which may be before it is seen.
      const bool begun = process.wait_until([&] {
        return exists(generation + first_file) ||
               (first_file == "net.nnue.lock" && exists(generation + "net.nnue"));
      });
      kill(process.id(), signal);
      const Finished finished = process.wait();
      ASSERT_TRUE(begun) << generation << first_file << finished.err;
      stops += finished.exit_code == 0 ? 0 : 1;
      // A SIGTERM may come before it is caught, or after the last stage.
      ASSERT_TRUE(finished.exit_code == 143 || finished.exit_code == 0 || finished.signal == signal)
          << finished.exit_code << finished.err;
      signal = signal == SIGTERM ? SIGKILL : SIGTERM;
      // A child that lost its parent is told to end, and takes a moment.
      ASSERT_TRUE(comes_true([&] { return running(TABIYA_PROGRAM, folder.path()) == 0; }));
    }
  EXPECT_GT(stops, 0);
  const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  const auto all = finished_generations(folder.path() / "run").value();
  ASSERT_EQ(all.size(), 2U);
  for (const Generation& one : all) EXPECT_EQ(one.opponents.size(), 1U) << one.number;
}

// Quotation marks, blanks, what looks like a setting, a line end.
TEST(LongLoopCommand, RunsInAFolderWithAnyName) {
  const TemporaryFolder folder;
  const std::string odd = "a \"b\" it's nodes=5\n[x]";
  folder.write(odd + "/run.toml", std::string(kTiny).replace(1, 15, "generations = 1"));
  const Finished finished = run_tabiya({"loop", folder.path() / odd / "run.toml"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  EXPECT_EQ(finished_generations(folder.path() / odd / "run").value().size(), 1U);
}

// Every table, and what only the command itself can know, before anything is made.
TEST(LoopCommand, ChecksAllTablesBeforeItBegins) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text) {
    folder.write("run.toml", text);
    const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
    EXPECT_EQ(finished.exit_code, 1) << text;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "run")) << text;
    return finished.err;
  };
  EXPECT_NE(refused("[selfplay]\nnods = 5\n").find("tabiya loop: [selfplay] "), std::string::npos);
  EXPECT_NE(refused("[selfplay]\nvisits = 5\n").find("[selfplay] --visits is for --engine mcts"),
            std::string::npos);
  EXPECT_NE(refused("[selfplay]\nopenings = \"/no/book.epd\"\n").find("[selfplay] /no/book.epd"),
            std::string::npos);
  EXPECT_NE(refused("[train]\nwidth = 100\n").find("[train] --width: must be"), std::string::npos);
  EXPECT_NE(refused("[train]\nfrom = \"/no/net.nnue\"\n").find("[train] /no/net.nnue"),
            std::string::npos);
  EXPECT_NE(refused("[match]\ngames = 3\n").find("[match] --games: openings are played in pairs"),
            std::string::npos);
  EXPECT_NE(refused("[match]\nsprt = [\"elo0=5\", \"elo1=1\"]\n").find("[match] --sprt: elo0"),
            std::string::npos);
  EXPECT_NE(refused("[[stage]]\n[[stage]]\n[stage.train]\nwidth = 100\n")
                .find("[train] for the stage of line 2: --width: must be"),
            std::string::npos);
  EXPECT_NE(refused("[selfplay]\ngames = 2\n[[stage]]\n[stage.selfplay]\npositions = 9\n")
                .find("[selfplay] for the stage of line 3: "),
            std::string::npos);
  EXPECT_NE(refused("[[opponent]]\nname = \"toga\"\ncmd = \"/no/such/toga\"\n")
                .find("[[opponent]] toga: there is no file /no/such/toga"),
            std::string::npos);
  EXPECT_NE(refused("[match]\nhelp = true\n").find("[match] --help cannot"), std::string::npos);
}

// Whoever only looks may not be allowed to write.
TEST(LoopCommand, ShowsTheTableWhereItCannotDrawThePicture) {
  const TemporaryFolder folder;
  const Generation one{.number = 1, .network = "net.nnue", .match = {3, 4, 2}, .elo = 39};
  folder.write("0001/generation.json", to_json(one));
  // A folder stands where the file should be, which stops root as well.
  folder.write("elo.svg/inside", "");
  const Finished status = run_tabiya({"loop", "status", folder.path()});
  EXPECT_EQ(status.exit_code, 0);
  EXPECT_NE(status.out.find("+3 =4 -2"), std::string::npos) << status.out;
  EXPECT_EQ(status.out.find("Picture"), std::string::npos) << status.out;
  EXPECT_NE(status.err.find("tabiya loop: no picture: "), std::string::npos) << status.err;
}

TEST(LoopCommand, TellsWhatIsWrongWithItsFile) {
  const TemporaryFolder folder;
  folder.write("run.toml", "window = 0\n");
  const std::string file = folder.path() / "run.toml";
  const Finished wrong = run_tabiya({"loop", file});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_EQ(wrong.err, "tabiya loop: " + file + ": line 1: window: an integer of at least 1\n");
  EXPECT_EQ(run_tabiya({"loop", folder.path() / "none.toml"}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"loop", "status", folder.path() / "none"}).exit_code, 1);
  const Finished nothing = run_tabiya({"loop", "status"});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_NE(nothing.err.find("status and the folder of a run"), std::string::npos) << nothing.err;
  EXPECT_EQ(run_tabiya({"loop", "a", "b"}).exit_code, 2);
}

}  // namespace
}  // namespace tabiya::test
