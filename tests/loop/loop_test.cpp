// The order of stages, with commands that only pretend.
#include "loop/loop.h"
#include "base/result.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "loop/stages.h"
#include "loop/status.h"
#include "match/engine_spec.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

// Stands for the program: makes the files that the commands would make.
class Pretender {
 public:
  explicit Pretender(const test::TemporaryFolder& folder) : folder_(folder) {
    config_.folder = folder.path() / "run";
    config_.start = "bootstrap";
    config_.generations = 3;
    config_.window = 2;
  }

  Result<LoopEnd> run() {
    return run_loop(config_, "/bin/tabiya",
                    {.check = [this](const Words& words) -> Result<void> {
                       checked.push_back(words);
                       if (words.front() == refuses) return failure("--x is not expected");
                       return {};
                     },
                     .run =
                         [this](const Words& words, const std::function<void()>& meanwhile) {
                           do meanwhile();
                           while (!meanwhile_until());
                           during();
                           return command(words);
                         },
                     .say = [this](const std::string& sentence) { said.push_back(sentence); },
                     .stop_requested = [this] { return stop; }});
  }

  std::vector<Words> commands;
  std::vector<Words> checked;
  std::string refuses;  // the command that does when it is checked
  std::vector<std::string> said;
  std::vector<std::string> results;  // of the matches to come
  std::string fails;                 // the command that does
  std::string stops_in;              // the command during which Ctrl-C comes
  bool stop = false;
  std::function<bool()> meanwhile_until = [] { return true; };  // a command runs as long
  std::function<void()> during = [] {};                         // every command
  LoopConfig config_;

 private:
  Result<int> command(const Words& words) {
    commands.push_back(words);
    const std::string& name = words.front();
    if (name == fails) return 1;
    if (name == stops_in) {
      stop = true;
      return 130;
    }
    const auto value = [&](std::string_view option) {
      return *(std::ranges::find(words, option) + 1);
    };
    if (name == "net" || name == "train") write(value("--output"), "a network");
    if (name == "match") {
      write(value("--result"), results.front());
      results.erase(results.begin());
    }
    return 0;
  }
  void write(const std::string& file, std::string_view text) const {
    folder_.write(std::filesystem::relative(file, folder_.path()), text);
  }

  const test::TemporaryFolder& folder_;
};

constexpr const char* kWon =
    R"({"wins": 30, "draws": 10, "losses": 10, "elo": 147.2, "error": 95.0})";
constexpr const char* kLost =
    R"({"wins": 10, "draws": 10, "losses": 30, "elo": -147.2, "error": 95.0})";

bool has(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

TEST(Loop, PlaysTrainsAndMeasuresGenerationAfterGeneration) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.results = {kWon, kLost, kWon};
  const auto end = program.run();
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_EQ(*end, LoopEnd::Finished);
  std::vector<std::string> names;
  for (const Words& words : program.commands) names.push_back(words.front());
  EXPECT_EQ(names, (std::vector<std::string>{"net", "selfplay", "train", "match", "selfplay",
                                             "train", "match", "selfplay", "train", "match"}));

  // The second generation lost, so the third is played by the first and measured against it.
  const std::filesystem::path run = folder.path() / "run";
  EXPECT_TRUE(has(program.commands[4], (run / "0001/net.nnue").string()));
  EXPECT_TRUE(has(program.commands[7], (run / "0001/net.nnue").string()));
  // It learns from the window of two.
  EXPECT_FALSE(has(program.commands[8], (run / "0001/games").string()));
  EXPECT_TRUE(has(program.commands[8], (run / "0002/games").string()));
  EXPECT_TRUE(has(program.commands[8], (run / "0003/games").string()));

  const auto all = finished_generations(run).value();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_TRUE(all[0].promoted && !all[1].promoted && all[2].promoted);
  EXPECT_EQ(all[2].opponent, 1U);
  EXPECT_EQ(best_generation(all), 3U);
  const auto strength = strengths(all);
  EXPECT_NEAR(strength[1].elo, 0, 0.1);
  EXPECT_NEAR(strength[2].elo, 294.4, 0.1);
  EXPECT_NEAR(strength[2].error, 134.4, 0.1);
  EXPECT_EQ(program.said.back(),
            "Generation 3: +147 ± 95 Elo over generation 1 (+30 =10 -10), promoted");
}

TEST(Loop, GoesOnWhereItWasStopped) {
  for (const char* stage : {"net", "selfplay", "train", "match"}) {
    const test::TemporaryFolder folder;
    Pretender program(folder);
    program.config_.generations = 1;
    program.results = {kWon};
    program.stops_in = stage;
    ASSERT_EQ(program.run(), LoopEnd::Stopped);
    EXPECT_TRUE(finished_generations(folder.path() / "run").value().empty());

    program.stop = false;
    program.stops_in.clear();
    program.commands.clear();
    ASSERT_EQ(program.run(), LoopEnd::Finished);
    // A network that is there is not trained again.
    const bool trains = std::ranges::any_of(
        program.commands, [](const Words& words) { return words.front() == "train"; });
    EXPECT_EQ(trains, std::string_view(stage) != "match");
    EXPECT_EQ(finished_generations(folder.path() / "run").value().size(), 1U);
  }
}

TEST(Loop, ChecksEveryTableBeforeTheFirstStageBegins) {
  for (const std::string table : {"selfplay", "train", "match"}) {
    const test::TemporaryFolder folder;
    Pretender program(folder);
    program.refuses = table;
    const auto end = program.run();
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message, "[" + table + "] --x is not expected");
    EXPECT_TRUE(program.commands.empty());
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "run")) << "nothing was made for nothing";
  }
}

TEST(Loop, AddsUpTheSecondsOfAllRuns) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.generations = 1;
  program.results = {kWon};
  program.stops_in = "match";
  ASSERT_EQ(program.run(), LoopEnd::Stopped);
  ASSERT_TRUE(std::filesystem::exists(folder.path() / "run/0001/seconds.json"));
  folder.write("run/0001/seconds.json", R"({"selfplay": 100, "train": 200, "match": 300})");

  program.stop = false;
  program.stops_in.clear();
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  const Generation one = finished_generations(folder.path() / "run").value().front();
  EXPECT_EQ(one.selfplay_seconds, 100) << "it was not played again";
  EXPECT_EQ(one.train_seconds, 200);
  EXPECT_GT(one.match_seconds, 300);
  EXPECT_LT(one.match_seconds, 400);
}

TEST(Loop, NotesTheSecondsOfAStageThatMayBeKilled) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.generations = 1;
  program.results = {kWon};
  Generation seen;
  const auto begin = std::chrono::steady_clock::now();
  program.meanwhile_until = [&] {
    if (program.commands.empty()) return true;  // the bootstrap network, which is not timed
    EXPECT_TRUE(read_seconds(folder.path() / "run", seen));
    return seen.selfplay_seconds > 0 ||
           std::chrono::steady_clock::now() - begin > std::chrono::seconds(8);
  };
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  EXPECT_GT(seen.selfplay_seconds, 0) << "eight seconds of self-play would be lost";
}

TEST(Loop, CountsAnewWhereAFileOfSecondsIsBroken) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.generations = 1;
  program.results = {kWon};
  folder.write("run/0001/seconds.json", R"({"selfplay": "long"})");
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  EXPECT_TRUE(program.said.front().starts_with((folder.path() / "run/0001/seconds.json").string()))
      << program.said.front();
  EXPECT_TRUE(program.said.front().ends_with("its times are counted anew")) << program.said.front();
}

TEST(Loop, EndsWithAnErrorThatNamesTheStage) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.fails = "train";
  const auto end = program.run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            "generation 1: training failed (exit code 1); the same command of the loop tries "
            "again");
}

TEST(Loop, PromotesBySequentialTestIfThereWasOne) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.results = {
      R"({"wins": 30, "draws": 10, "losses": 29, "elo": 5, "error": 60,
          "sprt": {"accepted": "elo0"}})",
      R"({"wins": 30, "draws": 10, "losses": 29, "elo": 5, "error": 60,
          "sprt": {"accepted": null}})",
      R"({"wins": 30, "draws": 10, "losses": 29, "elo": 5, "error": 60,
          "sprt": {"accepted": "elo1"}})"};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  const auto all = finished_generations(folder.path() / "run").value();
  EXPECT_TRUE(!all[0].promoted && !all[1].promoted && all[2].promoted);
}

TEST(Loop, RefusesToGoOnWithNetworksOfAnotherKind) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.generations = 1;
  program.results = {kWon};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  program.config_.kind = LoopKind::Az;
  program.config_.start = "uniform";
  program.config_.generations = 2;
  const auto end = program.run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            (folder.path() / "run").string() +
                " has networks of another kind (net.nnue): choose another folder");
}

TEST(LoopStages, GiveTheMatchNetworksWithAnyName) {
  LoopConfig config;
  config.folder = "/a \"b\" it's nodes=5\n";
  const Words words = match_words(config, 1, 0, "/odd \" name=x/tabiya");
  const auto first = std::ranges::find(words, "--engine") + 1;
  EngineSpec spec;
  const auto read = apply_settings(std::span(first, first + 3), spec);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(spec.command, "/odd \" name=x/tabiya");
  EXPECT_EQ(spec.name, "generation 1");
  EXPECT_EQ(spec.arguments.back(), config.folder.string() + "/0001/net.nnue");
  EXPECT_TRUE(spec.limits.empty());
}

TEST(LoopStages, LimitTheMovesOfAMatchThatHasNoLimit) {
  LoopConfig config;
  EXPECT_TRUE(has(match_words(config, 1, 0, "/bin/tabiya"), "20000"));
  config.match = {"--tc", "1+0.01"};
  EXPECT_FALSE(has(match_words(config, 1, 0, "/bin/tabiya"), "20000"));
}

TEST(Loop, RefusesAStartThatIsNotThere) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.start = "/no/such/net.nnue";
  const auto end = program.run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, "start: there is no file /no/such/net.nnue");
  EXPECT_FALSE(std::filesystem::exists(program.config_.folder)) << "nothing was begun";
}

TEST(Loop, RefusesAFolderThatIsAFile) {
  const test::TemporaryFolder folder;
  folder.write("run", "kind = \"nnue\"");
  Pretender program(folder);
  const auto end = program.run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            (folder.path() / "run").string() +
                " is a file where the folder of the run should be: name another with "
                "folder = \"…\"");
}

TEST(Loop, IsTheOnlyOneInItsFolder) {
  const test::TemporaryFolder folder;
  Pretender first(folder);
  first.config_.generations = 1;
  first.results = {kWon};
  Pretender second(folder);
  Result<LoopEnd> refused = LoopEnd::Finished;
  first.during = [&] { refused = second.run(); };
  ASSERT_EQ(first.run(), LoopEnd::Finished);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "another loop is at work in " +
                                         (folder.path() / "run").string() +
                                         ": wait for it, or choose another folder");
  EXPECT_TRUE(second.commands.empty());
}

TEST(Generations, AreReadBackAsTheyWereWritten) {
  const Generation generation{.number = 7,
                              .network = "net.nnue",
                              .opponent = 5,
                              .match = {3, 4, 5},
                              .elo = -12.5,
                              .error = 30.25,
                              .promoted = true,
                              .selfplay_seconds = 1,
                              .train_seconds = 2,
                              .match_seconds = 3};
  EXPECT_EQ(generation_from_json(to_json(generation)), generation);
}

TEST(Generations, NamesTheFileThatIsBroken) {
  const test::TemporaryFolder folder;
  folder.write("0001/generation.json", "{\"generation\": 1}");
  const auto all = finished_generations(folder.path());
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().message,
            (folder.path() / "0001/generation.json").string() +
                ": it is damaged, or not what the loop wrote; remove it, and the loop "
                "writes it anew from the match");
}

// What is removed is written again, and what came after it stays as it was.
TEST(Loop, WritesAGenerationAnewWhoseFileWasRemoved) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.results = {kWon, kLost, kWon};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  const auto before = finished_generations(folder.path() / "run").value();
  std::filesystem::remove(folder.path() / "run/0002/generation.json");
  program.commands.clear();
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  EXPECT_TRUE(program.commands.empty());
  EXPECT_EQ(finished_generations(folder.path() / "run").value(), before);
}

TEST(LoopStatus, TellsHowFarTheNextGenerationIs) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(unfinished_text(folder.path(), {}), "");
  Generation begun;
  begun.selfplay_seconds = 750;
  begun.train_seconds = 45;
  folder.write("0001/seconds.json", seconds_to_json(begun));
  EXPECT_EQ(unfinished_text(folder.path(), {}),
            "Generation 1 is not finished: self-play 12:30, training 0:45, match 0:00 so far.\n");
}

TEST(LoopStatus, GivesNothingNoSign) {
  const Generation drawn{.number = 1, .network = "net.nnue", .match = {1, 2, 1}, .elo = -1e-9};
  EXPECT_NE(status_table({drawn}).find("+1 =2 -1           0      0 "), std::string::npos)
      << status_table({drawn});
  EXPECT_TRUE(verdict(drawn).starts_with("Generation 1: 0 ± 0 Elo")) << verdict(drawn);
}

// As `tabiya match` says it.
TEST(LoopStatus, TellsABoundWhereAllGamesWereWonOrLost) {
  const Generation won{.number = 2,
                       .network = "net.nnue",
                       .opponent = 1,
                       .match = {.wins = 20},
                       .elo = 640,
                       .error = 400,
                       .promoted = true};
  EXPECT_EQ(verdict(won),
            "Generation 2: Elo above +277 (95 %), all games won, against generation 1 (+20 =0 -0), "
            "promoted");
  Generation lost = won;
  lost.number = 1;
  lost.opponent = 0;
  lost.match = won.match.reversed();
  lost.elo = -640;
  const std::string table = status_table({lost, won});
  EXPECT_NE(table.find("+0 =0 -20      <-277      "), std::string::npos) << table;
  EXPECT_NE(table.find("+20 =0 -0      >+277      "), std::string::npos) << table;
  EXPECT_NE(table.find("all games won or lost"), std::string::npos) << table;
}

TEST(LoopStatus, IsATableOfAllGenerations) {
  EXPECT_EQ(status_table({}), "No generation is finished yet.\n");
  const std::string table = status_table({{.number = 1,
                                           .network = "net.nnue",
                                           .opponent = 0,
                                           .match = {30, 10, 10},
                                           .elo = 147.2,
                                           .error = 95,
                                           .promoted = true,
                                           .selfplay_seconds = 61,
                                           .train_seconds = 5,
                                           .match_seconds = 3600}});
  EXPECT_NE(table.find("  1*   start  +30 =10 -10     +147     95              147     95"
                       "        1:01      0:05  60:00\n"),
            std::string::npos)
      << table;
}

}  // namespace
}  // namespace tabiya
