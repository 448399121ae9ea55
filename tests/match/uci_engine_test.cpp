#include "match/uci_engine.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "match/mock.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

using namespace std::chrono_literals;
using test::mock;
using test::running;

using Started = std::expected<std::unique_ptr<UciEngine>, EngineFailure>;

// Generous where an answer is expected: machines may be busy.
constexpr EngineTimeouts kGenerous{.answer = 30s, .untimed = 30s};
constexpr EngineTimeouts kHasty{.answer = 200ms, .untimed = 200ms, .margin = 0ms};

Started start(const EngineSpec& spec, const EngineTimeouts& timeouts = kGenerous,
              bool chess960 = false) {
  return UciEngine::start(spec, chess960, timeouts, {});
}

std::string error_of(const Started& engine) {
  return engine ? "it started" : engine.error().message;
}

std::expected<EngineMove, EngineFailure> think(
    UciEngine& engine, std::optional<std::chrono::nanoseconds> allowed = {}) {
  return engine.think("position startpos", "go nodes 1", allowed, {});
}

TEST(UciEngine, TellsItsNameAndFindsMoves) {
  auto engine = start(mock("m", "--score -12 --seed 5"));
  ASSERT_TRUE(engine) << error_of(engine);
  EXPECT_EQ((*engine)->id_name(), "Mock 5");
  ASSERT_TRUE((*engine)->begin_game({}));
  const auto answer = think(**engine);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->move.size(), 4u);
  EXPECT_EQ(answer->score, WrittenScore::centipawns(-12));
  EXPECT_EQ(answer->depth, 7);
  EXPECT_EQ(answer->nodes, 123u);
}

TEST(UciEngine, IsLookedForInThePath) {
  // "sh" is there, but does not speak UCI: it complains and goes on reading.
  EXPECT_NE(error_of(start({.command = "sh"}, kHasty)).find("UCI engine?"), std::string::npos);
  EXPECT_NE(error_of(start({.command = "no-such-engine-anywhere"})).find("PATH"),
            std::string::npos);
}

TEST(UciEngine, WhatCannotBeRunIsNamed) {
  const test::TemporaryFolder folder;
  folder.write("text", "no program");
  const std::string file = (folder.path() / "text").string();
  EXPECT_EQ(error_of(start({.command = "/nowhere/engine"})), "there is no file /nowhere/engine");
  EXPECT_NE(error_of(start({.command = folder.path().string()})).find("is a folder"),
            std::string::npos);
  EXPECT_NE(error_of(start({.command = file})).find("chmod +x"), std::string::npos);
  std::filesystem::permissions(file, std::filesystem::perms::all);
  EXPECT_NE(error_of(start({.command = file})).find("Exec format error"), std::string::npos);
  EngineSpec elsewhere = mock("m");
  elsewhere.folder = "/nowhere";
  EXPECT_EQ(error_of(start(elsewhere)), "/nowhere: No such file or directory");
}

TEST(UciEngine, RunsInItsFolder) {
  const test::TemporaryFolder folder;
  EngineSpec spec = mock("m", "--log here.log");
  spec.folder = folder.path().string();
  ASSERT_TRUE(start(spec));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "here.log"));
}

TEST(UciEngine, ItsLastWordsSayWhyItDidNotStart) {
  const auto engine = start(mock("m", "--start-fails"));
  ASSERT_FALSE(engine);
  EXPECT_EQ(engine.error().kind, EngineFailure::Kind::Crashed);
  EXPECT_EQ(engine.error().message,
            "ended (exit code 4) instead of answering with uciok; its last words: mock: "
            "libsomething.so is missing");
}

TEST(UciEngine, SilenceAtTheStartIsNotWaitedForForEver) {
  for (const char* manner : {"--never-uciok", "--deaf", "--not-uci"}) {
    const std::string tag = test::unique_tag();
    const auto engine = start(mock("m", std::string(manner) + " --tag " + tag), kHasty);
    ASSERT_FALSE(engine) << manner;
    EXPECT_EQ(engine.error().kind, EngineFailure::Kind::Stalled);
    EXPECT_NE(engine.error().message.find("is it a UCI engine?"), std::string::npos);
    EXPECT_EQ(running(tag), 0) << manner;
  }
}

TEST(UciEngine, OptionsAreSetAsItNamesThem) {
  const test::TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  EngineSpec spec = mock("m", "--log " + log);
  spec.options = {{"hash", "64"}, {"Skill Level", "3"}, {"Clear Hash", ""}};
  ASSERT_TRUE(start(spec, kGenerous, true));
  EXPECT_EQ(test::content_of(log),
            "uci\n"
            "setoption name UCI_Chess960 value true\n"
            "setoption name Hash value 64\n"
            "setoption name Skill Level value 3\n"
            "setoption name Clear Hash\n"
            "isready\nstop\nquit\n");
}

TEST(UciEngine, AnOptionItDoesNotHaveIsAMistake) {
  EngineSpec spec = mock("m");
  spec.options = {{"Hsah", "64"}};
  EXPECT_EQ(error_of(start(spec)),
            "it has no option \"Hsah\"; it has Hash, Skill Level, Clear Hash, UCI_Chess960");
  EXPECT_NE(error_of(start(mock("m", "--no-chess960"), kGenerous, true)).find("Chess960"),
            std::string::npos);
}

TEST(UciEngine, AValueThatItsOptionDoesNotTakeIsAMistake) {
  const auto error_with = [](const char* name, const char* value) {
    EngineSpec spec = mock("m");
    spec.options = {{name, value}};
    return error_of(start(spec));
  };
  const std::string hash = "its option Hash takes a whole number from 1 to 1024, not ";
  EXPECT_EQ(error_with("hash", "64MB"), hash + "\"64MB\"");
  EXPECT_EQ(error_with("Hash", "0"), hash + "\"0\"");
  EXPECT_EQ(error_with("Hash", "1025"), hash + "\"1025\"");
  EXPECT_EQ(error_with("Hash", ""), hash + "\"\"");
  EXPECT_EQ(error_with("UCI_Chess960", "yes"),
            "its option UCI_Chess960 takes true or false, not \"yes\"");
}

TEST(UciEngine, OneThatNoLongerListensIsNotWaitedFor) {
  auto engine = *start(mock("m", "--stops-listening"), kGenerous);
  ASSERT_TRUE(think(*engine)) << "what it says is heard all the same";
  const auto failure = engine->begin_game({});
  ASSERT_FALSE(failure);
  EXPECT_EQ(failure.error().kind, EngineFailure::Kind::Crashed) << failure.error().message;
}

TEST(UciEngine, MovesThatNobodyAskedForAreIgnored) {
  auto engine = start(mock("m", "--echo-moves"));
  ASSERT_TRUE(engine);
  for (int i = 0; i < 20; ++i) {
    const auto answer = think(**engine);
    ASSERT_TRUE(answer);
    EXPECT_NE(answer->move, "h7h8q");
  }
}

TEST(UciEngine, ACrashIsToldWithItsSignal) {
  auto engine = start(mock("m", "--crash 1"));
  ASSERT_TRUE(engine);
  const auto answer = think(**engine);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, EngineFailure::Kind::Crashed);
  // The sanitizers catch the signal and exit instead.
  EXPECT_NE(answer.error().message.find("instead of answering with a move"), std::string::npos);
  // A second question finds it gone, and does no harm.
  EXPECT_FALSE(think(**engine));
}

TEST(UciEngine, AnExitIsToldWithItsCode) {
  auto engine = start(mock("m", "--exit 1"));
  ASSERT_TRUE(engine);
  const auto answer = think(**engine);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "ended (exit code 3) instead of answering with a move");
}

TEST(UciEngine, WritingToOneThatIsGoneDoesNotKillUs) {
  auto engine = start(mock("m", "--exit 1"));
  ASSERT_TRUE(engine);
  EXPECT_FALSE(think(**engine));
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(think(**engine));
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(UciEngine, StallingIsNotWaitedForForEver) {
  const std::string tag = test::unique_tag();
  auto engine = start(mock("m", "--stall 1 --tag " + tag));
  ASSERT_TRUE(engine);
  EXPECT_EQ(running(tag), 1);
  engine->reset();
  EXPECT_EQ(running(tag), 0);

  auto hasty = start(mock("m", "--stall 1 --tag " + tag), {.answer = 30s, .untimed = 300ms});
  ASSERT_TRUE(hasty);
  const auto answer = think(**hasty);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, EngineFailure::Kind::Stalled);
  EXPECT_EQ(running(tag), 0);
}

// In pages of memory that we hold now.
std::size_t memory() {
  std::size_t size = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident;
}

TEST(UciEngine, AFloodNeitherBlocksNorFillsTheMemory) {
  for (const char* manner : {"--flood-line 1", "--flood-lines 1"}) {
    auto engine = start(mock("m", manner), {.answer = 30s, .untimed = 500ms});
    ASSERT_TRUE(engine);
    const std::size_t before = memory();
    const auto answer = think(**engine);
    ASSERT_FALSE(answer) << manner;
    EXPECT_EQ(answer.error().kind, EngineFailure::Kind::Stalled) << manner;
    EXPECT_LT(memory(), before + 4096) << manner;  // 16 MB
  }
}

TEST(UciEngine, IsToldToStopWhenItsTimeIsUp) {
  auto engine = start(mock("m", "--wait-for-stop"));
  ASSERT_TRUE(engine);
  const auto answer = think(**engine, 100ms);
  ASSERT_TRUE(answer);
  EXPECT_GE(answer->elapsed, 100ms);
}

TEST(UciEngine, NothingOfItIsLeftHoweverItTakesItsEnd) {
  for (const char* manner :
       {"", "--stays", "--dies-at-quit", "--grandchild", "--stays --grandchild"}) {
    const std::string tag = test::unique_tag();
    {
      auto engine = start(mock("m", std::string(manner) + " --tag " + tag));
      ASSERT_TRUE(engine);
      EXPECT_GE(running(tag), 1);
    }
    // The engine is gone by now; those it started have been killed, which may take a moment.
    EXPECT_TRUE(test::comes_true([&] { return running(tag) == 0; })) << manner;
  }
}

// As under some supervisors: the system then forgets children at once.
TEST(UciEngine, EndsEvenIfNobodyListensToTheEndOfChildren) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const std::string tag = test::unique_tag();
  {
    auto engine = start(mock("m", "--exit 1 --tag " + tag));
    ASSERT_TRUE(engine) << error_of(engine);
    const auto answer = think(**engine);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, EngineFailure::Kind::Crashed);
    EXPECT_TRUE(start(mock("m", "--stays --tag " + tag)));
  }
  EXPECT_TRUE(test::comes_true([&] { return running(tag) == 0; }));
  std::signal(SIGCHLD, before);
}

TEST(UciEngine, StopsWaitingWhenAsked) {
  std::stop_source stop;
  auto engine = UciEngine::start(mock("m", "--stall 1"), false, kGenerous, stop.get_token());
  ASSERT_TRUE(engine);
  stop.request_stop();
  const auto answer = (*engine)->think("position startpos", "go infinite", {}, stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, EngineFailure::Kind::Stopped);
}

}  // namespace
}  // namespace tabiya
