// tabiya pgn check, as a user sees it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

constexpr const char* kGood = "[Event \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n";
constexpr const char* kBroken = "[Event \"b\"]\n\n1. e4 e5\n2. Ke3 1-0\n\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PgnCheck, CountsGamesAndPliesAndSucceeds) {
  const Finished result = run_tabiya({"pgn", "check", "-"}, std::string(kGood) + kGood);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("2 games, 0 broken, 10 plies (4 in variations), 2 warnings\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "million plies/s")) << result.out;
  EXPECT_TRUE(contains(result.out, "MB/s")) << result.out;
}

TEST(PgnCheck, NamesFileLineAndColumnOfEveryErrorAndFails) {
  const TemporaryFolder folder;
  folder.write("x.pgn", std::string(kGood) + kBroken + kGood + kBroken);
  const std::string file = (folder.path() / "x.pgn").string();
  const Finished result = run_tabiya({"pgn", "check", file, "--quiet"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, file + ":8:4: 2. Ke3: illegal: the white king cannot go to e3\n" + file +
                            ":17:4: 2. Ke3: illegal: the white king cannot go to e3\n");
}

TEST(PgnCheck, ListsWarningsOnRequest) {
  const Finished result = run_tabiya({"pgn", "check", "--verbose", "-"}, "1. e4 e5\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(
      result.out.starts_with("(standard input):1:1: warning: a game without tags\n"
                             "(standard input):2:1: warning: a game without a result at its end\n"
                             "1 game, 0 broken, 2 plies, 2 warnings\n"))
      << result.out;
}

TEST(PgnCheck, GoesOnAfterAFileThatCannotBeRead) {
  const TemporaryFolder folder;
  folder.write("good.pgn", kGood);
  const Finished result =
      run_tabiya({"pgn", "check", (folder.path() / "none.pgn").string(), folder.path().string(),
                  (folder.path() / "good.pgn").string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.err, "none.pgn: No such file or directory")) << result.err;
  EXPECT_TRUE(contains(result.err, folder.path().string() + ": Is a directory")) << result.err;
  EXPECT_TRUE(contains(result.out, "1 game, 0 broken")) << result.out;
}

TEST(PgnCheck, SaysThatAnEmptyFileHasNoGames) {
  const Finished result = run_tabiya({"pgn", "check", "-"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("0 games, 0 broken, ")) << result.out;
}

TEST(PgnCheck, WantsAFile) {
  EXPECT_EQ(run_tabiya({"pgn", "check"}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"pgn"}).exit_code, 2);
}

TEST(PgnCheck, AcceptsEveryRealGame) {
  const Finished result = run_tabiya({"pgn", "check", TABIYA_TEST_DATA "/pgn/lichess.pgn"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_TRUE(contains(result.out, " 0 broken")) << result.out;
  EXPECT_TRUE(contains(result.out, " 0 warnings")) << result.out;
}

TEST(PgnCheck, StopsOnCtrlCEvenWhileItWaitsForInput) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int writer = open(pipe.c_str(), O_RDWR);
  ASSERT_EQ(write(writer, kGood, std::strlen(kGood)), static_cast<ssize_t>(std::strlen(kGood)));
  Process process({.arguments = {TABIYA_PROGRAM, "pgn", "check", pipe}});
  ASSERT_TRUE(
      process.wait_until([&] { return catches(process.id(), SIGINT) && sleeps(process.id()); }));
  kill(process.id(), SIGINT);
  const Finished result = process.wait();
  close(writer);
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.err, "Stopped by Ctrl-C.\n");
  EXPECT_TRUE(contains(result.out, "1 game, 0 broken")) << result.out;
}

}  // namespace
}  // namespace tabiya::test
