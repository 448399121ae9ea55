// tabiya train nnue as people start, stop and kill it.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "base/random.h"
#include "nnue/network.h"
#include "support/network_shapes.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "train/synthetic_games.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

class NnueTrainingCommand : public testing::Test {
 protected:
  NnueTrainingCommand() { write_synthetic_games(folder_.path() / "games", 300); }

  path file(const std::string& name) const { return folder_.path() / name; }

  std::vector<std::string> arguments(const std::string& output,
                                     const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"train",      "nnue",    "--data", file("games"), "-o",
                                 file(output), "--width", "64",     "--batch",     "512",
                                 "--name",     "test",    "--rate", "0.002"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  Call call(const std::string& output, const std::vector<std::string>& more) const {
    Call call{.arguments = {TABIYA_PROGRAM}};
    const auto all = arguments(output, more);
    call.arguments.insert(call.arguments.end(), all.begin(), all.end());
    return call;
  }

  // Waits until a training that runs has written its first checkpoint after step 0.
  void await_step(const Process& training, const std::string& output) const {
    EXPECT_TRUE(training.wait_until([&] {
      const std::string log = content_of(file(output + ".csv"));
      return std::count(log.begin(), log.end(), '\n') > 1;
    })) << "it ended without a row of the log";
  }

  // Of the training's checkpoint; nothing if there is none.
  std::optional<std::filesystem::file_time_type> time_of_checkpoint(
      const std::string& output) const {
    std::error_code missing;
    const auto time = last_write_time(file(output + ".checkpoint"), missing);
    return missing ? std::nullopt : std::optional(time);
  }

  TemporaryFolder folder_;
};

using LongNnueTrainingCommand = NnueTrainingCommand;

TEST_F(NnueTrainingCommand, WritesANetworkThatKnowsItsOrigin) {
  const Finished result = run_tabiya(arguments("net.nnue", {"--steps", "40"}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("net.nnue written: 64 wide, 40 steps"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("centipawns on average"), std::string::npos) << result.out;
  const auto network = Network::load(file("net.nnue"));
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->name(), "test");
  EXPECT_EQ(network->shape(), second_shape(64)) << "unless someone wants another";
  EXPECT_NE(network->notes().find("inputs mirrored\noutputs 8\noutput-quantum 128\n"),
            std::string::npos)
      << network->notes();
  EXPECT_EQ(network->notes().find("without castling mirrored"), std::string::npos)
      << network->notes();
  EXPECT_NE(network->notes().find("300 games with"), std::string::npos) << network->notes();
  EXPECT_FALSE(exists(file("net.nnue.checkpoint"))) << "nobody needs it any more";
  EXPECT_TRUE(content_of(file("net.nnue.csv")).starts_with("step,positions,loss,validation_loss"));
  EXPECT_NE(content_of(file("net.nnue.svg")).find("<path"), std::string::npos);
}

TEST_F(NnueTrainingCommand, GivesTheSameFileWithAnyNumberOfThreads) {
  ASSERT_EQ(run_tabiya(arguments("a.nnue", {"--steps", "40", "--threads", "1"})).exit_code, 0);
  ASSERT_EQ(run_tabiya(arguments("b.nnue", {"--steps", "40", "--threads", "3"})).exit_code, 0);
  EXPECT_EQ(content_of(file("a.nnue")), content_of(file("b.nnue")));
}

TEST_F(NnueTrainingCommand, SavesWhenStoppedAndGoesOnToTheSameNetwork) {
  const std::vector<std::string> more{"--steps", "400",         "--checkpoint-every",
                                      "50",      "--log-every", "10"};
  ASSERT_EQ(run_tabiya(arguments("whole.nnue", more)).exit_code, 0);
  Process process(call("net.nnue", more));
  await_step(process, "net.nnue");
  kill(process.id(), SIGINT);
  const Finished stopped = process.wait();
  if (stopped.exit_code != 0) {  // a fast machine may have come to the end
    EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("the same command goes on from there"), std::string::npos)
        << stopped.err;
    EXPECT_FALSE(exists(file("net.nnue")));
    EXPECT_TRUE(exists(file("net.nnue.checkpoint")));
    const Finished rest = run_tabiya(arguments("net.nnue", more));
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_NE(rest.out.find("Going on from step "), std::string::npos) << rest.out;
  }
  EXPECT_EQ(content_of(file("net.nnue")), content_of(file("whole.nnue")));
}

TEST_F(NnueTrainingCommand, RefusesACheckpointItCannotUse) {
  for (const std::string garbage : {"", "hello", "TabiyaCP", "TabiyaCP\1\0\0\0 and more"}) {
    folder_.write("net.nnue.checkpoint", garbage);
    const Finished result = run_tabiya(arguments("net.nnue", {"--steps", "5"}));
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("net.nnue.checkpoint: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("--restart"), std::string::npos) << result.err;
    EXPECT_EQ(content_of(file("net.nnue.checkpoint")), garbage) << "it may be worth something";
  }
  const Finished anew = run_tabiya(arguments("net.nnue", {"--steps", "5", "--restart"}));
  EXPECT_EQ(anew.exit_code, 0) << anew.err;
}

TEST_F(NnueTrainingCommand, LearnsFromScoresAloneWhereThereAreNoResults) {
  std::string table = "fen,cp\n";
  for (int i = 0; i < 200; ++i)
    table += "4k3/8/8/8/8/8/" + std::string(i % 2 == 0 ? "4P3" : "4p3") + "/4K3 " +
             (i % 4 < 2 ? "w" : "b") + " - - " + std::to_string(i % 50) + " " +
             std::to_string(i + 1) + "," + (i % 2 == 0 ? "150" : "-150") + "\n";
  folder_.write("scores.csv", table);
  ASSERT_EQ(run_tabiya({"data", "import", file("scores.csv"), "-o", file("scores")}).exit_code, 0);
  const std::vector<std::string> command = {
      "train", "nnue",    "--data", file("scores"), "-o", file("s.nnue"), "--width",
      "64",    "--steps", "3",      "--batch",      "16"};
  EXPECT_EQ(run_tabiya(command).exit_code, 1);
  std::vector<std::string> without_results = command;
  without_results.insert(without_results.end(), {"--restart", "--last-blend", "0"});
  const Finished finished = run_tabiya(without_results);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
}

TEST_F(NnueTrainingCommand, LearnsOnFromATrainedNetwork) {
  ASSERT_EQ(run_tabiya(arguments("first.nnue", {"--steps", "20"})).exit_code, 0);
  const Finished result =
      run_tabiya(arguments("second.nnue", {"--steps", "5", "--from", file("first.nnue")}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  ASSERT_EQ(run_tabiya({"net", "bootstrap", "-o", file("hand.nnue")}).exit_code, 0);
  const Finished refused = run_tabiya(arguments("third.nnue", {"--from", file("hand.nnue")}));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("hand.nnue: its activation is clipped"), std::string::npos)
      << refused.err;
}

TEST_F(NnueTrainingCommand, TrainsTheShapeThatIsWanted) {
  const Finished first =
      run_tabiya(arguments("first.nnue", {"--steps", "5", "--plain-inputs", "--outputs", "1",
                                          "--output-quantum", "64"}));
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto network = Network::load(file("first.nnue"));
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->shape(), first_shape(64));
  EXPECT_NE(network->notes().find("without castling mirrored"), std::string::npos)
      << network->notes();
  // What it begins from decides, and not the options.
  const Finished second =
      run_tabiya(arguments("second.nnue", {"--steps", "5", "--from", file("first.nnue")}));
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(Network::load(file("second.nnue"))->shape(), first_shape(64));

  EXPECT_EQ(run_tabiya(arguments("net.nnue", {"--outputs", "4"})).exit_code, 2);
  EXPECT_EQ(run_tabiya(arguments("net.nnue", {"--output-quantum", "100"})).exit_code, 2);
}

TEST_F(NnueTrainingCommand, MirrorsPositionsOnlyForNetworksThatTellThemApart) {
  const Finished refused = run_tabiya(arguments("net.nnue", {"--steps", "5", "--no-mirror"}));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("--no-mirror is for networks with plain inputs"), std::string::npos)
      << refused.err;
  const Finished plain =
      run_tabiya(arguments("net.nnue", {"--steps", "5", "--no-mirror", "--plain-inputs"}));
  EXPECT_EQ(plain.exit_code, 0) << plain.err;
}

TEST_F(NnueTrainingCommand, SaysWhatIsWrongBeforeItWorks) {
  const Finished no_data =
      run_tabiya({"train", "nnue", "--data", file("nowhere"), "-o", file("net.nnue")});
  EXPECT_EQ(no_data.exit_code, 1);
  EXPECT_NE(no_data.err.find("nowhere"), std::string::npos) << no_data.err;
  const Finished no_folder = run_tabiya(arguments("nowhere/net.nnue"));
  EXPECT_EQ(no_folder.exit_code, 1);
  EXPECT_NE(no_folder.err.find("nowhere/net.nnue could not be written"), std::string::npos)
      << no_folder.err;
  const Finished odd_width = run_tabiya(arguments("net.nnue", {"--width", "100"}));
  EXPECT_EQ(odd_width.exit_code, 2);
  EXPECT_EQ(run_tabiya(arguments("net.nnue", {"--rate", "nan"})).exit_code, 2);
}

TEST_F(NnueTrainingCommand, WritesOverNothingItReads) {
  ASSERT_EQ(run_tabiya(arguments("net.nnue", {"--steps", "3"})).exit_code, 0);
  const std::string network = content_of(file("net.nnue"));
  const Finished itself =
      run_tabiya(arguments("net.nnue", {"--steps", "3", "--from", file("net.nnue")}));
  EXPECT_EQ(itself.exit_code, 1);
  EXPECT_NE(itself.err.find("net.nnue would be written over"), std::string::npos) << itself.err;
  EXPECT_EQ(content_of(file("net.nnue")), network);

  const std::string games = content_of(file("games/000001.games"));
  create_symlink(file("games/000001.games"), file("link.nnue"));
  EXPECT_EQ(run_tabiya(arguments("link.nnue", {"--steps", "3"})).exit_code, 1);
  EXPECT_EQ(content_of(file("games/000001.games")), games);
}

TEST_F(NnueTrainingCommand, WritesThroughALinkAndKeepsIt) {
  create_symlink("elsewhere.nnue", file("net.nnue"));
  for (int run = 0; run < 2; ++run) {  // to a new file, then over it
    const Finished result = run_tabiya(arguments("net.nnue", {"--steps", "3"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(is_symlink(file("net.nnue")));
    EXPECT_TRUE(is_regular_file(symlink_status(file("elsewhere.nnue"))));
  }
  EXPECT_TRUE(Network::load(file("elsewhere.nnue")));
}

TEST_F(NnueTrainingCommand, RefusesToGoOnWithOtherDataOfTheSameSize) {
  write_synthetic_games(file("more"), 50, 18);
  const std::vector<std::string> more{"--steps", "100000",     "--checkpoint-every", "5",
                                      "--data",  file("more"), "--log-every",        "5"};
  Process process(call("net.nnue", more));
  await_step(process, "net.nnue");
  kill(process.id(), SIGKILL);
  process.wait();
  const std::string checkpoint = content_of(file("net.nnue.checkpoint"));
  // All games are still there, but no longer where the checkpoint says.
  rename(file("games"), file("first"));
  rename(file("more"), file("games"));
  rename(file("first"), file("more"));
  const Finished refused = run_tabiya(arguments("net.nnue", more));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("other data: as many games, but not the same ones in the same order"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(content_of(file("net.nnue.checkpoint")), checkpoint);
}

TEST_F(NnueTrainingCommand, IsTheOnlyOneToWriteToItsOutput) {
  const std::vector<std::string> more{"--steps", "100000",      "--checkpoint-every",
                                      "5",       "--log-every", "5"};
  Process process(call("net.nnue", more));
  await_step(process, "net.nnue");
  const Finished second = run_tabiya(arguments("net.nnue", more));
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_NE(second.err.find("another training is writing to"), std::string::npos) << second.err;
  kill(process.id(), SIGINT);
  EXPECT_EQ(process.wait().exit_code, 130);
  EXPECT_FALSE(exists(file("net.nnue.lock")));
}

// The same command would throw away what it has just saved.
TEST_F(NnueTrainingCommand, SaysHowToGoOnAfterARestart) {
  Process process(call("net.nnue", {"--steps", "100000", "--log-every", "5", "--restart"}));
  await_step(process, "net.nnue");
  kill(process.id(), SIGINT);
  const Finished stopped = process.wait();
  EXPECT_EQ(stopped.exit_code, 130);
  EXPECT_NE(stopped.err.find("the same command without --restart goes on from there"),
            std::string::npos)
      << stopped.err;
}

TEST_F(NnueTrainingCommand, LeavesNothingIfItFailsBeforeItsFirstStep) {
  const Finished nothing_left =
      run_tabiya(arguments("net.nnue", {"--first-ply", "1000", "--steps", "3"}));
  EXPECT_EQ(nothing_left.exit_code, 1);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_EQ(entry.path().filename(), "games");
}

TEST_F(NnueTrainingCommand, RefusesAtOnceWhatItCouldNotWriteInTheEnd) {
  std::vector<std::string> with_long_name = arguments("net.nnue", {"--steps", "3"});
  *std::ranges::find(with_long_name, "test") = std::string(100, 'n');
  const Finished long_name = run_tabiya(with_long_name);
  EXPECT_EQ(long_name.exit_code, 1);
  EXPECT_NE(long_name.err.find("choose another --name"), std::string::npos) << long_name.err;
  const Finished no_name = run_tabiya(arguments("", {"--steps", "3"}));
  EXPECT_EQ(no_name.exit_code, 1);
  EXPECT_NE(no_name.err.find("the output needs the name of a file"), std::string::npos)
      << no_name.err;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_EQ(entry.path().filename(), "games");
}

TEST_F(NnueTrainingCommand, GivesTheSameFileWithAndWithoutACache) {
  const std::vector<std::string> more{"--steps", "100",         "--checkpoint-every",
                                      "5",       "--log-every", "5"};
  std::vector<std::string> without = more;
  without.emplace_back("--no-cache");
  ASSERT_EQ(run_tabiya(arguments("without.nnue", without)).exit_code, 0);
  const path cache = file("games/000001.positions");
  EXPECT_FALSE(exists(cache));
  ASSERT_EQ(run_tabiya(arguments("making.nnue", more)).exit_code, 0);
  EXPECT_TRUE(exists(cache));
  EXPECT_EQ(content_of(file("making.nnue")), content_of(file("without.nnue")));
  ASSERT_EQ(run_tabiya(arguments("having.nnue", more)).exit_code, 0);
  EXPECT_EQ(content_of(file("having.nnue")), content_of(file("without.nnue")));

  // Stopped, and resumed when the cache is gone, damaged, or not wanted any more.
  for (const std::string what : {"gone", "damaged", "unwanted"}) {
    const std::string output = what + ".nnue";
    Process process(call(output, more));
    await_step(process, output);
    kill(process.id(), SIGKILL);
    process.wait();
    if (what == "gone") remove(cache);
    if (what == "damaged") resize_file(cache, file_size(cache) / 2);
    const Finished rest = run_tabiya(arguments(output, what == "unwanted" ? without : more));
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(content_of(file(output)), content_of(file("without.nnue"))) << what;
  }
}

TEST_F(NnueTrainingCommand, MakesNoCacheForLessThanAnEpoch) {
  ASSERT_EQ(run_tabiya(arguments("net.nnue", {"--steps", "20"})).exit_code, 0);
  EXPECT_FALSE(exists(file("games/000001.positions")));
}

TEST_F(NnueTrainingCommand, MayBeKilledWhileItMakesTheCache) {
  write_synthetic_games(file("games"), 1500, 3);
  const std::vector<std::string> more{"--steps", "400"};
  ASSERT_EQ(run_tabiya(arguments("whole.nnue", {"--steps", "400", "--no-cache"})).exit_code, 0);
  int parts_left = 0;
  Random random(4);
  for (int kills = 0; kills < 10; ++kills) {
    Process process(call("net.nnue", more));
    process.wait_until([&] {
      return exists(file("games/000001.positions.part")) ||
             exists(file("games/000002.positions.part")) || exists(file("net.nnue.csv"));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(30)));
    kill(process.id(), SIGKILL);
    process.wait();
    for (const char* part : {"games/000001.positions.part", "games/000002.positions.part"})
      parts_left += exists(file(part)) ? 1 : 0;
    if (kills % 2 == 0) remove(file("games/000001.positions"));
  }
  EXPECT_GT(parts_left, 0) << "no kill came while a cache was made";
  const Finished rest = run_tabiya(arguments("net.nnue", more));
  ASSERT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(content_of(file("net.nnue")), content_of(file("whole.nnue")));
  EXPECT_FALSE(exists(file("games/000001.positions.part")));
}

TEST_F(NnueTrainingCommand, SaysOnceIfItCannotMakeACache) {
  create_directory(file("games/000001.positions.part"));
  const Finished result = run_tabiya(arguments("net.nnue", {"--steps", "100"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string sentence = "000001.positions.part could not be written: Is a directory; games";
  const std::size_t said = result.err.find(sentence);
  ASSERT_NE(said, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find(sentence, said + 1), std::string::npos) << result.err;
}

// What a log has that does not depend on the machine's speed.
std::string losses_in(const path& log) {
  std::ifstream stream(log);
  std::string losses;
  for (std::string line; std::getline(stream, line);) {
    std::size_t end = 0;  // of "step,positions,loss,validation_loss"
    for (int comma = 0; comma < 4; ++comma) end = line.find(',', end + 1);
    losses += line.substr(0, end) + '\n';
  }
  return losses;
}

TEST_F(LongNnueTrainingCommand, SurvivesBeingKilledAtFiftyRandomMoments) {
  const std::vector<std::string> more{"--steps", "1500",        "--checkpoint-every",
                                      "7",       "--log-every", "10"};
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_EQ(run_tabiya(arguments("whole.nnue", more)).exit_code, 0);
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begun);
  // On average a hundredth of it: the training is not done before the last kill, and gets far.
  auto longest = static_cast<std::uint64_t>(whole.count()) / 50 + 1;
  Random random(5);
  for (int kills = 0; kills < 50;) {
    const auto before = time_of_checkpoint("net.nnue");
    Process process(call("net.nnue", more));
    // Every other run gets on by a checkpoint at least, however slow the machine is, or to the end.
    if (kills % 2 == 0)
      process.wait_until([&] {
        const auto now = time_of_checkpoint("net.nnue");
        return now && now != before;
      });
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(longest)));
    kill(process.id(), SIGKILL);
    const Finished end = process.wait();
    if (end.signal == SIGKILL) {
      ++kills;
      continue;
    }
    // The machine has become faster: begin again, and kill sooner.
    ASSERT_EQ(end.exit_code, 0) << "kill number " << kills << '\n' << end.err;
    EXPECT_EQ(content_of(file("net.nnue")), content_of(file("whole.nnue")));
    remove(file("net.nnue"));
    longest = longest / 2 + 1;
  }
  EXPECT_TRUE(exists(file("net.nnue.checkpoint")));
  const Finished rest = run_tabiya(arguments("net.nnue", more));
  ASSERT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(content_of(file("net.nnue")), content_of(file("whole.nnue")));
  EXPECT_EQ(losses_in(file("net.nnue.csv")), losses_in(file("whole.nnue.csv")));
}

}  // namespace
}  // namespace tabiya::test
