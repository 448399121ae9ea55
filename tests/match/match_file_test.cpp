#include "match/match_file.h"

#include <gtest/gtest.h>

#include "notation/pgn_game.h"
#include "notation/play.h"
#include "notation/text_source.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

// Fool's mate, with what engines say.
PlayedGame fools_mate() {
  PlayedGame played;
  for (const char* move : {"f3", "e5", "g4", "Qh4#"}) {
    EXPECT_TRUE(play_san(played.game, move));
    played.notes.push_back(MoveNote{.score = WrittenScore::centipawns(25),
                                    .depth = 7,
                                    .elapsed = std::chrono::milliseconds(120)});
  }
  played.notes[0].reset();
  played.notes[3]->score = WrittenScore::mate(1);
  played.result = PgnResult::BlackWins;
  played.termination = kNormal;
  played.reason = "checkmate";
  return played;
}

GameLabels labels() {
  return {.event = "Test",
          .date = "2026.01.02",
          .white = "A \"quoted\" name",
          .black = "B",
          .white_limits = "1+0.1",
          .black_limits = "1+0.1",
          .match = "00000000000000aa"};
}

std::string game_text(std::size_t number) {
  return match_game_to_pgn(fools_mate(), Schedule(MatchFormat::RoundRobin, 2).game(number),
                           labels());
}

TEST(MatchPgn, TellsEverythingAboutAGame) {
  const std::string text = game_text(2);
  EXPECT_EQ(text,
            "[Event \"Test\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"2.1\"]\n"
            "[White \"A \\\"quoted\\\" name\"]\n[Black \"B\"]\n[Result \"0-1\"]\n"
            "[Termination \"normal\"]\n[TimeControl \"1+0.1\"]\n[PlyCount \"4\"]\n"
            "[Match \"00000000000000aa\"]\n[MatchGame \"3\"]\n\n"
            "1. f3 { book } 1... e5 { [%eval -0.25,7] [%emt 0:00:00.12] } 2. g4 { [%eval\n"
            "0.25,7] [%emt 0:00:00.12] } 2... Qh4# { [%eval #-1,7] [%emt 0:00:00.12] }\n"
            "{ checkmate } 0-1\n\n");
}

TEST(MatchPgn, CanBeReadBackWhateverTheReasonSays) {
  PlayedGame played = fools_mate();
  played.reason = "Black loses: it ended } { ; 1-0 [Event \"x\"]";
  const std::string text =
      match_game_to_pgn(played, Schedule(MatchFormat::RoundRobin, 2).game(0), labels());
  StringSource source(text);
  PgnReader reader(source);
  const auto read = read_pgn_game(reader);
  ASSERT_TRUE(read && read->game);
  EXPECT_EQ(read->game->main_line().length(), 4u);
  EXPECT_EQ(read->game->result, PgnResult::BlackWins);
  EXPECT_FALSE(read_pgn_game(reader));
}

TEST(MatchFile, RemembersTheGamesOfItsMatchOnly) {
  const test::TemporaryFolder folder;
  const std::string name = (folder.path() / "games.pgn").string();
  {
    auto file = MatchFile::open(name, "00000000000000aa");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->finished().empty());
    ASSERT_TRUE(file->append(game_text(0)));
    ASSERT_TRUE(file->append(game_text(5)));
  }
  const auto same = MatchFile::open(name, "00000000000000aa");
  ASSERT_TRUE(same);
  EXPECT_EQ(same->finished(), (std::map<std::size_t, PgnResult>{{0, PgnResult::BlackWins},
                                                                {5, PgnResult::BlackWins}}));
  EXPECT_EQ(same->others(), 0u);
  EXPECT_FALSE(same->was_torn());
}

TEST(MatchFile, GamesOfOtherMatchesStay) {
  const test::TemporaryFolder folder;
  const std::string old = "[Event \"old\"]\n\n1. e4 e5 1/2-1/2";
  folder.write("games.pgn", old);
  const std::string name = (folder.path() / "games.pgn").string();
  {
    auto file = MatchFile::open(name, "00000000000000bb");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->others(), 1u);
    EXPECT_TRUE(file->finished().empty());
    ASSERT_TRUE(file->append(game_text(0)));
  }
  EXPECT_EQ(test::content_of(name), old + "\n\n" + game_text(0));
}

// The last write cut anywhere: what is left is always a file to go on with, no whole game is
// lost, and no half game is counted.
TEST(MatchFile, ATornGameIsMovedAwayWhereverItWasTorn) {
  const test::TemporaryFolder folder;
  const std::string name = (folder.path() / "games.pgn").string();
  const std::string first = game_text(0);
  const std::string second = game_text(1);
  // Its result is complete when only line ends are missing.
  const std::size_t whole = second.size() - 2;
  for (std::size_t length = 0; length <= second.size(); ++length) {
    // Every byte of its ends, every seventh between: each takes milliseconds.
    if (length > 40 && length + 40 < second.size() && length % 7 != 0) continue;
    std::filesystem::remove(name + ".torn");
    folder.write("games.pgn", first + second.substr(0, length));
    {
      auto file = MatchFile::open(name, "00000000000000aa");
      ASSERT_TRUE(file) << length << ": " << file.error().message;
      EXPECT_EQ(file->finished().contains(0), true) << length;
      EXPECT_EQ(file->finished().contains(1), length >= whole) << length;
      EXPECT_EQ(file->was_torn(), length > 0 && length < whole) << length;
      ASSERT_TRUE(file->append(game_text(2)));
    }
    const auto again = MatchFile::open(name, "00000000000000aa");
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->finished().contains(2)) << length;
    EXPECT_EQ(again->finished().size(), length >= whole ? 3u : 2u) << length;
    EXPECT_EQ(again->others(), 0u) << length;
    if (length > 0 && length < whole) {
      EXPECT_EQ(test::content_of(name + ".torn"), second.substr(0, length) + "\n\n");
    }
  }
}

TEST(MatchFile, ATornGameIsFoundBehindManyBlankLines) {
  EXPECT_EQ(torn_game_in("\n\n[Event"), 2u);
  EXPECT_EQ(torn_game_in("1. e4 *\n\n\n \n[Event"), 12u);
  EXPECT_EQ(torn_game_in("1. e4 *\n\n\n \n"), std::nullopt);
  EXPECT_EQ(torn_game_in(""), std::nullopt);
  EXPECT_EQ(torn_game_in("1. e4 *\n1. d4\n\n"), 0u) << "a result without a blank line behind";
}

TEST(MatchFile, AFileThatIsNoPgnIsLeftAlone) {
  const test::TemporaryFolder folder;
  folder.write("letter.txt", "Dear reader,\nthis is not a game.\n");
  const std::string name = (folder.path() / "letter.txt").string();
  const auto file = MatchFile::open(name, "00000000000000aa");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("use another file"), std::string::npos);
  EXPECT_EQ(test::content_of(name), "Dear reader,\nthis is not a game.\n");
}

TEST(MatchFile, TwoMatchesCannotWriteToOneFile) {
  const test::TemporaryFolder folder;
  const std::string name = (folder.path() / "games.pgn").string();
  const auto first = MatchFile::open(name, "00000000000000aa");
  ASSERT_TRUE(first);
  const auto second = MatchFile::open(name, "00000000000000aa");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another match"), std::string::npos);
}

TEST(MatchFile, ADeviceIsOnlyWrittenTo) {
  auto file = MatchFile::open("/dev/full", "00000000000000aa");
  ASSERT_TRUE(file);
  const auto written = file->append("x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("No space left"), std::string::npos);
  EXPECT_FALSE(MatchFile::open("/nowhere/games.pgn", "00000000000000aa"));
}

TEST(Fingerprint, TellsTextsFilesAndTheirBordersApart) {
  const test::TemporaryFolder folder;
  folder.write("a", "content");
  folder.write("b", "Content");
  const auto of = [&](auto&&... texts) {
    Fingerprint print;
    (print.add(texts), ...);
    return print.hex();
  };
  EXPECT_EQ(of("ab", "c"), of("ab", "c"));
  EXPECT_NE(of("ab", "c"), of("a", "bc"));
  EXPECT_NE(of("ab"), of("ab", ""));
  Fingerprint a;
  Fingerprint b;
  a.add_file(folder.path() / "a");
  b.add_file(folder.path() / "b");
  EXPECT_NE(a.hex(), b.hex());
  EXPECT_EQ(a.hex().size(), 16u);
}

}  // namespace
}  // namespace tabiya
