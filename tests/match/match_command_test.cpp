// The command as people use it: the real program with engines that are real processes.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <optional>

#include "match/mock.h"
#include "notation/pgn_game.h"
#include "notation/text_source.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using Words = std::vector<std::string>;

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words match_of(const std::string& first, const std::string& second, const Words& more = {}) {
  const std::string command = std::string("cmd=") + TABIYA_MOCK_ENGINE;
  return with({"match", "--engine", command, "name=a", "args=--seed 1 " + first, "--engine",
               command + " name=b args=--seed 2 " + second, "--nodes", "10", "--max-moves", "20"},
              more);
}

// The games of a file by their number in the match; a broken game or one that is there twice
// fails the test.
std::map<int, PgnGame> games_in(const std::filesystem::path& file) {
  std::map<int, PgnGame> games;
  const std::string text = content_of(file);
  StringSource source(text);
  PgnReader reader(source);
  while (const auto read = read_pgn_game(reader)) {
    EXPECT_TRUE(read->game) << read->game.error().message;
    if (!read->game) continue;
    const int number = std::stoi(std::string(read->game->tags.value("MatchGame").value_or("0")));
    EXPECT_TRUE(games.emplace(number, *read->game).second) << "game " << number << " twice";
  }
  return games;
}

TEST(MatchCommand, PlaysPrintsAndSumsUp) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const Finished result = run_tabiya(match_of("", "", {"--games", "4", "-j", "2", "--pgn", pgn}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("   1  a 1/2-1/2 b   "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("a against b\nGames        4: "), std::string::npos) << result.out;

  const auto games = games_in(pgn);
  ASSERT_EQ(games.size(), 4u);
  EXPECT_EQ(games.at(1).tags.value("White"), "a");
  EXPECT_EQ(games.at(2).tags.value("White"), "b");
  EXPECT_EQ(games.at(4).tags.value("Round"), "2.2");
  EXPECT_EQ(games.at(1).tags.value("TimeControl"), "nodes 10");
}

TEST(MatchCommand, TheSameCommandGoesOnAndALongerOneToo) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const auto play = [&](const Words& more) {
    return run_tabiya(match_of("", "", with({"--pgn", pgn}, more)));
  };
  EXPECT_EQ(play({"--games", "4"}).exit_code, 0);
  const std::string before = content_of(pgn);

  const Finished again = play({"--games", "4"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(content_of(pgn), before) << "there was nothing left to play";
  EXPECT_NE(again.out.find("Games        4: "), std::string::npos);

  const Finished longer = play({"--games", "6"});
  EXPECT_NE(longer.err.find("Resuming the match"), std::string::npos) << longer.err;
  EXPECT_EQ(games_in(pgn).size(), 6u);
  EXPECT_TRUE(content_of(pgn).starts_with(before));

  const Finished other = play({"--games", "4", "--seed", "2"});
  EXPECT_NE(other.err.find("This is a new match: 6 games"), std::string::npos) << other.err;
}

TEST(MatchCommand, GoesOnAfterKillNineAndLeavesNoEngineBehind) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const std::string tag = unique_tag();
  const Words arguments = match_of("--slow 2 --tag " + tag, "--slow 2 --tag " + tag,
                                   {"--games", "20", "-j", "2", "--pgn", pgn});
  // Killed again and again, at moments that differ.
  std::size_t before = 0;
  for (int kills = 0; kills < 4 && before < 20; ++kills) {
    Process match({.arguments = with({TABIYA_PROGRAM}, arguments)});
    ASSERT_TRUE(
        comes_true([&] { return std::filesystem::exists(pgn) && games_in(pgn).size() > before; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(7 * kills));
    kill(match.id(), SIGKILL);
    EXPECT_EQ(match.wait().signal, SIGKILL);
    EXPECT_TRUE(comes_true([&] { return running(tag) == 0; }));
    before = games_in(pgn).size();
  }
  const Finished last = run_tabiya(arguments);
  EXPECT_EQ(last.exit_code, 0) << last.err;
  const auto games = games_in(pgn);
  EXPECT_EQ(games.size(), 20u);
  EXPECT_EQ(games.begin()->first, 1);
  EXPECT_EQ(games.rbegin()->first, 20);
  EXPECT_NE(last.out.find("Games        20: "), std::string::npos) << last.out;
}

TEST(MatchCommand, ATornGameIsPlayedAgain) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const Words arguments = match_of("", "", {"--games", "4", "--pgn", pgn});
  run_tabiya(arguments);
  std::filesystem::resize_file(pgn, std::filesystem::file_size(pgn) - 100);
  const Finished result = run_tabiya(arguments);
  EXPECT_NE(result.err.find("was incomplete"), std::string::npos) << result.err;
  EXPECT_EQ(games_in(pgn).size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(pgn + ".torn"));
}

TEST(MatchCommand, CtrlCEndsItInGoodOrder) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const std::string tag = unique_tag();
  Process match({.arguments = with({TABIYA_PROGRAM}, match_of("--slow 5 --tag " + tag,
                                                              "--slow 5 --grandchild --tag " + tag,
                                                              {"-j", "2", "--pgn", pgn}))});
  ASSERT_TRUE(comes_true(
      [&] { return std::filesystem::exists(pgn) && std::filesystem::file_size(pgn) > 0; }));
  kill(match.id(), SIGINT);
  const Finished result = match.wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_NE(result.out.find("a against b\nGames "), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("The same command resumes the match.\nStopped by Ctrl-C."),
            std::string::npos)
      << result.err;
  EXPECT_TRUE(comes_true([&] { return running(tag) == 0; }));
  games_in(pgn);
}

TEST(MatchCommand, CtrlCDuringTheStartEndsIt) {
  const std::string tag = unique_tag();
  Process match({.arguments = with({TABIYA_PROGRAM}, match_of("--never-uciok --tag " + tag, "",
                                                              {"--timeout", "600"}))});
  ASSERT_TRUE(comes_true([&] { return running(tag) == 1; }));
  kill(match.id(), SIGINT);
  const Finished result = match.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(running(tag), 0);
}

TEST(MatchCommand, SprtStopsWhenItIsDecided) {
  // b makes an illegal move in every game.
  const Finished result =
      run_tabiya(match_of("", "--illegal 2", {"--sprt", "elo0=0", "elo1=400", "--games", "1000"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(": 400 accepted\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("rules infraction: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("all games won"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("\n 999  "), std::string::npos) << "it stopped long before";
}

TEST(MatchCommand, ThreeEnginesMakeATable) {
  const Finished result = run_tabiya(
      with(match_of("", ""), {"--engine", std::string("cmd=") + TABIYA_MOCK_ENGINE,
                              "name=third one", "args=--illegal 1", "--games", "2", "-j", "2"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(" 3  third one  "), std::string::npos) << result.out;
}

TEST(MatchCommand, Chess960FromFilesAndByLot) {
  const TemporaryFolder folder;
  folder.write("book.epd", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n");
  const std::string pgn = (folder.path() / "games.pgn").string();
  for (const std::string& openings :
       {std::string("random"), (folder.path() / "book.epd").string()}) {
    const Finished result = run_tabiya(
        match_of("", "", {"--chess960", "--openings", openings, "--games", "4", "--pgn", pgn}));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out.find("loses"), std::string::npos) << result.out;
  }
  const std::string text = content_of(pgn);
  EXPECT_NE(text.find("[Variant \"Chess960\"]"), std::string::npos);
  const Finished check = run_tabiya({"pgn", "check", pgn});
  EXPECT_EQ(check.exit_code, 0) << check.out;
}

TEST(MatchCommand, MistakesAreToldBeforeTheFirstGame) {
  const std::string engine = std::string("cmd=") + TABIYA_MOCK_ENGINE;
  const auto error_of = [](const Words& more) {
    const Finished result = run_tabiya(with({"match"}, more));
    EXPECT_EQ(result.exit_code, result.err.ends_with("Try: tabiya match --help\n") ? 2 : 1);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  const auto expect = [&](const Words& more, const std::string& part) {
    const std::string error = error_of(more);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  const auto expect_wrong_usage = [&](const Words& more) {
    EXPECT_EQ(run_tabiya(with({"match"}, more)).exit_code, 2);
  };
  const Words two{"-e", engine, "-e", engine};
  const Words both = with(two, {"--nodes", "5"});
  expect({"-e", engine, "--nodes", "5"}, "at least two engines");
  expect(two, "its moves have no limit");
  expect({"-e", "name=x", "-e", engine, "--nodes", "5"}, "it needs a program");
  expect({"-e", "cmd=nowhere-at-all", "-e", engine, "--nodes", "5"}, "PATH");
  expect(with(both, {"--each", "option.Hahs=3"}), "it has no option \"Hahs\"");
  expect(with(both, {"--games", "3"}), "even number");
  expect(with(both, {"--openings", "/nowhere.epd"}), "/nowhere.epd: No such file");
  expect(with(both, {"--sprt", "elo0=5", "elo1=0"}), "less than elo1");
  expect(with(both, {"--sprt", "elo2=5"}), "there is no setting \"elo2\"");
  expect(with(both, {"--draw", "moves=x"}), "moves takes a whole number");
  expect(with(both, {"--pgn", "/nowhere/games.pgn"}), "/nowhere/games.pgn: No such file");
  expect(with(two, {"--tc", "soon"}), "\"soon\"");
  expect(with(both, {"--openings", "/dev/null"}), "/dev/null: there is no position inside");
  expect(with(both, {"--seed", "0x3"}), "not \"0x3\"");
  expect_wrong_usage(two);
  expect_wrong_usage(with(both, {"--games", "3"}));
  expect_wrong_usage(with(both, {"--sprt", "elo2=5"}));
  expect_wrong_usage(with(both, {"--draw", "moves=x"}));
  expect_wrong_usage(with(two, {"--tc", "soon"}));
}

TEST(MatchCommand, WritesNeitherOverItsOpeningsNorOverItsGames) {
  const TemporaryFolder folder;
  folder.write("book.pgn", "1. e4 e5 *\n");
  std::filesystem::create_symlink("book.pgn", folder.path() / "link.pgn");
  const std::string book = (folder.path() / "book.pgn").string();
  for (const Words& outputs : {Words{"--pgn", book}, Words{"--result", book},
                               Words{"--pgn", (folder.path() / "link.pgn").string()}}) {
    const Finished result = run_tabiya(match_of("", "", with({"--openings", book}, outputs)));
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("would be written over the input"), std::string::npos) << result.err;
    EXPECT_EQ(content_of(book), "1. e4 e5 *\n");
  }
  const std::string same = (folder.path() / "same").string();
  const Finished result = run_tabiya(match_of(
      "", "", {"--games", "2", "--pgn", same, "--result", (folder.path() / "./same").string()}));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("--pgn and --result need different files"), std::string::npos)
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(same));
}

TEST(MatchCommand, AFullDiskEndsTheMatchWithAnError) {
  const Finished result = run_tabiya(match_of("", "", {"--pgn", "/dev/full"}));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("/dev/full: No space left"), std::string::npos) << result.err;
}

TEST(MatchCommand, OurOwnEngineIsAnEngineLikeOthers) {
  const std::string us = std::string("cmd=") + TABIYA_PROGRAM + " args=uci";
  for (const char* variant : {"--openings=random", "--chess960"}) {
    const Finished result =
        run_tabiya({"match", "-e", us + " name=a", "-e", us + " name=b", "--nodes", "100",
                    "--games", "2", "--max-moves", "30", variant});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("Games        2: "), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("loses"), std::string::npos) << result.out;
  }
}

TEST(MatchCommand, StockfishPlaysItself) {
  const TemporaryFolder folder;
  const std::string pgn = (folder.path() / "games.pgn").string();
  const Finished result = run_tabiya(
      {"match", "-e", "cmd=/usr/games/stockfish name=strong nodes=2000", "-e",
       "cmd=/usr/games/stockfish name=weak nodes=1", "--each", "option.Hash=1", "option.Threads=1",
       "--games", "2", "--resign", "moves=3", "score=500", "--draw", "--pgn", pgn});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("Games        2: +2 =0 -0"), std::string::npos) << result.out;
  for (const auto& [number, game] : games_in(pgn)) {
    const auto last = game.tree.end_of_line(GameTree::kRoot);
    EXPECT_TRUE(game.tree.commands(last).eval) << "scores are in the comments";
  }
}

}  // namespace
}  // namespace tabiya::test
