// The tree search behind the engine's door, with real network files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "chess/movegen.h"
#include "engine/engine.h"
#include "engine/settings.h"
#include "inference/tower.h"
#include "notation/uci_move.h"
#include "support/conversation.h"
#include "support/data.h"
#include "support/temporary_folder.h"
#include "support/think.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;

class MctsEngineThreads : public testing::Test {
 protected:
  MctsEngineThreads() {
    write(network, onnx_file_of(random_tower(*TowerShape::named("1x8", 2), 1)));
  }

  static void write(const std::filesystem::path& file, const std::vector<std::byte>& bytes) {
    std::ofstream(file, std::ios::binary) << test::as_text(bytes);
  }
  std::string set(std::string_view name, std::string_view value) {
    const auto done = set_option(engine, name, value);
    return done ? "" : done.error().message;
  }
  // A legal move within these limits.
  void expect_move(const SearchLimits& limits) {
    const SearchResult result = test::think(engine, limits);
    ASSERT_TRUE(result.best);
    EXPECT_TRUE(is_legal(engine.game().position(), *result.best));
  }
  static SearchLimits nodes(std::uint64_t count) {
    SearchLimits limits;
    limits.nodes = count;
    return limits;
  }

  test::TemporaryFolder folder;
  std::filesystem::path network = folder.path() / "small.onnx";
  Engine engine;
};

TEST_F(MctsEngineThreads, TakeTurnsWithTheOtherSearch) {
  expect_move(nodes(500));
  EXPECT_EQ(set("Engine", "MCTS"), "");
  expect_move(nodes(500));
  EXPECT_EQ(set("Engine", "alphabeta"), "");
  expect_move(nodes(500));
  EXPECT_EQ(set("Engine", "guessing"), "Engine is one of alphabeta, mcts, not \"guessing\"");
}

TEST_F(MctsEngineThreads, SayThatThereIsNoNetwork) {
  struct Ear final : EngineListener {
    void on_note(const std::string& text) override { note += text; }
    std::string note;
  } ear;
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", "uniform"), "");
  engine.go(nodes(10), ear);
  engine.wait();
  EXPECT_NE(ear.note.find("WeightsFile"), std::string::npos);
  ear.note.clear();
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  engine.go(nodes(10), ear);
  engine.wait();
  EXPECT_EQ(ear.note, "");
}

TEST_F(MctsEngineThreads, PlayOnWhenTheNetworksFileIsGoneOrSpoilt) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  std::filesystem::remove(network);
  expect_move(nodes(200));
  write(network, std::vector<std::byte>(1000, std::byte{0x5a}));
  expect_move(nodes(200));
  // Asked to read it again, it refuses, and plays on with what it has.
  EXPECT_NE(set("WeightsFile", (folder.path() / "other.onnx").string()), "");
  std::filesystem::copy(network, folder.path() / "other.onnx");
  EXPECT_NE(set("WeightsFile", (folder.path() / "other.onnx").string()), "");
  EXPECT_NE(set("WeightsFile", folder.path().string()), "");
  expect_move(nodes(200));
}

// The one that comes with the program is looked for where the program is, once.
TEST_F(MctsEngineThreads, PlayOnWhenTheDefaultNetworksFileIsGone) {
  const std::filesystem::path program = folder.path() / "tabiya";
  std::filesystem::copy(TABIYA_PROGRAM, program);
  std::filesystem::rename(network, folder.path() / "default.onnx");
  test::Conversation copy({program, "uci"});
  copy.say("setoption name Engine value mcts\nsetoption name VerboseMoveStats value true\n");
  const auto priors = [&copy] {
    copy.say("go nodes 1\n");
    const std::string said = copy.expect("bestmove");
    return said.substr(said.find("info string"));
  };
  const std::string before = priors();
  std::filesystem::remove(folder.path() / "default.onnx");
  copy.say("setoption name Ponder value true\nucinewgame\n");
  EXPECT_EQ(priors(), before);
}

// Another arrangement of the same network is made from what is in memory, and the tree lives on.
TEST_F(MctsEngineThreads, KeepNetworkAndTreeWhenTheyAreArrangedAnew) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("VerboseMoveStats", "true"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  std::filesystem::remove(network);
  struct Ear final : EngineListener {
    void on_move_statistics(const std::vector<MoveStatistics>& moves) override {
      visits = 0;
      for (const MoveStatistics& move : moves) visits += move.visits;
    }
    std::uint64_t visits = 0;
  };
  // All visits of the root's moves, those of earlier searches included.
  const auto visits_after = [&](std::uint64_t more) {
    Ear ear;
    engine.go(nodes(more), ear);
    engine.wait();
    return ear.visits;
  };
  std::uint64_t expected = visits_after(300);
  EXPECT_GT(expected, 200U);
  for (const auto& [name, value] : {std::pair{"Threads", "2"},
                                    {"Batching", "together"},
                                    {"BatchTimeout", "0"},
                                    {"BatchSize", "4"},
                                    {"NetCache", "1000"},
                                    {"NetCache", "0"},
                                    {"CacheHistoryLength", "0"},
                                    {"CacheClocks", "false"},
                                    {"NetCache", "5000"},
                                    {"NetPrecision", "full"},
                                    {"Batching", "lanes"},
                                    {"Threads", "1"},
                                    {"Exploration", "180"}}) {
    EXPECT_EQ(set(name, value), "");
    EXPECT_EQ(visits_after(50), expected += 50) << name << " " << value;
  }
  // Other priors make another tree.
  EXPECT_EQ(set("PriorTemperature", "150"), "");
  EXPECT_LT(visits_after(50), 51U);
}

TEST_F(MctsEngineThreads, SayWhichOptionCouldNotBeChanged) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  EXPECT_EQ(set("NetDevice", "cuda").rfind("NetDevice stays as it was: ", 0), 0U);
  EXPECT_EQ(set("OnnxRuntime", network.string()).rfind("OnnxRuntime stays as it was: ", 0), 0U);
  expect_move(nodes(100));
}

TEST_F(MctsEngineThreads, EveryArrangementGivesAMove) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  const std::pair<const char*, const char*> steps[] = {{"Threads", "3"},
                                                       {"Batching", "together"},
                                                       {"BatchTimeout", "0"},
                                                       {"BatchSize", "1"},
                                                       {"BatchSize", "700"},
                                                       {"BatchTimeout", "1000000"},
                                                       {"Threads", "64"},
                                                       {"BatchTimeout", "100"},
                                                       {"Batching", "lanes"},
                                                       {"NetCache", "0"},
                                                       {"BatchSize", "0"},

                                                       {"TreeMemory", "1"},
                                                       {"PriorTemperature", "1"},
                                                       {"PriorTemperature", "1000"},
                                                       {"Exploration", "0"},
                                                       {"FirstPlayReduction", "200"},
                                                       {"MultiPV", "200"},
                                                       {"UCI_LimitStrength", "true"},
                                                       {"WeightsFile", ""},
                                                       {"Clear Hash", ""}};
  for (const auto& [name, value] : steps) {
    SCOPED_TRACE(std::string(name) + " " + value);
    EXPECT_EQ(set(name, value), "");
    SearchLimits limits = nodes(3000);
    limits.move_time = 200ms;
    expect_move(limits);
  }
}

// Not among the tests for the thread sanitizer: ONNX Runtime's own threads synchronise by means
// that it does not see.
using MctsEngineInside = MctsEngineThreads;
TEST_F(MctsEngineInside, ANetworkMayComputeWithSeveral) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  EXPECT_EQ(set("NetThreads", "2"), "");
  expect_move(nodes(500));
}

TEST_F(MctsEngineThreads, RefuseADeviceThatIsNotThere) {
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  EXPECT_NE(set("NetDevice", "cuda").find("CUDA"), std::string::npos);
  expect_move(nodes(100));
}

TEST_F(MctsEngineThreads, RefuseMoreMemoryThanThereIs) {
  EXPECT_EQ(set("TreeMemory", "32768").empty(), static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                                                        static_cast<double>(sysconf(_SC_PAGESIZE)) >
                                                    32768.0 * 1024 * 1024);
  // Of 200 bytes each.
  EXPECT_EQ(
      set("NetCache", "100000000").empty(),
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) >
          200.0 * 100'000'000);
}

TEST_F(MctsEngineThreads, AreStoppedAtAnyMoment) {
  struct Ear final : EngineListener {
    void on_result(const SearchResult& result) override { best = result.best; }
    std::optional<Move> best;
  };
  EXPECT_EQ(set("Engine", "mcts"), "");
  EXPECT_EQ(set("WeightsFile", network.string()), "");
  EXPECT_EQ(set("Threads", "2"), "");
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    Ear ear;
    SearchLimits limits;
    limits.infinite = i % 2 == 0;
    engine.go(limits, ear);
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(3000)));
    engine.stop();
    engine.wait();
    ASSERT_TRUE(ear.best);
  }
}

}  // namespace
}  // namespace tabiya
