#include "repl/game_file.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace tabiya {
namespace {

TEST(GameFile, GamesAreAddedBehindThoseThatAreThere) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "games.pgn";
  ASSERT_TRUE(append_to_file(file, "1. e4 *\n"));
  ASSERT_TRUE(append_to_file(file, "1. d4 d5 *\n"));
  EXPECT_EQ(test::content_of(file), "1. e4 *\n\n1. d4 d5 *\n");
  EXPECT_EQ(read_game({.file = file, .number = 1})->length(), 1u);
  EXPECT_EQ(read_game({.file = file, .number = 2})->length(), 2u);
  EXPECT_EQ(read_game({.file = file, .number = 3}).error().message, file + " has 2 games");
}

TEST(GameFile, WhatCannotBeWrittenOrReadIsExplained) {
  EXPECT_EQ(append_to_file("/no/such/folder/x", "x").error().message,
            "/no/such/folder/x: No such file or directory");
  EXPECT_EQ(append_to_file("/dev/full", "x").error().message, "/dev/full: No space left on device");
  EXPECT_EQ(read_game({.file = "/no/such/file"}).error().message,
            "/no/such/file: No such file or directory");
  EXPECT_FALSE(read_game({.file = "/"}));
}

TEST(GameFile, ABrokenGameIsExplainedAndTheNextOneCanBeRead) {
  const test::TemporaryFolder folder;
  folder.write("x.pgn", "1. e4 e5 2. Ke3 *\n\n[Event \"?\"]\n\n1. d4 *\n");
  const std::string file = folder.path() / "x.pgn";
  EXPECT_EQ(read_game({.file = file, .number = 1}).error().message.find(file + ":1: "), 0u);
  EXPECT_TRUE(read_game({.file = file, .number = 2}));
}

TEST(GameFile, TheNumberIsTheLastWord) {
  EXPECT_EQ(parse_game_choice("a.pgn"), (GameChoice{"a.pgn", 1}));
  EXPECT_EQ(parse_game_choice("a.pgn 3"), (GameChoice{"a.pgn", 3}));
  EXPECT_EQ(parse_game_choice("my games.pgn"), (GameChoice{"my games.pgn", 1}));
  EXPECT_EQ(parse_game_choice("my games.pgn  12"), (GameChoice{"my games.pgn", 12}));
  EXPECT_EQ(parse_game_choice("3"), (GameChoice{"3", 1}));
  EXPECT_EQ(parse_game_choice("a 0"), (GameChoice{"a 0", 1}));
  EXPECT_EQ(parse_game_choice(""), std::nullopt);
}

}  // namespace
}  // namespace tabiya
