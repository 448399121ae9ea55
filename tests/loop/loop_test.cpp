// The order of the steps, with commands that only pretend.
#include "loop/loop.h"
#include "base/result.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "base/file.h"

#include "loop/chart.h"
#include "loop/status.h"
#include "loop/steps.h"
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
    config_.stages = {{.generations = 3, .window = 2}};
  }

  Result<LoopEnd> run() {
    return run_loop(
        config_, "/bin/tabiya",
        {.check = [this](const Words& words) -> Result<void> {
           checked.push_back(words);
           if (words.front() == refuses || std::ranges::find(words, refuses_word) != words.end())
             return failure("--x is not expected");
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
  std::string refuses_word;
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
  for (const char* step : {"net", "selfplay", "train", "match"}) {
    const test::TemporaryFolder folder;
    Pretender program(folder);
    program.config_.stages[0].generations = 1;
    program.results = {kWon};
    program.stops_in = step;
    ASSERT_EQ(program.run(), LoopEnd::Stopped);
    EXPECT_TRUE(finished_generations(folder.path() / "run").value().empty());

    program.stop = false;
    program.stops_in.clear();
    program.commands.clear();
    ASSERT_EQ(program.run(), LoopEnd::Finished);
    // A network that is there is not trained again.
    const bool trains = std::ranges::any_of(
        program.commands, [](const Words& words) { return words.front() == "train"; });
    EXPECT_EQ(trains, std::string_view(step) != "match");
    EXPECT_EQ(finished_generations(folder.path() / "run").value().size(), 1U);
  }
}

TEST(Loop, ChecksEveryTableBeforeTheFirstStepBegins) {
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
  program.config_.stages[0].generations = 1;
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

TEST(Loop, NotesTheSecondsOfAStepThatMayBeKilled) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.stages[0].generations = 1;
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
  program.config_.stages[0].generations = 1;
  program.results = {kWon};
  folder.write("run/0001/seconds.json", R"({"selfplay": "long"})");
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  EXPECT_TRUE(program.said.front().starts_with((folder.path() / "run/0001/seconds.json").string()))
      << program.said.front();
  EXPECT_TRUE(program.said.front().ends_with("its times are counted anew")) << program.said.front();
}

TEST(Loop, EndsWithAnErrorThatNamesTheStep) {
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
  program.config_.stages[0].generations = 1;
  program.results = {kWon};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  program.config_.kind = LoopKind::Az;
  program.config_.start = "uniform";
  program.config_.stages[0].generations = 2;
  const auto end = program.run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message,
            (folder.path() / "run").string() +
                " has networks of another kind (net.nnue): choose another folder");
}

// Two stages of one generation and one of two, told apart by their words.
LoopConfig config_of_stages(LoopConfig config) {
  config.stages = {{.line = 5,
                    .generations = 1,
                    .window = 1,
                    .promote_above = 200,
                    .selfplay = {"--nodes", "1"},
                    .train = {"--width", "64"},
                    .match = {"--nodes", "10"}},
                   {.line = 9,
                    .generations = 2,
                    .window = 2,
                    .selfplay = {"--nodes", "2"},
                    .train = {"--width", "128"},
                    .match = {"--nodes", "20"}}};
  return config;
}

TEST(Loop, MakesTheGenerationsOfAStageWithItsSettings) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_ = config_of_stages(program.config_);
  program.config_.start = "random";
  program.results = {kWon, kWon, kWon};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  ASSERT_EQ(program.commands.size(), 10U);
  EXPECT_EQ(program.commands[0],
            (Words{"net", "random", "--output", folder.path() / "run/random.nnue", "--width", "64",
                   "--seed", "1"}));
  EXPECT_TRUE(has(program.commands[1], (folder.path() / "run/random.nnue").string()));
  for (const std::size_t first : {1, 4, 7}) {
    EXPECT_EQ(program.commands[first].back(), first == 1 ? "1" : "2");
    EXPECT_EQ(program.commands[first + 1].back(), first == 1 ? "64" : "128");
    EXPECT_EQ(program.commands[first + 2].back(), first == 1 ? "10" : "20");
  }
  EXPECT_FALSE(has(program.commands[8], (folder.path() / "run/0001/games").string()))
      << "window of two";
  const auto all = finished_generations(folder.path() / "run").value();
  EXPECT_FALSE(all[0].promoted) << "147 is not above 200";
  EXPECT_TRUE(all[1].promoted);
}

TEST(Loop, ChecksTheTablesOfAllStagesToCome) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_ = config_of_stages(program.config_);
  program.refuses = "train";
  EXPECT_EQ(program.run().error().message, "[train] for the stage of line 5: --x is not expected");
  program.refuses.clear();
  program.checked.clear();
  program.results = {kWon};
  program.stops_in = "selfplay";
  ASSERT_EQ(program.run(), LoopEnd::Stopped);
  EXPECT_EQ(program.checked.size(), 6U) << "three of each stage";

  // A stage that is over is not checked again.
  folder.write("run/0001/generation.json", to_json({.number = 1, .network = "net.nnue"}));
  program.checked.clear();
  program.stop = false;
  ASSERT_EQ(program.run(), LoopEnd::Stopped);
  ASSERT_EQ(program.checked.size(), 3U);
  EXPECT_TRUE(has(program.checked[1], "128"));
}

LoopOpponent opponent_named(std::string name, std::uint64_t from) {
  return {.name = name,
          .engine = {"cmd=/bin/" + name, "name=" + name},
          .match = {"--games", "8"},
          .from = from};
}

TEST(Loop, MeetsOpponentsWithGenerationsThatWerePromoted) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.opponents = {opponent_named("toga", 1), opponent_named("later", 3)};
  program.results = {kWon, kLost, kLost, kWon, kWon, kLost};
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  const auto all = finished_generations(folder.path() / "run").value();
  ASSERT_EQ(all[0].opponents.size(), 1U);
  EXPECT_EQ(all[0].opponents[0].name, "toga");
  EXPECT_EQ(all[0].opponents[0].games, (Wdl{10, 10, 30}));
  EXPECT_TRUE(all[1].opponents.empty()) << "it was not promoted";
  ASSERT_EQ(all[2].opponents.size(), 2U);
  EXPECT_EQ(all[2].opponents[1].name, "later");
  EXPECT_EQ(program.said.back(), "Generation 3: -147 ± 95 Elo over later (+10 =10 -30)");

  const Words& words = program.commands.back();
  const std::string file = folder.path() / "run/0003/opponent-later";
  EXPECT_TRUE(has(words, file + ".json") && has(words, file + ".pgn"));
  EXPECT_TRUE(has(words, "cmd=/bin/later") && has(words, "name=generation 3"));
  EXPECT_EQ(std::vector(words.end() - 4, words.end()),
            (Words{"--games", "8", "--movetime", "0.1"}));
}

TEST(Loop, GoesOnWithTheOpponentItHadNotMet) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.stages[0].generations = 1;
  program.config_.opponents = {opponent_named("first", 1), opponent_named("second", 1)};
  program.results = {kWon, kWon, kLost};
  int commands = 0;
  program.during = [&] { program.stops_in = ++commands == 6 ? "match" : ""; };
  ASSERT_EQ(program.run(), LoopEnd::Stopped);
  EXPECT_TRUE(finished_generations(folder.path() / "run").value().empty());

  program.stop = false;
  program.commands.clear();
  ASSERT_EQ(program.run(), LoopEnd::Finished);
  ASSERT_EQ(program.commands.size(), 1U);
  EXPECT_TRUE(has(program.commands[0], "name=second"));
  EXPECT_EQ(finished_generations(folder.path() / "run").value()[0].opponents.size(), 2U);
}

TEST(Loop, RefusesAnOpponentThatTheMatchRefuses) {
  const test::TemporaryFolder folder;
  Pretender program(folder);
  program.config_.opponents = {opponent_named("toga", 2)};
  program.refuses_word = "name=toga";
  EXPECT_EQ(program.run().error().message, "[[opponent]] toga: --x is not expected");
  EXPECT_TRUE(program.commands.empty());
}

TEST(LoopSteps, GiveTheMatchNetworksWithAnyName) {
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

TEST(LoopSteps, LimitTheMovesOfAMatchThatHasNoLimit) {
  LoopConfig config;
  EXPECT_TRUE(has(match_words(config, 1, 0, "/bin/tabiya"), "20000"));
  config.stages[0].match = {"--tc", "1+0.01"};
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
  first.config_.stages[0].generations = 1;
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
                              .opponents = {{.name = "toga", .games = {1, 2, 3}, .elo = -120}},
                              .positions = 12'345'678'901,
                              .selfplay_seconds = 1,
                              .train_seconds = 2,
                              .match_seconds = 3,
                              .opponents_seconds = 4};
  EXPECT_EQ(generation_from_json(to_json(generation)), generation);
}

TEST(Generations, OfEarlierVersionsKnowNeitherOpponentsNorPositions) {
  const auto read = generation_from_json(
      R"({"generation": 1, "network": "net.nnue", "opponent": 0, "elo": 41, "error": 9,
          "match": {"wins": 3, "draws": 2, "losses": 1}, "promoted": true,
          "seconds": {"selfplay": 1, "train": 2, "match": 3}})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->opponents.empty());
  EXPECT_EQ(read->positions, 0U);
  EXPECT_EQ(read->seconds(), 6);
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
  begun.opponents_seconds = 61;
  folder.write("0001/seconds.json", seconds_to_json(begun));
  EXPECT_TRUE(unfinished_text(folder.path(), {}).ends_with(", opponents 1:01 so far.\n"));
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
                                           .positions = 1'540'000,
                                           .selfplay_seconds = 61,
                                           .train_seconds = 5,
                                           .match_seconds = 3600}});
  EXPECT_NE(table.find("  1*   start  +30 =10 -10     +147     95              147     95"
                       "        1:01      0:05  60:00      1.5 M   1:01\n"),
            std::string::npos)
      << table;
}

TEST(LoopStatus, AddsUpPositionsAndHours) {
  const Generation one{.number = 1, .positions = 8'000, .selfplay_seconds = 1800};
  const Generation two{
      .number = 2, .positions = 92'000, .selfplay_seconds = 3600, .opponents_seconds = 1800};
  const std::string table = status_table({one, two});
  EXPECT_NE(table.find("       8000   0:30\n"), std::string::npos) << table;
  EXPECT_NE(table.find("      100 k   2:00\n"), std::string::npos) << table;
}

std::string content_of(const std::filesystem::path& file) {
  const auto bytes = read_file(file, 1 << 20).value();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(LoopStatus, ShowsOpponentsInATableOfTheirOwnAndAsLinesOfThePicture) {
  const test::TemporaryFolder folder;
  const Generation one{.number = 1, .match = {3, 2, 1}, .elo = 50, .promoted = true};
  Generation two = one;
  two.number = 2;
  two.opponents = {{.name = "toga", .games = {3, 2, 5}, .elo = -70.2, .error = 20}};
  Generation three = two;
  three.number = 3;
  three.opponents[0].elo = 25;
  three.opponents.push_back({.name = "a-rather-long-name", .games = {.losses = 20}, .elo = -640});
  const std::string table = status_table({one, two, three});
  EXPECT_NE(table.find("\nElo over opponents that do not change\n"
                       "  #             toga  a-rather-long-name\n"
                       "  2         -70 ± 20                   -\n"
                       "  3         +25 ± 20               <-277\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("all games won or lost"), std::string::npos) << table;
  EXPECT_EQ(opponent_verdict(two, two.opponents[0]),
            "Generation 2: -70 ± 20 Elo over toga (+3 =2 -5)");

  ASSERT_TRUE(write_chart(folder.path(), {one, two, three}));
  const std::string csv = content_of(folder.path() / "generations.csv");
  EXPECT_NE(csv.find(",positions,over_toga,over_toga_error,over_a-rather-long-name,"
                     "over_a-rather-long-name_error\n"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",-70.2,20.0,,\n"), std::string::npos) << csv;
  EXPECT_NE(content_of(folder.path() / "elo.svg").find("over toga"), std::string::npos);
}

}  // namespace
}  // namespace tabiya
