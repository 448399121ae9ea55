// tabiya loop from start to finish, in small.
#include <gtest/gtest.h>

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
  ASSERT_TRUE(all) << all.error();
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

TEST(LongLoopCommand, GoesOnAfterBeingStoppedInEveryStage) {
  const TemporaryFolder folder;
  folder.write("run.toml", kTiny);
  int stops = 0;
  for (int milliseconds = 100; stops < 12; milliseconds += 300, ++stops) {
    Process process({.arguments = {TABIYA_PROGRAM, "loop", folder.path() / "run.toml"}});
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    kill(process.id(), stops % 2 == 0 ? SIGTERM : SIGKILL);
    const Finished finished = process.wait();
    if (finished.exit_code == 0) break;  // it was quicker
    // A SIGTERM may come before anybody listens.
    ASSERT_TRUE(finished.exit_code == 143 || finished.signal == SIGKILL ||
                finished.signal == SIGTERM)
        << finished.exit_code << finished.err;
    // A child that lost its parent is told to end, and takes a moment.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_GT(stops, 1);
  const Finished finished = run_tabiya({"loop", folder.path() / "run.toml"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err << finished.out;
  EXPECT_EQ(finished_generations(folder.path() / "run").value().size(), 2U);
}

TEST(LoopCommand, TellsWhatIsWrongWithItsFile) {
  const TemporaryFolder folder;
  folder.write("run.toml", "window = 0\n");
  const std::string file = folder.path() / "run.toml";
  const Finished wrong = run_tabiya({"loop", file});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_EQ(wrong.err, "tabiya loop: " + file + ": line 1: window: a whole number from 1 on\n");
  EXPECT_EQ(run_tabiya({"loop", folder.path() / "none.toml"}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"loop", "status", folder.path() / "none"}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"loop", "a", "b"}).exit_code, 2);
}

}  // namespace
}  // namespace tabiya::test
