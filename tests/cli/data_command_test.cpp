// tabiya data, as a user sees it.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

constexpr const char* kGames = TABIYA_TEST_DATA "/training";
constexpr const char* kFile = TABIYA_TEST_DATA "/training/000001.games";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string exported(const std::string& path) {
  const Finished result = run_tabiya({"data", "export", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

TEST(DataCommand, TellsWhatAFolderHolds) {
  const Finished result = run_tabiya({"data", "info", kGames});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "Games        26\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "Positions    1500, 57.7 a game, 1.03 bytes each\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "Results      white 13 (50.0 %), black 12 (46.2 %), drawn 1"));
}

TEST(DataCommand, TellsHowAFolderGrows) {
  const TemporaryFolder folder;
  folder.write("games/000001.games", content_of(kFile));
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  folder.write("games/growth.csv",
               fmt::format("seconds_since_1970,games,positions\n{},0,0\n{},13,900\n{},26,1500\n",
                           now - 36'000, now - 5400, now - 1));
  const std::string games = (folder.path() / "games").string();
  const Finished result = run_tabiya({"data", "growth", games, "--goal", "15000"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("Games        26\nPositions    1500\nGrowth       40"))
      << result.out;
  EXPECT_TRUE(contains(result.out, " positions in the last hour\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "1500 positions in the last 10.0 hours\n")) << result.out;
  EXPECT_TRUE(contains(result.out,
                       "Goal         15000: 10.0 %, 3.8 days more at the pace of the last 10.0 "
                       "hours\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "Played by    (not recorded): 26 games, 1500 positions\n"))
      << result.out;
}

TEST(DataCommand, TellsTheGrowthOfImportedGamesWithoutNamingAllPlayers) {
  const TemporaryFolder folder;
  std::string games = "[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 1-0\n\n";
  games += games;
  for (int player = 0; player < 10; ++player)
    games += fmt::format("[White \"A{}\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n", player);
  folder.write("x.pgn", games);
  const std::string data = (folder.path() / "data").string();
  ASSERT_EQ(
      run_tabiya({"data", "import", (folder.path() / "x.pgn").string(), "-o", data}).exit_code, 0);
  const Finished result = run_tabiya({"data", "growth", data});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "Played by    C - D: 2 games, 4 positions\n")) << result.out;
  EXPECT_TRUE(contains(result.out, " A6 - B: 1 game, 2 positions\n")) << result.out;
  EXPECT_FALSE(contains(result.out, " A7 - B")) << result.out;
  EXPECT_TRUE(contains(result.out, " others: 3 games, 6 positions\n")) << result.out;
}

TEST(DataCommand, TellsTheGrowthOfEachGenerationOfARun) {
  const TemporaryFolder folder;
  folder.write("run/0001/games/000001.games", content_of(kFile));
  folder.write("run/0002/games/000001.games", content_of(kFile));
  folder.write("run/0003/match.pgn", "");
  const Finished result = run_tabiya({"data", "growth", (folder.path() / "run").string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("Games        52\nPositions    3000\n")) << result.out;
  EXPECT_TRUE(contains(result.out, "run/0001/games: (not recorded): 26 games")) << result.out;
  EXPECT_TRUE(contains(result.out, "run/0002/games: (not recorded): 26 games")) << result.out;
  EXPECT_EQ(run_tabiya({"data", "growth", (folder.path() / "run/0003").string()}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"data", "growth", kFile}).exit_code, 1);
}

TEST(DataCommand, WatchesAFolderUntilTheGoalIsReached) {
  const TemporaryFolder folder;
  folder.write("000001.games", content_of(kFile));
  Process process({.arguments = {TABIYA_PROGRAM, "data", "growth", folder.path(), "--watch",
                                 "--goal", "3000"}});
  ASSERT_TRUE(process.wait_until([&] { return catches(process.id(), SIGINT); }));
  folder.write("new/000002.games", content_of(kFile));
  rename(folder.path() / "new/000002.games", folder.path() / "000002.games");
  const Finished result = process.wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "Goal         3000: 100.0 %, reached\n")) << result.out;
}

TEST(DataCommand, FindsNothingWrongWithGoodGames) {
  const Finished result = run_tabiya({"data", "check", kGames});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "Files 1, damaged 0; games 26, wrong 0; positions 1500\n");
}

TEST(DataCommand, NamesTheFirstWrongByteOfEachFileAndFails) {
  const TemporaryFolder folder;
  std::string damaged = content_of(kFile);
  damaged[700] = static_cast<char>(damaged[700] ^ 4);
  folder.write("000001.games", damaged);
  folder.write("000002.games", content_of(kFile));
  folder.write("000003.games", content_of(kFile).substr(0, 900));
  const Finished result = run_tabiya({"data", "check", folder.path().string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out,
                       "000001.games, byte 700: one bit of it is wrong, in the "
                       "block from byte 16 on\n"))
      << result.out;
  EXPECT_TRUE(contains(result.out, "000003.games, byte 16: the file is cut off")) << result.out;
  EXPECT_TRUE(contains(result.out, "Files 3, damaged 2; games 26, wrong 0")) << result.out;
}

// The place where reading fails is not always the place of the damage.
TEST(DataCommand, NamesTheWrongByteOfASizeAndNotWhereItLeads) {
  const TemporaryFolder folder;
  std::string damaged = content_of(kFile);
  damaged[24] = static_cast<char>(damaged[24] ^ 8);
  folder.write("000001.games", damaged);
  const Finished result = run_tabiya({"data", "check", folder.path().string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out, "000001.games, byte 24: one bit of it is wrong")) << result.out;
}

TEST(DataCommand, NamesAGameWhoseResultIsNotOnTheBoard) {
  const TemporaryFolder folder;
  folder.write("x.jsonl", R"({"result": "1-0", "ending": "checkmate", "moves": ["e2e4"]})");
  const std::string data = (folder.path() / "data").string();
  EXPECT_EQ(
      run_tabiya({"data", "import", (folder.path() / "x.jsonl").string(), "-o", data}).exit_code,
      0);
  const Finished result = run_tabiya({"data", "check", data});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(contains(result.out,
                       "000001.games, byte 16, game 1: it is said to end by checkmate, which is "
                       "not on the board\n"))
      << result.out;
}

TEST(DataCommand, MergesAndLeavesOutDuplicatesOnRequest) {
  const TemporaryFolder folder;
  const auto merge = [&](const std::string& to, bool unique) {
    std::vector<std::string> call = {"data", "merge", kGames,
                                     kFile,  "-o",    (folder.path() / to).string()};
    if (unique) call.emplace_back("--unique");
    return run_tabiya(call);
  };
  EXPECT_TRUE(contains(merge("both", false).out, ": 52 games, 3000 positions\n"));
  EXPECT_TRUE(
      contains(merge("one", true).out, ": 26 games, 1500 positions, 26 duplicates left out\n"));
  EXPECT_EQ(exported((folder.path() / "one").string()), exported(kGames));
  const Finished again = merge("one", true);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_TRUE(contains(again.err, "already contains training games")) << again.err;
}

TEST(DataCommand, SplitsTheSameGamesAlways) {
  const TemporaryFolder folder;
  const auto split = [&](const std::string& to) {
    return run_tabiya(
        {"data", "split", kGames, "--validation", "30", "-o", (folder.path() / to).string()});
  };
  EXPECT_EQ(split("a").exit_code, 0);
  EXPECT_EQ(split("b").exit_code, 0);
  const std::string training = exported((folder.path() / "a/training").string());
  const std::string validation = exported((folder.path() / "a/validation").string());
  EXPECT_EQ(training.size() + validation.size(), exported(kGames).size());
  EXPECT_GT(validation.size(), 1000U);
  EXPECT_GT(training.size(), validation.size());
  EXPECT_EQ(exported((folder.path() / "b/validation").string()), validation);
}

TEST(DataCommand, SamplesAsManyGamesAsAreWanted) {
  const TemporaryFolder folder;
  for (const auto& [wanted, got] : {std::pair("5", "5"), std::pair("100", "26")}) {
    const std::string to = (folder.path() / wanted).string();
    const Finished result = run_tabiya({"data", "sample", kGames, "-n", wanted, "-o", to});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, to + ": " + got + " games, ")) << result.out;
  }
}

TEST(DataCommand, ExportsGamesThatCanBeImportedAgain) {
  const TemporaryFolder folder;
  const std::string lines = (folder.path() / "games.jsonl").string();
  const std::string back = (folder.path() / "back").string();
  EXPECT_EQ(run_tabiya({"data", "export", kGames, "-o", lines}).exit_code, 0);
  const Finished result = run_tabiya({"data", "import", lines, "-o", back});
  EXPECT_EQ(result.out, back + ": 26 games, 1500 positions added; 0 skipped\n");
  EXPECT_EQ(exported(back), content_of(lines));

  const Finished pgn = run_tabiya({"data", "export", kGames, "--format", "pgn"});
  EXPECT_EQ(run_tabiya({"pgn", "check", "-q", "-"}, pgn.out).exit_code, 0);
  // The scores, too, come back to the positions they were for.
  const std::string again = (folder.path() / "again").string();
  EXPECT_EQ(run_tabiya({"data", "import", "--format", "pgn", "-", "-o", again}, pgn.out).exit_code,
            0);
  const auto scores = [](const std::string& text) {
    std::string all;
    for (std::size_t at = 0; (at = text.find("\"scores\":", at)) != text.npos; ++at)
      all += text.substr(at, text.find(']', at) - at);
    return all;
  };
  EXPECT_GT(scores(exported(kGames)).size(), 700U);
  EXPECT_EQ(scores(exported(again)), scores(exported(kGames)));
}

TEST(DataCommand, ExportsArraysForNumPy) {
  const TemporaryFolder folder;
  const auto shape = [&](const std::string& file) {
    const std::string header = content_of(folder.path() / file).substr(0, 128);
    const std::size_t at = header.find("'shape': ");
    return header.substr(at + 9, header.find(", }") - at - 9);
  };
  const auto call = [&](const std::string& what) {
    const Finished result =
        run_tabiya({"data", "export", kGames, "--format", "npy", "--what", what, "--positions",
                    "150", "--history", "1", "-o", (folder.path() / what).string()});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, ": 150 positions\n")) << result.out;
  };
  call("planes");
  EXPECT_EQ(shape("planes/planes.npy"), "(150, 21, 8, 8)");
  EXPECT_EQ(shape("planes/policy.npy"), "(150, 4168)");
  EXPECT_EQ(shape("planes/value.npy"), "(150, 3)");
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "planes/planes.npy"),
            128 + 150 * 21 * 64 * 4);
  call("features");
  EXPECT_EQ(shape("features/features.npy"), "(150, 768)");
  EXPECT_EQ(shape("features/score.npy"), "(150,)");
  call("virgo");
  EXPECT_EQ(shape("virgo/features.npy"), "(150, 2, 6, 64)");
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "virgo/result.npy"), 128 + 150 * 4);
}

TEST(DataCommand, ImportsTablesAndNamesTheLinesItSkips) {
  const TemporaryFolder folder;
  folder.write("x.csv",
               "FEN,Evaluation\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,-10\n"
               "no position,5\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,#+3\n");
  const std::string file = (folder.path() / "x.csv").string();
  const std::string data = (folder.path() / "data").string();
  const Finished result = run_tabiya({"data", "import", file, "-o", data});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, data + ": 2 games, 2 positions added; 1 skipped\n");
  EXPECT_TRUE(result.err.starts_with(file + ":3: the FEN \"no position\"")) << result.err;
  EXPECT_TRUE(contains(exported(data), "\"final_score\":10}"));
  EXPECT_TRUE(contains(exported(data), "\"final_score\":-31994}"));
}

TEST(DataCommand, ImportsTheGoodGamesOfAPgnFile) {
  const TemporaryFolder folder;
  const std::string data = (folder.path() / "data").string();
  const Finished result = run_tabiya({"data", "import", "--format", "pgn", "-", "-o", data},
                                     "1. e4 e5 1-0\n\n1. e4 e5 2. Ke3 1-0\n\n1. d4 1/2-1/2\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, data + ": 2 games, 3 positions added; 1 skipped\n");
  EXPECT_TRUE(result.err.starts_with("(standard input):3:")) << result.err;
}

TEST(DataCommand, NamesTheLineWhereAGameBeginsThatIsTooLong) {
  const TemporaryFolder folder;
  std::string moves = "1. e4 e5 1-0\n\n[White \"Somebody\"]\n\n";
  for (int i = 0; i < 5001; ++i) moves += "Nf3 Nf6 Ng1 Ng8\n";
  const Finished result = run_tabiya(
      {"data", "import", "--format", "pgn", "-", "-o", (folder.path() / "data").string()},
      moves + "*\n\n1. d4 1/2-1/2\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.out, "2 games, 3 positions added; 1 skipped")) << result.out;
  EXPECT_TRUE(contains(result.err, "(standard input):3:1: ")) << result.err;
}

TEST(DataCommand, FailsWithAReason) {
  const TemporaryFolder folder;
  const std::string none = (folder.path() / "none").string();
  EXPECT_TRUE(contains(run_tabiya({"data", "info", none}).err, "No such file"));
  EXPECT_EQ(run_tabiya({"data", "info", none}).exit_code, 1);
  EXPECT_TRUE(contains(run_tabiya({"data", "info", folder.path().string()}).err,
                       "There are no training games in"));
  EXPECT_EQ(run_tabiya({"data", "export", kGames, "--format", "npy"}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"data", "import", "games.zip", "-o", none}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"data", "export", kGames, "-o", none + "/deep/file"}).exit_code, 1);
  EXPECT_EQ(run_tabiya({"data"}).exit_code, 2);
}

// By whatever name the input is called as output, it is refused and stays as it was.
TEST(DataCommand, RefusesToWriteOverItsInput) {
  const TemporaryFolder folder;
  folder.write("games/000001.games", content_of(kFile));
  folder.write("odd/planes.npy", content_of(kFile));
  const std::string games = (folder.path() / "games").string();
  const std::string file = games + "/000001.games";
  std::filesystem::create_symlink("games", folder.path() / "link");
  std::filesystem::create_symlink("games/000001.games", folder.path() / "file_link");
  std::filesystem::create_hard_link(file, folder.path() / "second_name");
  const std::string link = (folder.path() / "link").string();
  const std::string odd = (folder.path() / "odd").string();
  const std::vector<std::vector<std::string>> calls = {
      {"data", "export", games, "-o", file},
      {"data", "export", file, "-o", file},
      {"data", "export", games, "-o", games + "/../link/./000001.games"},
      {"data", "export", link, "--format", "pgn", "-o", (folder.path() / "file_link").string()},
      {"data", "export", games, "-o", (folder.path() / "second_name").string()},
      {"data", "export", odd + "/planes.npy", "--format", "npy", "-o", odd},
      {"data", "merge", games, "-o", link},
      {"data", "merge", file, "-o", games},
      {"data", "sample", link, "-n", "3", "-o", games},
      {"data", "import", "--format", "jsonl", file, "-o", games},
  };
  for (const auto& call : calls) {
    const Finished result = run_tabiya(call);
    EXPECT_EQ(result.exit_code, 1) << call[1] << ' ' << call.back();
    EXPECT_TRUE(contains(result.err, "would be written over the input")) << result.err;
    EXPECT_EQ(content_of(file), content_of(kFile)) << call[1] << ' ' << call.back();
    EXPECT_EQ(content_of(odd + "/planes.npy"), content_of(kFile));
  }
  // Not there yet, but whoever reads the folder next would take it for games.
  const Finished shard =
      run_tabiya({"data", "export", games, "--format", "pgn", "-o", games + "/000002.games"});
  EXPECT_EQ(shard.exit_code, 1);
  EXPECT_TRUE(contains(shard.err, "has the name of a file of games")) << shard.err;
  EXPECT_FALSE(std::filesystem::exists(games + "/000002.games"));
  folder.write("both/training/000001.games", content_of(kFile));
  const Finished split = run_tabiya({"data", "split", (folder.path() / "both/training").string(),
                                     "-o", (folder.path() / "both").string()});
  EXPECT_EQ(split.exit_code, 1);
  EXPECT_TRUE(contains(split.err, "would be written over the input")) << split.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "both/validation"));
}

// What was imported before stays, sealed and whole.
TEST(DataCommand, KeepsWhatItImportedBeforeCtrlC) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  const std::string data = (folder.path() / "data").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int writer = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  const std::string line = "{\"result\": \"1-0\", \"moves\": [\"e2e4\"]}\n";
  ASSERT_EQ(write(writer, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  Process process(
      {.arguments = {TABIYA_PROGRAM, "data", "import", "--format", "jsonl", pipe, "-o", data}});
  EXPECT_TRUE(process.wait_until([&] {
    std::error_code none_yet;
    const auto size = std::filesystem::file_size(data + "/000001.open", none_yet);
    return !none_yet && size > 16;
  }));
  kill(process.id(), SIGINT);
  const Finished result = process.wait();
  close(writer);
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(result.out, data + ": 1 game, 1 position added; 0 skipped\n");
  EXPECT_TRUE(std::filesystem::exists(data + "/000001.games"));
  EXPECT_TRUE(contains(exported(data), "e2e4"));
}

TEST(DataCommand, ExportsIntoAPipeOrALinkWithoutReplacingIt) {
  const TemporaryFolder folder;
  folder.write("real.jsonl", "old");
  std::filesystem::create_symlink("real.jsonl", folder.path() / "link.jsonl");
  const std::string games = TABIYA_TEST_DATA "/training";
  const Finished through_link = run_tabiya(
      {"data", "export", games, "--format", "jsonl", "-o", folder.path() / "link.jsonl"});
  EXPECT_EQ(through_link.exit_code, 0) << through_link.err;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.jsonl"));
  EXPECT_GT(std::filesystem::file_size(folder.path() / "real.jsonl"), 100U);

  std::filesystem::create_symlink("later.jsonl", folder.path() / "early.jsonl");
  const Finished to_a_new_file = run_tabiya(
      {"data", "export", games, "--format", "jsonl", "-o", folder.path() / "early.jsonl"});
  EXPECT_EQ(to_a_new_file.exit_code, 0) << to_a_new_file.err;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "early.jsonl"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder.path() / "later.jsonl"));

  std::filesystem::create_symlink("/dev/null", folder.path() / "nothing");
  const Finished to_device =
      run_tabiya({"data", "export", games, "--format", "jsonl", "-o", folder.path() / "nothing"});
  EXPECT_EQ(to_device.exit_code, 0) << to_device.err;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace tabiya::test
