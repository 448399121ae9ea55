#include "train/output_claim.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <set>

#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

class TrainingOutput : public testing::Test {
 protected:
  TrainingOutput() {
    folder_.write("games/000001.games", "games");
    folder_.write("single.games", "more games");
    folder_.write("older.nnue", "a network");
  }

  path file(const std::string& name) const { return folder_.path() / name; }

  TrainingFiles files(const std::string& network) const {
    return {.network = file(network),
            .beside = {file(network + ".checkpoint"), file(network + ".csv")},
            .data = {file("games"), file("single.games")},
            .read = {file("older.nnue")}};
  }

  std::string refusal_of(const std::string& network) const {
    const auto claim = OutputClaim::make(files(network));
    return claim ? "" : claim.error().message;
  }

  std::set<path> all_files() const {
    std::set<path> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
      all.insert(entry.path());
    return all;
  }

  TemporaryFolder folder_;
};

TEST_F(TrainingOutput, IsClaimedWithoutLeavingAnything) {
  const auto before = all_files();
  EXPECT_EQ(refusal_of("net.nnue"), "");
  EXPECT_EQ(refusal_of("games/net.nnue"), "");
  EXPECT_EQ(all_files(), before);
}

// Checkpoints are large, and a training may be killed more than once while it writes one.
TEST_F(TrainingOutput, IsRidOfWhatAKilledTrainingHasLeft) {
  const auto before = all_files();
  folder_.write("net.nnue.checkpoint.4711-0.part", "half a checkpoint");
  folder_.write("net.nnue.31-2.part", "half a network");
  EXPECT_EQ(refusal_of("net.nnue"), "");
  EXPECT_EQ(all_files(), before);
  // Files with other names are not ours.
  folder_.write("net.nnue.second.part", "precious");
  folder_.write("net.nnue.part", "precious");
  folder_.write("other.nnue.4711-0.part", "precious");
  EXPECT_EQ(refusal_of("net.nnue"), "");
  EXPECT_EQ(all_files().size(), before.size() + 3);
}

// The lock is removed at the end, so it must be ours.
TEST_F(TrainingOutput, NeverTakesForItsLockWhatIsSomethingElse) {
  folder_.write("precious.nnue.lock", "precious");
  EXPECT_EQ(refusal_of("precious.nnue"), file("precious.nnue.lock").string() +
                                             " is in the way of a lock of that name: choose "
                                             "another output");
  EXPECT_TRUE(std::filesystem::exists(file("precious.nnue.lock")));

  folder_.write("read.lock", "");
  TrainingFiles files = this->files("read");
  files.read = {file("read.lock")};
  EXPECT_FALSE(OutputClaim::make(files));
  EXPECT_TRUE(std::filesystem::exists(file("read.lock")));

  folder_.write("left.nnue.lock", "");  // by a training that was killed
  EXPECT_EQ(refusal_of("left.nnue"), "");
}

TEST_F(TrainingOutput, IsNeverWhatIsRead) {
  const auto before = all_files();
  using Pair = std::pair<const char*, const char*>;
  for (const auto& [output, input] :
       {Pair{"older.nnue", "older.nnue"}, Pair{"single.games", "single.games"},
        Pair{"games/000001.games", "games"}})
    EXPECT_EQ(refusal_of(output), "the output " + file(output).string() +
                                      " would be written over the input " + file(input).string() +
                                      ": choose another output");
  EXPECT_NE(refusal_of("games/../games/000001.games"), "");
  EXPECT_NE(refusal_of("games"), "") << "a folder";
  EXPECT_EQ(all_files(), before);
}

TEST_F(TrainingOutput, IsNeverWhatIsReadByAnotherName) {
  std::filesystem::create_symlink(file("older.nnue"), file("link.nnue"));
  EXPECT_NE(refusal_of("link.nnue").find("would be written over"), std::string::npos);
  std::filesystem::create_symlink(file("games"), file("linked"));
  EXPECT_NE(refusal_of("linked/000001.games").find("would be written over"), std::string::npos);
  // What is beside the network counts as well.
  std::filesystem::create_symlink(file("single.games"), file("net.nnue.csv"));
  EXPECT_NE(refusal_of("net.nnue").find("net.nnue.csv would be written over"), std::string::npos);
}

TEST_F(TrainingOutput, IsNoFileOfGamesAmongOthers) {
  EXPECT_NE(refusal_of("games/000002.games").find("has the name of a file of games"),
            std::string::npos);
  EXPECT_EQ(refusal_of("000002.games"), "");
  std::filesystem::create_symlink("games/000002.games", file("link.nnue"));
  EXPECT_NE(refusal_of("link.nnue").find("has the name of a file of games"), std::string::npos);
}

TEST_F(TrainingOutput, HasAFolderThatTakesIt) {
  EXPECT_EQ(refusal_of("nowhere/net.nnue"),
            file("nowhere/net.nnue").string() + " could not be written: No such file or directory");
  std::filesystem::create_directory(file("net.nnue.csv"));
  EXPECT_NE(refusal_of("net.nnue").find("net.nnue.csv could not be written"), std::string::npos);
  EXPECT_FALSE(exists(file("net.nnue.lock")));
}

TEST_F(TrainingOutput, BelongsToOneTraining) {
  std::filesystem::create_symlink(folder_.path(), file("elsewhere"));
  {
    const auto claim = OutputClaim::make(files("net.nnue"));
    ASSERT_TRUE(claim) << claim.error().message;
    EXPECT_EQ(refusal_of("net.nnue"), "another training is writing to " +
                                          file("net.nnue").string() +
                                          ": wait for it, or choose another output");
    EXPECT_NE(refusal_of("elsewhere/net.nnue"), "") << "by another name";
    EXPECT_EQ(refusal_of("other.nnue"), "");
    EXPECT_TRUE(exists(file("net.nnue.lock"))) << "a claim that was refused removes nothing";
  }
  EXPECT_EQ(refusal_of("net.nnue"), "");
}

TEST_F(TrainingOutput, BelongsToOneTrainingThroughALinkToAFileThatIsNotThereYet) {
  std::filesystem::create_symlink("net.nnue", file("link.nnue"));
  const auto claim = OutputClaim::make(files("link.nnue"));
  ASSERT_TRUE(claim) << claim.error().message;
  EXPECT_NE(refusal_of("net.nnue").find("another training is writing to"), std::string::npos);
  EXPECT_TRUE(is_symlink(file("link.nnue")));
}

TEST_F(TrainingOutput, IsFreeAfterACrash) {
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto claim = OutputClaim::make(files("net.nnue"));
    const char answer = claim ? 'y' : 'n';
    if (write(ready[1], &answer, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  close(ready[0]);
  close(ready[1]);
  EXPECT_EQ(answer, 'y');
  EXPECT_NE(refusal_of("net.nnue"), "");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(refusal_of("net.nnue"), "");
}

}  // namespace
}  // namespace tabiya::test
