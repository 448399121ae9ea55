// With a stand-in for Fathom (fake_fathom.cpp), found before the real one; so these tests are about
// how we ask and what we make of the answers.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/stat.h>

#include <filesystem>
#include <regex>
#include <string>
#include <string_view>
#include <thread>

#include "support/conversation.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

std::string talk(const std::string& input, const char* library_folder = TABIYA_FAKE_LIBRARIES,
                 const char* crash = "1000000000", const char* slow = "0") {
  const test::Finished end = test::run({.arguments = {TABIYA_PROGRAM, "uci"},
                                        .input = input,
                                        .environment = {{"LD_LIBRARY_PATH", library_folder},
                                                        {"TABIYA_FAKE_FATHOM_CRASH", crash},
                                                        {"TABIYA_FAKE_FATHOM_SLOW", slow}}});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  return end.out;
}

// What makes a file look like one of Syzygy's: how it begins, how long it is, and some checksum.
std::string made_up(std::string_view begin) {
  return std::string(begin) + std::string(60, 'x') + std::string(16, 'c');
}
const std::string kWinners = made_up("\x71\xE8\x23\x5D");
const std::string kDistances = made_up("\xD7\x66\x0C\xA5");

// What is said of a folder with these two files for king and queen against king.
std::string said_of(const std::string& winners, const std::string& distances,
                    const char* crash = "1000000000") {
  const test::TemporaryFolder folder;
  folder.write("KQvK.rtbw", winners);
  folder.write("KQvK.rtbz", distances);
  return talk("setoption name SyzygyPath value " + folder.path().string() +
                  "\nposition fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1\ngo depth 4\n",
              TABIYA_FAKE_LIBRARIES, crash);
}

}  // namespace

TEST(Tablebases, DecideWhichRootMovesAreLookedAt) {
  const std::string out = talk(
      "setoption name SyzygyPath value /three\n"
      "position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1\n"
      "go depth 6\n");
  EXPECT_NE(out.find("bestmove b1e1"), std::string::npos) << out;
}

TEST(Tablebases, AreAskedInsideTheTree) {
  // After a capture of the pawn three pieces are left.
  const std::string out = talk(
      "setoption name SyzygyPath value /three\n"
      "position fen 8/8/8/3k4/4p3/8/5R2/4K3 w - - 0 1\n"
      "go depth 20\n");
  EXPECT_TRUE(std::regex_search(out, std::regex("tbhits [1-9]"))) << out;
  // The win is known, and told as such.
  EXPECT_TRUE(std::regex_search(out, std::regex("depth 20 .*score cp 279[0-9][0-9] "))) << out;
}

TEST(Tablebases, AreAskedAtTheLeavesOfTheTreeSearch) {
  // Taking the pawn leaves three pieces and wins, in an unknown number of moves.
  const std::string out = talk(
      "setoption name Engine value mcts\n"
      "setoption name SyzygyPath value /three\n"
      "position fen k7/8/8/8/4p2R/8/8/4K3 w - - 0 1\n"
      "go nodes 10000\n");
  EXPECT_TRUE(std::regex_search(out, std::regex("score cp 28000 .*tbhits [1-9]"))) << out;
  EXPECT_NE(out.find("bestmove h4e4"), std::string::npos) << out;
}

TEST(Tablebases, AreNotCreditedWithTheDrawsOfTheRules) {
  // Every move but the pawn's is the fiftieth without a capture; no capture is possible.
  const std::string out = talk(
      "setoption name Engine value mcts\n"
      "setoption name SyzygyPath value /three\n"
      "position fen 6k1/8/8/8/8/8/P7/K6R w - - 99 90\n"
      "go nodes 300\n");
  EXPECT_NE(out.find("tbhits 0"), std::string::npos) << out;
  EXPECT_FALSE(std::regex_search(out, std::regex("tbhits [1-9]"))) << out;
}

TEST(Tablebases, TellTheResultAtTheRootWhateverTheSearchThinks) {
  const std::string drawn = "position fen 8/8/8/8/3k4/8/8/KR6 w - - 0 1\ngo nodes 2000\n";
  for (const std::string engine : {"alphabeta", "mcts"}) {
    const std::string out = talk("setoption name Engine value " + engine +
                                 "\nsetoption name UCI_ShowWDL value true\n"
                                 "setoption name SyzygyPath value /three\n" +
                                 drawn);
    EXPECT_NE(out.find("score cp 0 wdl 0 1000 0 "), std::string::npos) << out;
    EXPECT_FALSE(std::regex_search(out, std::regex("score (mate|cp -|cp [1-9])"))) << out;
  }
}

TEST(Tablebases, OfWholeFilesAreUsed) {
  const std::string out = said_of(kWinners, kDistances);
  EXPECT_NE(out.find("bestmove b1e1"), std::string::npos) << out;
  EXPECT_EQ(out.find("damaged"), std::string::npos) << out;
}

TEST(Tablebases, RefuseFilesThatAreDamagedAndPlayOn) {
  const auto expect_refused = [](const std::string& out, std::string_view file,
                                 std::string_view why) {
    EXPECT_NE(out.find(std::string(file) + " is damaged: " + std::string(why)), std::string::npos)
        << out;
    EXPECT_NE(out.find("bestmove "), std::string::npos) << out;
  };
  expect_refused(said_of(kWinners.substr(0, 64), kDistances), "KQvK.rtbw", "it is incomplete");
  expect_refused(said_of("", kDistances), "KQvK.rtbw", "it is incomplete");
  expect_refused(said_of(kWinners, kDistances + "x"), "KQvK.rtbz", "it is incomplete");
  expect_refused(said_of(kDistances, kDistances), "KQvK.rtbw", "it is no Syzygy tablebase");
  // Half of it was downloaded, and the rest is zeros.
  expect_refused(said_of(kWinners.substr(0, 40) + std::string(40, '\0'), kDistances), "KQvK.rtbw",
                 "its end is missing");
  // The library crashes as soon as it is asked.
  expect_refused(said_of(kWinners, kDistances, "1"), "KQvK.rtbw or .rtbz", "probing it crashes");
  expect_refused(said_of(kWinners, kDistances, "50"), "KQvK.rtbw or .rtbz", "probing it crashes");
}

TEST(Tablebases, ThatCrashInAGameAreNotUsedAnyMore) {
  for (const std::string engine : {"alphabeta", "mcts"}) {
    const std::string out = talk("setoption name Engine value " + engine +
                                     "\nsetoption name Threads value 2\n"
                                     "setoption name SyzygyPath value /three\n"
                                     "position fen 8/8/8/3k4/4p3/8/5R2/4K3 w - - 0 1\n"
                                     "go nodes 20000\ngo nodes 20000\n",
                                 TABIYA_FAKE_LIBRARIES, "10");
    const std::string note = "a tablebase file is damaged, probing it crashes";
    EXPECT_NE(out.find(note), std::string::npos) << out;
    EXPECT_EQ(out.find(note), out.rfind(note)) << "once is enough: " << out;
    EXPECT_NE(out.find("bestmove "), out.rfind("bestmove ")) << out;
  }
}

// To open a pipe would wait for a program that writes into it.
TEST(Tablebases, RefuseWhatIsNoFileAtOnce) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / "KQvK.rtbw").c_str(), 0600), 0);
  const std::string out =
      talk("setoption name SyzygyPath value " + folder.path().string() + "\nisready\nquit\n");
  EXPECT_NE(out.find("KQvK.rtbw is damaged: it is not a regular file"), std::string::npos) << out;
  EXPECT_NE(out.find("readyok"), std::string::npos) << out;
}

// Probing in advance ends before it comes to the last of these, so the search is the first to.
//
// Its name keeps it from the thread sanitizer, which takes the lock that the crashed library leaves
// locked for one that is taken in the wrong order.
TEST(Tablebases, ThatCrashAtTheirFirstUseLetTheOthersGoOn) {
  const test::TemporaryFolder folder;
  for (const std::string pieces : {"KQvK", "KRvK"}) {
    folder.write(pieces + ".rtbw", kWinners);
    folder.write(pieces + ".rtbz", kDistances);
  }
  const std::string out = talk("setoption name Threads value 4\nsetoption name SyzygyPath value " +
                                   folder.path().string() +
                                   "\nposition fen 8/8/8/3k4/4p3/8/5R2/4K3 w - - 0 1\n"
                                   "go nodes 200000\n",
                               TABIYA_FAKE_LIBRARIES, "19", "120");
  EXPECT_NE(out.find("a tablebase file is damaged, probing it crashes"), std::string::npos) << out;
  EXPECT_NE(out.find("bestmove "), std::string::npos) << out;
}

TEST(Tablebases, SayWhenThereAreNoFiles) {
  const std::string out = talk("setoption name SyzygyPath value /nowhere\n");
  EXPECT_NE(out.find("no Syzygy tablebase files (*.rtbw) in /nowhere"), std::string::npos) << out;
}

// Neither the new path nor the old one can be opened; then the old one is whole again.
TEST(Tablebases, CanBeSetAgainAfterTheirPathWasLost) {
  const test::TemporaryFolder folder;
  const std::string set_path = "setoption name SyzygyPath value " + folder.path().string() + "\n";
  const auto write_files = [&] {
    folder.write("KQvK.rtbw", kWinners);
    folder.write("KQvK.rtbz", kDistances);
  };
  write_files();
  test::Conversation engine({TABIYA_PROGRAM, "uci"}, test::Conversation::Over::Pipes,
                            {{"LD_LIBRARY_PATH", TABIYA_FAKE_LIBRARIES}});
  engine.say(set_path + "isready\n");
  engine.expect("readyok");
  std::filesystem::remove(folder.path() / "KQvK.rtbw");
  engine.say("setoption name SyzygyPath value /nowhere\n");
  engine.expect("no Syzygy tablebase files (*.rtbw) in /nowhere");
  write_files();
  engine.say(set_path + "position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1\ngo depth 4\n");
  engine.expect("bestmove b1e1");
}

TEST(Tablebases, AreClosedInSilenceWhileOtherThreadsAreHeard) {
  const test::Finished end =
      test::run({.arguments = {TABIYA_PROGRAM, "uci"},
                 .input = "setoption name SyzygyPath value /three\nsetoption name SyzygyPath\n",
                 .environment = {{"LD_LIBRARY_PATH", TABIYA_FAKE_LIBRARIES},
                                 {"TABIYA_FAKE_FATHOM_BYSTANDER", "1"}}});
  bool can_be_silent = false;  // some containers forbid it
  std::thread([&] { can_be_silent = unshare(CLONE_FILES) == 0; }).join();
  EXPECT_EQ(end.err,
            std::string(can_be_silent ? "" : "munmap: Success\n") + "A bystander speaks\n");
}

TEST(Tablebases, OfTheRealLibraryHaveNoFilesEither) {
  const std::string out = talk("setoption name SyzygyPath value /nowhere\n", "");
  EXPECT_NE(out.find("info string"), std::string::npos) << out;
  EXPECT_NE(out.find("/nowhere"), std::string::npos) << out;
}

}  // namespace tabiya
