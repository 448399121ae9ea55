// tabiya train az, as a user runs it.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "dataset/shard_writer.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "train/az/toy_games.h"

namespace tabiya::test {
namespace {

class TrainAz : public testing::Test {
 protected:
  TrainAz() {
    auto writer = ShardWriter::open(folder_.path() / "games").value();
    for (const RecordedGame& game : toy_games(600, 1)) EXPECT_TRUE(writer.add(game));
    EXPECT_TRUE(writer.seal());
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::vector<std::string> arguments(const std::string& output,
                                     const std::vector<std::string>& more = {},
                                     const std::string& positions = "1600") const {
    std::vector<std::string> all{
        "train",     "az",      "--data", path("games"), "-o",      path(output),         "--net",
        "1x8",       "--batch", "32",     "--positions", positions, "--checkpoint-every", "10",
        "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  // The whole command line, without the network in 8 bits.
  std::vector<std::string> program(const std::string& output, const std::string& positions) const {
    std::vector<std::string> command = arguments(output, {"--no-int8"}, positions);
    command.insert(command.begin(), TABIYA_PROGRAM);
    return command;
  }

  // Until the file has changed, or the training has ended.
  static void wait_for_news(const Process& training, const std::string& file,
                            const std::string& before) {
    training.wait_until([&] { return content_of(file) != before; });
  }

  TemporaryFolder folder_;
};

TEST_F(TrainAz, WritesNetworksALogAndACheckpoint) {
  const Finished finished = run_tabiya(arguments("net.onnx"));
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.out.find("50 steps of 32 positions"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("net.onnx written: 1x8"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("best move is the same in"), std::string::npos) << finished.out;
  for (const char* name : {"net.onnx", "net-int8.onnx"}) {
    const Finished info = run_tabiya({"net", "info", path(name)});
    EXPECT_EQ(info.exit_code, 0) << info.err;
  }
  const std::string log = content_of(path("net.onnx.csv"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 6) << log;
  EXPECT_TRUE(log.starts_with("step,positions,rate,policy_loss,")) << log;

  // The same again only writes the network again.
  const std::string network = content_of(path("net.onnx"));
  std::filesystem::remove(path("net.onnx"));
  const Finished again = run_tabiya(arguments("net.onnx", {"--no-int8"}));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_NE(again.out.find("finished before"), std::string::npos) << again.out;
  EXPECT_EQ(content_of(path("net.onnx")), network);
}

TEST_F(TrainAz, BeginsWithTheWeightsOfACheckpoint) {
  ASSERT_EQ(run_tabiya(arguments("a.onnx", {"--no-int8"})).exit_code, 0);
  const Finished second =
      run_tabiya(arguments("b.onnx", {"--no-int8", "--from", path("a.onnx.checkpoint")}));
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(content_of(path("b.onnx")), content_of(path("a.onnx")));
  const Finished other =
      run_tabiya(arguments("c.onnx", {"--history", "2", "--from", path("a.onnx.checkpoint")}));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("is not of a network of this size"), std::string::npos) << other.err;
}

TEST_F(TrainAz, SaysWhatIsWrongWithItsOptions) {
  const Finished data = run_tabiya({"train", "az", "--data", path("none"), "-o", path("x.onnx")});
  EXPECT_EQ(data.exit_code, 1);
  EXPECT_NE(data.err.find(path("none")), std::string::npos) << data.err;
  const Finished batch = run_tabiya(arguments("x.onnx", {"--clip", "0"}));
  EXPECT_EQ(batch.exit_code, 2);
  EXPECT_EQ(batch.err, "tabiya train az: --clip is 0; it can be 0.001 to 1000000\n");
  EXPECT_EQ(run_tabiya({"train", "az", "--data", "x"}).exit_code, 2);
}

TEST_F(TrainAz, WritesOverNothingItReads) {
  ASSERT_EQ(run_tabiya(arguments("a.onnx", {"--no-int8"})).exit_code, 0);
  const std::string checkpoint = content_of(path("a.onnx.checkpoint"));
  const Finished itself = run_tabiya(
      arguments("a.onnx", {"--no-int8", "--restart", "--from", path("a.onnx.checkpoint")}));
  EXPECT_EQ(itself.exit_code, 1);
  EXPECT_NE(itself.err.find("a.onnx.checkpoint would be written over"), std::string::npos)
      << itself.err;
  EXPECT_EQ(content_of(path("a.onnx.checkpoint")), checkpoint);
  const Finished nowhere = run_tabiya(arguments("nowhere/a.onnx"));
  EXPECT_EQ(nowhere.exit_code, 1);
  EXPECT_NE(nowhere.err.find("nowhere/a.onnx could not be written"), std::string::npos)
      << nowhere.err;
}

// Whatever moment the process dies in: the same command goes on, and ends with the same network.
TEST_F(TrainAz, ComesToTheSameNetworkAfterBeingKilled) {
  ASSERT_EQ(run_tabiya(arguments("whole.onnx", {"--no-int8"}, "6400")).exit_code, 0);
  const std::vector<std::string> command = program("killed.onnx", "6400");
  Random random(5);
  int killed = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const std::string before = content_of(path("killed.onnx.csv"));
    Process process({.arguments = command});
    if (attempt > 0) wait_for_news(process, path("killed.onnx.csv"), before);
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(20)));
    kill(process.id(), SIGKILL);
    killed += process.wait().signal == SIGKILL ? 1 : 0;
  }
  EXPECT_GE(killed, 2);
  const Finished last = run({.arguments = command});
  EXPECT_EQ(last.exit_code, 0) << last.err;
  EXPECT_EQ(content_of(path("killed.onnx")), content_of(path("whole.onnx")));
  EXPECT_EQ(content_of(path("killed.onnx.csv")), content_of(path("whole.onnx.csv")));
}

TEST_F(TrainAz, EndsOnCtrlCAndGoesOnFromThere) {
  const std::vector<std::string> command = program("net.onnx", "16000000");
  Process process({.arguments = command});
  wait_for_news(process, path("net.onnx.csv"), "");
  const Finished second = run({.arguments = command});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_NE(second.err.find("another training is writing to"), std::string::npos) << second.err;
  kill(process.id(), SIGINT);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  EXPECT_NE(stopped.out.find("the same command goes on from there"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("net.onnx")));

  const std::string before = content_of(path("net.onnx.csv"));
  Process again({.arguments = command});
  wait_for_news(again, path("net.onnx.csv"), before);
  kill(again.id(), SIGTERM);
  const Finished terminated = again.wait();
  EXPECT_EQ(terminated.exit_code, 143) << terminated.err;
  EXPECT_NE(terminated.out.find("Going on from step"), std::string::npos) << terminated.out;
  EXPECT_TRUE(content_of(path("net.onnx.csv")).starts_with(before));
}

}  // namespace
}  // namespace tabiya::test
