#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/result.h"
#include "chess/game.h"
#include "notation/fen.h"
#include "openings/opening_book.h"
#include "openings/opening_file.h"
#include "support/data.h"
#include "support/temporary_folder.h"

namespace tabiya {
namespace {

using test::position_of;

Position end_of(const Opening& opening) {
  Position position = opening.start;
  for (const Move move : opening.moves) position.play(move);
  return position;
}

std::string error_of(const Result<std::vector<Opening>>& openings) {
  return openings ? "no error" : openings.error().message;
}

TEST(CaptureSearch, SeesWhatHangs) {
  const auto material = [](const char* fen) {
    return material_after_captures(position_of(fen), 2000);
  };
  EXPECT_EQ(material("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
  EXPECT_EQ(material("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), 100) << "a pawn takes a queen";
  EXPECT_EQ(material("4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1"), -100) << "and is taken";
  EXPECT_EQ(material("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1"), 300) << "not the protected pawn";
  EXPECT_EQ(material("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), 900) << "promotion";
}

TEST(OpeningFile, ReadsEpdAndFenLines) {
  const auto openings = read_epd_openings(
      "# comment\r\n"
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\r\n"
      "\n"
      "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
      Variant::Standard);
  ASSERT_TRUE(openings) << error_of(openings);
  ASSERT_EQ(openings->size(), 2u);
  EXPECT_EQ((*openings)[1].start.side_to_move(), Color::Black);
}

TEST(OpeningFile, NamesTheLineThatIsWrong) {
  EXPECT_TRUE(error_of(read_epd_openings("8/8 w\n", Variant::Standard)).starts_with("1:"));
  EXPECT_NE(error_of(read_epd_openings("\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", Variant::Standard))
                .find("2:1: the game is over here: stalemate"),
            std::string::npos);
  EXPECT_EQ(error_of(read_epd_openings("\n# nothing\n", Variant::Standard)),
            "there is no position inside");
}

TEST(OpeningFile, Chess960PositionsNeedChess960) {
  const std::string shuffled =
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n";
  EXPECT_NE(error_of(read_epd_openings(shuffled, Variant::Standard)).find("--chess960"),
            std::string::npos);
  EXPECT_TRUE(read_epd_openings(shuffled, Variant::Chess960));
}

TEST(OpeningFile, TakesTheMovesOfGames) {
  const test::TemporaryFolder folder;
  folder.write(
      "book.pgn",
      "[Event \"?\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 { a } Nc6 *\n\n"
      "[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e3 *\n");
  const std::string file = (folder.path() / "book.pgn").string();
  const auto all = read_openings(file, Variant::Standard, std::nullopt);
  ASSERT_TRUE(all) << error_of(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].moves.size(), 4u);
  EXPECT_EQ((*all)[1].moves.size(), 1u);
  const auto some = read_openings(file, Variant::Standard, 3);
  ASSERT_TRUE(some);
  EXPECT_EQ((*some)[0].moves.size(), 3u);
}

TEST(OpeningFile, ABrokenOrMissingFileIsNamed) {
  const test::TemporaryFolder folder;
  folder.write("bad.pgn", "[Event \"?\"]\n\n1. e4 Ke5 *\n");
  const auto bad = read_openings((folder.path() / "bad.pgn").string(), Variant::Standard, {});
  EXPECT_NE(error_of(bad).find("bad.pgn:3:7: "), std::string::npos) << error_of(bad);
  EXPECT_NE(error_of(read_openings("/nowhere/book.epd", Variant::Standard, {}))
                .find("/nowhere/book.epd: No such file"),
            std::string::npos);
}

TEST(OpeningBook, RandomOpeningsAreBalancedAndRepeatable) {
  const OpeningBook book = OpeningBook::random(Variant::Standard, 8, 7);
  const OpeningBook again = OpeningBook::random(Variant::Standard, 8, 7);
  const OpeningBook other = OpeningBook::random(Variant::Standard, 8, 8);
  std::set<std::string> seen;
  int different = 0;
  for (std::size_t round = 0; round < 100; ++round) {
    const Opening opening = book.opening(round);
    EXPECT_EQ(opening, again.opening(round));
    different += opening != other.opening(round);
    EXPECT_EQ(opening.moves.size(), 8u);
    const Position end = end_of(opening);
    EXPECT_FALSE(end.in_check());
    EXPECT_LE(std::abs(material_after_captures(end, 1000)), 50) << to_fen(end);
    seen.insert(to_fen(end));
  }
  EXPECT_GE(seen.size(), 99u);
  EXPECT_GE(different, 99);
}

TEST(OpeningBook, Chess960ShowsAllStartsBeforeOneComesAgain) {
  const OpeningBook book = OpeningBook::random(Variant::Chess960, 0, 3);
  std::set<std::string> seen;
  for (std::size_t round = 0; round < 960; ++round) {
    EXPECT_TRUE(book.opening(round).moves.empty());
    seen.insert(to_fen(book.opening(round).start));
  }
  EXPECT_EQ(seen.size(), 960u);
  EXPECT_EQ(book.opening(960), book.opening(0));
}

TEST(OpeningBook, AListIsPlayedInItsOrderOrShuffledAndBeginsAgain) {
  std::vector<Opening> list;
  for (int number = 0; number < 50; ++number) list.push_back({.start = chess960_start(number)});
  const OpeningBook listed = OpeningBook::listed(list, OpeningBook::Order::AsListed, 1);
  EXPECT_EQ(listed.opening(0), list[0]);
  EXPECT_EQ(listed.opening(49), list[49]);
  EXPECT_EQ(listed.opening(50), list[0]);
  const OpeningBook shuffled = OpeningBook::listed(list, OpeningBook::Order::Shuffled, 1);
  int moved = 0;
  for (std::size_t round = 0; round < 50; ++round) {
    moved += shuffled.opening(round) != list[round];
    EXPECT_NE(std::ranges::find(list, shuffled.opening(round)), list.end());
  }
  EXPECT_GE(moved, 40);
}

}  // namespace
}  // namespace tabiya
