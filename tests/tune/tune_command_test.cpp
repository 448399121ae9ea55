// The command as people use it: the real program, and an engine whose optimum is known.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

const std::string kAll =
    "[[parameter]]\nname = \"Alpha\"\nstep = 6\nrate = 0.03\n"
    "[[parameter]]\nname = \"Beta\"\nstep = 60\nrate = 0.03\n"
    "[[parameter]]\nname = \"Gamma\"\nstep = 6\nrate = 0.03\n";

std::string settings(const std::string& top, const std::string& parameters = kAll,
                     const std::string& arguments = "") {
  return top +
         "\nnodes = 1\nmax_moves = 8\nresign = { moves = 1, score = 900 }\n"
         "[engine]\ncmd = \"" TABIYA_TUNABLE_ENGINE "\"\nargs = \"" +
         arguments + "\"\n" + parameters;
}

// A settings file in a folder of its own.
class Tuning {
 public:
  explicit Tuning(const std::string& text) { change(text); }

  void change(const std::string& text) const { folder_.write("a.toml", text); }
  std::vector<std::string> words() const { return {"tune", (folder_.path() / "a.toml").string()}; }
  Finished run() const { return run_tabiya(words()); }
  std::string content(const std::string& name) const {
    return content_of(folder_.path() / "a" / name);
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / "a" / name; }

  std::map<std::string, int> values() const {
    std::map<std::string, int> values;
    std::istringstream lines(content("result.txt"));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      std::string equals;
      int value = 0;
      if (words >> name >> equals >> value && equals == "=") values[name] = value;
    }
    return values;
  }
  // Without an end: of the last whole line.
  int iterations() const {
    const std::string log = content("log.csv");
    const auto end = log.rfind('\n');
    if (end == std::string::npos || end == 0) return 0;
    return std::atoi(log.c_str() + log.rfind('\n', end - 1) + 1);
  }

 private:
  TemporaryFolder folder_;
};

// From (40, 600, 10), by games alone; the best values are (70, 300, -20).
TEST(TuneCommandThreads, FindsTheOptimumOfAnEngine) {
  const Tuning tuning(settings("games = 3200\nconcurrency = 2"));
  const Finished result = tuning.run();
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto values = tuning.values();
  ASSERT_EQ(values.size(), 3U) << tuning.content("result.txt");
  EXPECT_NEAR(values.at("Alpha"), 70, 15);
  EXPECT_NEAR(values.at("Beta"), 300, 150);
  EXPECT_NEAR(values.at("Gamma"), -20, 15);
  EXPECT_NE(tuning.content("result.txt")
                .find(fmt::format("setoption name Beta value {}\n", values.at("Beta"))),
            std::string::npos);
  EXPECT_NE(result.out.find("3200 games of 400 iterations: +"), std::string::npos) << result.out;
  EXPECT_NE(tuning.content("parameters.svg").find("Gamma: 10 →"), std::string::npos);
}

TEST(TuneCommandThreads, TheValuesDependNeitherOnThreadsNorOnStops) {
  const std::string length = "games = 160\n";
  const Tuning one(settings(length + "concurrency = 1"));
  ASSERT_EQ(one.run().exit_code, 0);

  const Tuning three(settings(length + "concurrency = 3"));
  ASSERT_EQ(three.run().exit_code, 0);
  EXPECT_EQ(three.content("log.csv"), one.content("log.csv"));

  const Tuning stopped(settings(length + "concurrency = 2", kAll, "--slow 2"));
  int signal = SIGKILL;
  for (int stops = 0; stops < 4; ++stops) {
    const int before = stopped.iterations();
    std::vector<std::string> words = stopped.words();
    words.insert(words.begin(), TABIYA_PROGRAM);
    Process process({.arguments = words});
    process.wait_until([&] { return stopped.iterations() > before; });
    kill(process.id(), signal);
    const Finished end = process.wait();
    if (signal == SIGINT && end.exit_code != 0) {
      EXPECT_EQ(end.exit_code, 130) << end.err;
      EXPECT_NE(end.err.find("The same command resumes the run."), std::string::npos) << end.err;
    }
    signal = signal == SIGKILL ? SIGINT : SIGKILL;
  }
  EXPECT_LT(stopped.iterations(), 20) << "it was not stopped at all";
  const Finished last = stopped.run();
  EXPECT_EQ(last.exit_code, 0) << last.err;
  EXPECT_NE(last.out.find("Going on after iteration "), std::string::npos) << last.out;
  EXPECT_EQ(stopped.content("log.csv"), one.content("log.csv"));
}

TEST(TuneCommandThreads, GoesOnWithMoreGamesButNotWithOtherSettings) {
  const Tuning tuning(settings("games = 32"));
  ASSERT_EQ(tuning.run().exit_code, 0);
  const std::string before = tuning.content("log.csv");
  EXPECT_NE(tuning.run().out.find("This tuning was finished before"), std::string::npos);

  tuning.change(settings("games = 32\npairs = 8"));
  const Finished other = tuning.run();
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(
      other.err.find("is of a run with other settings: pairs was 4 and is 8. Undo the change"),
      std::string::npos)
      << other.err;
  EXPECT_EQ(tuning.content("log.csv"), before);

  tuning.change(settings("games = 48\nconcurrency = 2"));
  EXPECT_EQ(tuning.run().exit_code, 0);
  EXPECT_EQ(tuning.iterations(), 6);
  EXPECT_TRUE(tuning.content("log.csv").starts_with(before));
}

TEST(TuneCommand, AFinishedRunWritesTheReportThatAKillHasPrevented) {
  const Tuning tuning(settings("games = 16"));
  ASSERT_EQ(tuning.run().exit_code, 0);
  const std::string values = tuning.content("result.txt");
  std::filesystem::remove(tuning.path("result.txt"));
  std::filesystem::remove(tuning.path("parameters.svg"));
  EXPECT_EQ(tuning.run().exit_code, 0);
  EXPECT_EQ(tuning.content("result.txt"), values);
  EXPECT_TRUE(std::filesystem::exists(tuning.path("parameters.svg")));
}

TEST(TuneCommandThreads, DiscardsPairsInWhichAnEngineFails) {
  // Near the end of the range it crashes; the start is far from there.
  const std::string wide = "[[parameter]]\nname = \"Alpha\"\nvalue = 60\nstep = 6\nrate = 0.1\n";
  const Tuning tuning(settings("games = 240\nconcurrency = 2", wide, "--crash-at 69"));
  const Finished result = tuning.run();
  if (result.exit_code == 0) {
    EXPECT_NE(result.out.find("pairs discarded"), std::string::npos) << result.out;
  } else {
    EXPECT_NE(result.err.find("the engine failed in "), std::string::npos) << result.err;
  }
  EXPECT_NE(result.err.find("a pair is discarded: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("exit code 7"), std::string::npos) << result.err;
}

TEST(TuneCommandThreads, DoesNotWaitLongForAnEngineThatHangs) {
  const Tuning tuning(settings("games = 4\npairs = 2\nlongest_move = 0.1", kAll, "--slow 60000"));
  const Finished result = tuning.run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("a pair is discarded: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("loses: it did not answer with a move"), std::string::npos)
      << result.err;
}

TEST(TuneCommandThreads, EndsWhenEnginesFailOften) {
  const Tuning tuning(settings("games = 800", kAll, "--crash-at 1"));
  const Finished result = tuning.run();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("tabiya tune: the engine failed in 5 of 5 pairs, at last: "),
            std::string::npos)
      << result.err;
}

TEST(TuneCommand, SaysWhatIsWrongBeforeTheFirstGame) {
  const auto error_of = [](const std::string& parameter, const std::string& top = "games = 8") {
    const Tuning tuning(settings(top, "[[parameter]]\n" + parameter));
    const Finished result = tuning.run();
    EXPECT_EQ(result.exit_code, 1) << result.out;
    EXPECT_FALSE(std::filesystem::exists(tuning.path(""))) << "a wrong file leaves nothing behind";
    return result.err;
  };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(error_of("name = \"Delta\""),
         "line 8: the parameter Delta: the engine has no such option");
  expect(error_of("name = \"Style\""),
         "the option is no whole number (spin), but of the type combo");
  expect(error_of("name = \"Alpha\"\nvalue = 101"), "the value 101 is not in the range 0 to 100");
  expect(error_of("name = \"Alpha\"\nhighest = 200"),
         "the range 0 to 200 is not within the engine's 0 to 100");
  expect(error_of("name = \"Alpha\"\nlowest = 9\nhighest = 9"), "lowest 9 is not below highest 9");
  expect(error_of("name = \"Alpha\"\nstep = 101"), "the step 101 is wider than the range 0 to 100");
  expect(error_of("name = \"Boundless\""), "the engine tells no range: give lowest and highest");
  expect(error_of("name = \"Alpha\"", "games = 8\nopenings = \"none.epd\""), "none.epd");
  expect(error_of("name = \"Alpha\"\n[engine.options]\nStile = 1"), "it has no option \"Stile\"");

  const TemporaryFolder folder;
  folder.write("a.toml",
               "games = 8\nnodes = 1\n[engine]\ncmd = \"./none\"\n[[parameter]]\nname = \"A\"\n");
  expect(run_tabiya({"tune", (folder.path() / "a.toml").string()}).err, "none");
}

TEST(TuneCommand, RefusesAFolderThatIsInUseOrOfSomethingElse) {
  const Tuning tuning(settings("games = 8000", kAll, "--slow 5"));
  std::vector<std::string> words = tuning.words();
  words.insert(words.begin(), TABIYA_PROGRAM);
  Process first({.arguments = words});
  ASSERT_TRUE(comes_true([&] { return tuning.iterations() > 0; }));
  const Finished second = tuning.run();
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_NE(second.err.find("another run of this command is at work in"), std::string::npos);
  kill(first.id(), SIGTERM);
  EXPECT_EQ(first.wait().exit_code, 143);

  std::filesystem::remove(tuning.path("state.json"));
  EXPECT_NE(tuning.run().err.find("log.csv is there, but no state.json beside it"),
            std::string::npos);
  std::ofstream(tuning.path("state.json")) << "{\"settings\": {}}";
  EXPECT_NE(tuning.run().err.find("state.json is"), std::string::npos);
  std::ofstream(tuning.path("state.json")) << "[1, 2";
  EXPECT_NE(tuning.run().err.find("state.json is damaged"), std::string::npos);
}

TEST(TuneCommand, ATemplateIsASettingsFile) {
  const Finished printed =
      run_tabiya({"tune", "--template", "cmd=" TABIYA_TUNABLE_ENGINE, "nodes=1"});
  ASSERT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_EQ(printed.out.find("\"Hash\""), std::string::npos) << "nobody tunes that";
  for (const char* const name : {"\"Fixed\"", "\"Seed\""})
    EXPECT_EQ(printed.out.find(name), std::string::npos) << "this range would be refused";
  EXPECT_NE(printed.out.find("[[parameter]]\nname = \"Beta\"\nvalue = 600\nlowest = 0\n"
                             "highest = 1000\nstep = 50\n"),
            std::string::npos)
      << printed.out;
  std::string text = printed.out;
  const std::string without_range = "# lowest = ?\n# highest = ?\n";
  text.replace(text.find(without_range), without_range.size(), "lowest = 1\nhighest = 9\n");
  text.replace(text.find("games = 30000"), 13, "games = 8");
  const Tuning tuning(text + "\n");
  const Finished result = tuning.run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(tuning.values().size(), 4U);
}

}  // namespace
}  // namespace tabiya::test
