// tabiya selfplay, as a user runs it, and as a power cut ends it.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <thread>

#include "base/random.h"
#include "dataset/game_reader.h"
#include "dataset/shard_writer.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::vector<RecordedGame> games_in(const std::filesystem::path& folder) {
  const std::vector files{folder};
  auto reader = GameReader::open(files);
  EXPECT_TRUE(reader) << reader.error().message;
  std::vector<RecordedGame> games;
  while (reader) {
    auto game = reader->next();
    EXPECT_TRUE(game) << game.error().message;
    if (!game || !*game) break;
    games.push_back(std::move(**game));
  }
  return games;
}

// The last line but one tells the time.
std::string without_time(std::string text) {
  const std::size_t time = text.find("Time ");
  return text.erase(time, text.find('\n', time) - time + 1);
}

TEST(SelfplayCommand, PlaysTheSameGamesForTheSameSeedAlsoInTwoSittings) {
  const TemporaryFolder folder;
  const std::string one = folder.path() / "one";
  const std::string two = folder.path() / "two";
  const auto play = [](const std::string& into, const char* games) {
    return run_tabiya({"selfplay", "-o", into, "--games", games, "--nodes", "100", "--hash", "1",
                       "--parallel", "1", "--seed", "3"});
  };
  const Finished at_once = play(one, "6");
  EXPECT_EQ(at_once.exit_code, 0) << at_once.err;
  EXPECT_EQ(play(two, "2").exit_code, 0);
  EXPECT_EQ(play(two, "6").exit_code, 0);
  EXPECT_EQ(games_in(one).size(), 6U);
  EXPECT_EQ(games_in(one), games_in(two));
  EXPECT_NE(without_time(at_once.out).find("one: 6 games, "), std::string::npos) << at_once.out;

  const Finished enough = play(two, "5");
  EXPECT_EQ(enough.exit_code, 0);
  EXPECT_EQ(enough.out, two +
                            ": there are 6 games already; --games is the number of games in the "
                            "folder, these included\n");
}

TEST(SelfplayCommand, FillsTheFolderWithPositionsInsteadOfGames) {
  const TemporaryFolder folder;
  const std::string into = folder.path() / "games";
  const auto play = [&](const char* positions) {
    return run_tabiya({"selfplay", "-o", into, "--positions", positions, "--nodes", "60", "--hash",
                       "1", "--parallel", "1", "--max-plies", "30"});
  };
  EXPECT_EQ(play("70").exit_code, 0);
  EXPECT_EQ(games_in(into).size(), 3U);
  EXPECT_EQ(play("100").exit_code, 0);
  EXPECT_EQ(games_in(into).size(), 4U);
  for (const RecordedGame& game : games_in(into)) EXPECT_LE(game.moves.size(), 30U);

  const Finished enough = play("50");
  EXPECT_EQ(enough.exit_code, 0);
  EXPECT_NE(enough.out.find(" positions already; --positions is the number of positions in the "),
            std::string::npos)
      << enough.out;
  EXPECT_EQ(run_tabiya({"selfplay", "-o", into, "--positions", "9", "--games", "9"}).exit_code, 2);
}

TEST(SelfplayCommand, PlaysWithTheTreeSearchAndKeepsVisits) {
  const TemporaryFolder folder;
  const std::string into = folder.path() / "games";
  const Finished finished =
      run_tabiya({"selfplay", "-o", into, "--engine", "mcts", "--net", "uniform", "--games", "2",
                  "--visits", "40", "--quick-visits", "8", "--parallel", "1"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  for (const RecordedGame& game : games_in(into)) {
    EXPECT_EQ(game.players, "mcts uniform 40 visits");
    EXPECT_FALSE(game.visits.empty());
  }
}

// Alpha-beta plays the same game from the same start.
TEST(SelfplayCommand, PlaysDifferentGamesWithFewerOpeningsThanGames) {
  const TemporaryFolder folder;
  folder.write("two.epd",
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
               "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -\n");
  const auto different = [&](const char* into, const std::vector<std::string>& beginnings) {
    std::vector<std::string> words = {"selfplay", "-o", folder.path() / into, "--nodes", "60",
                                      "--hash",   "1",  "--parallel",         "2",       "--games"};
    words.emplace_back("4");
    words.insert(words.end(), beginnings.begin(), beginnings.end());
    EXPECT_EQ(run_tabiya(words).exit_code, 0);
    // Another sitting does not know which starts the first one took.
    words[10] = "8";
    EXPECT_EQ(run_tabiya(words).exit_code, 0);
    std::set<std::string> games;
    for (const RecordedGame& game : games_in(folder.path() / into)) {
      Position position = game.start;
      std::string text = to_fen(position);
      for (const RecordedMove& move : game.moves) {
        text += to_uci(position, move.move);
        position.play(move.move);
      }
      games.insert(text);
    }
    return games.size();
  };
  EXPECT_EQ(different("listed", {"--openings", folder.path() / "two.epd"}), 8U);
  EXPECT_EQ(different("start", {"--random-plies", "0"}), 8U);
}

TEST(SelfplayCommand, RefusesATreeThatDoesNotFitBeforeItBegins) {
  const TemporaryFolder folder;
  const Finished finished =
      run_tabiya({"selfplay", "-o", folder.path() / "games", "--engine", "mcts", "--net", "uniform",
                  "--visits", "100000000", "--parallel", "1024"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_NE(finished.err.find(": lower --parallel or --visits\n"), std::string::npos)
      << finished.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "games"));
}

TEST(SelfplayCommand, RefusesWhatTheEngineCannotUse) {
  const TemporaryFolder folder;
  const std::string into = folder.path() / "games";
  const Finished visits = run_tabiya({"selfplay", "-o", into, "--visits", "10"});
  EXPECT_EQ(visits.exit_code, 2);
  EXPECT_EQ(visits.err, "tabiya selfplay: --visits is for --engine mcts\n");
  const Finished nodes = run_tabiya({"selfplay", "-o", into, "--engine", "mcts", "--nodes", "10"});
  EXPECT_EQ(nodes.exit_code, 2);
  EXPECT_EQ(nodes.err, "tabiya selfplay: --nodes is for --engine alphabeta\n");
  const Finished size =
      run_tabiya({"selfplay", "-o", into, "--parallel", "1024", "--hash", "1024"});
  EXPECT_EQ(size.exit_code, 1);
  EXPECT_TRUE(size.err.starts_with("tabiya selfplay: 1024 games at once need 1064960 MiB"))
      << size.err;
  const Finished network = run_tabiya({"selfplay", "-o", into, "--net", "/no/such.nnue"});
  EXPECT_EQ(network.exit_code, 1);
  EXPECT_NE(network.err.find("/no/such.nnue"), std::string::npos) << network.err;
  const Finished openings = run_tabiya({"selfplay", "-o", into, "--openings", "/no/book.epd"});
  EXPECT_EQ(openings.exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(into)) << "nothing was played, so nothing should be there";
}

// Answers that are remembered from one game must not change the next.
TEST(SelfplayCommand, PlaysTheSameTreeSearchGamesInTwoSittings) {
  const TemporaryFolder folder;
  const std::string network = folder.path() / "net.onnx";
  ASSERT_EQ(run_tabiya({"net", "new", "1x16", "--history", "1", "-o", network}).exit_code, 0);
  const auto play = [&](const char* into, const char* games) {
    const Finished finished =
        run_tabiya({"selfplay", "-o", folder.path() / into, "--engine", "mcts", "--net", network,
                    "--games", games, "--visits", "30", "--quick-visits", "10", "--parallel", "1"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
  };
  play("one", "3");
  play("two", "1");
  play("two", "3");
  EXPECT_EQ(games_in(folder.path() / "one"), games_in(folder.path() / "two"));
}

TEST(SelfplayCommand, PlaysWithTheNetworkThatComesWithTheProgram) {
  const TemporaryFolder folder;
  const std::string games = folder.path() / "games";
  const Finished finished = run_tabiya({"selfplay", "-o", games, "--engine", "mcts", "--games", "1",
                                        "--visits", "2", "--quick-visits", "1", "--parallel", "1"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const std::string info = run_tabiya({"data", "info", games}).out;
  EXPECT_NE(info.find("mcts default"), std::string::npos) << info;
}

TEST(SelfplayCommand, SealsItsGamesWhenItIsToldToEnd) {
  const TemporaryFolder folder;
  const std::filesystem::path into = folder.path() / "games";
  Process process({.arguments = {TABIYA_PROGRAM, "selfplay", "-o", into, "--games", "1000000",
                                 "--nodes", "50", "--hash", "1"}});
  EXPECT_TRUE(process.wait_until([&] {  // some games are there
    std::error_code none_yet;
    const auto size = std::filesystem::file_size(into / "000001.open", none_yet);
    return !none_yet && size > 2000;
  }));
  kill(process.id(), SIGTERM);
  EXPECT_EQ(process.wait().exit_code, 143);
  EXPECT_FALSE(std::filesystem::exists(into / "000001.open"));
  EXPECT_FALSE(games_in(into).empty());
}

TEST(SelfplayCommand, TellsOfDamagedGamesAndPlaysOn) {
  const TemporaryFolder folder;
  const std::filesystem::path into = folder.path() / "games";
  const auto play = [&](const char* games) {
    return run_tabiya({"selfplay", "-o", into, "--games", games, "--nodes", "30", "--hash", "1",
                       "--parallel", "1"});
  };
  ASSERT_EQ(play("3").err, "");
  {
    std::fstream file(into / "000001.games", std::ios::in | std::ios::out);
    file.seekp(100);
    file.write("damage", 6);
  }
  const Finished finished = play("5");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err.find("tabiya selfplay: " + (into / "000001.games").string() +
                              ", byte 16: the checksum"),
            0U)
      << finished.err;
  EXPECT_NE(finished.err.find("; run tabiya data check for details\n"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(into / "000002.games"));
}

TEST(SelfplayCommand, TellsWhatItCouldNotReadOfAnOpenShard) {
  const TemporaryFolder folder;
  const std::filesystem::path into = folder.path() / "games";
  {
    auto writer = ShardWriter::open(into);
    ASSERT_TRUE(writer);
    RecordedGame game;
    game.moves.emplace_back().move = Move::normal(Square::E2, Square::E4);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer->add(game));
  }
  {
    std::fstream file(into / "000001.open", std::ios::in | std::ios::out);
    file.seekp(60);
    file.write("damage", 6);
  }
  const Finished finished = run_tabiya(
      {"selfplay", "-o", into, "--games", "1", "--nodes", "30", "--hash", "1", "--parallel", "1"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_NE(finished.err.find("000001.open, byte "), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find(".torn\n"), std::string::npos) << finished.err;
}

// No moment is a bad one to be killed in.
TEST(LongSelfplayCommand, LosesNothingWhenKilledAtFiftyRandomMoments) {
  const TemporaryFolder folder;
  const std::filesystem::path into = folder.path() / "games";
  Random random(20'261'116);
  // Some games that no kill may take away, however slow the machine is.
  ASSERT_EQ(run_tabiya({"selfplay", "-o", into, "--games", "3", "--nodes", "30", "--hash", "1"})
                .exit_code,
            0);
  std::vector<RecordedGame> before = games_in(into);
  for (int i = 0; i < 50; ++i) {
    Process process({.arguments = {TABIYA_PROGRAM, "selfplay", "-o", into, "--games", "1000000",
                                   "--nodes", "30", "--hash", "1", "--parallel", "2"}});
    std::this_thread::sleep_for(std::chrono::milliseconds(50 + random.below(150)));
    kill(process.id(), SIGKILL);
    process.wait();
    {
      // Some of the shards are sealed on the way.
      auto writer = ShardWriter::open(into, 20'000);
      ASSERT_TRUE(writer) << writer.error().message;
      if (i % 5 == 4) {
        const auto sealed = writer->seal();
        ASSERT_TRUE(sealed) << sealed.error().message;
      }
    }
    const std::vector<RecordedGame> now = games_in(into);
    ASSERT_GE(now.size(), before.size());
    ASSERT_TRUE(std::equal(before.begin(), before.end(), now.begin())) << "kill number " << i;
    before = now;
  }
  std::set<std::string> different;
  for (const RecordedGame& game : before) {
    std::string moves;
    for (const RecordedMove& move : game.moves) moves += std::to_string(move.move.bits()) + ' ';
    different.insert(moves);
  }
  EXPECT_EQ(different.size(), before.size()) << "a game was played twice";
}

}  // namespace
}  // namespace tabiya::test
