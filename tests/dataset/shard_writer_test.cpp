#include "dataset/shard_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "dataset/data_folder.h"
#include "dataset/game_reader.h"
#include "dataset/random_record.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

// While it is true, all file systems are such as cannot lock.
bool locks_are_missing = false;

}  // namespace

// Found before that of the C library.
extern "C" int flock(int descriptor, int operation) noexcept {
  if (!locks_are_missing) return static_cast<int>(syscall(SYS_flock, descriptor, operation));
  errno = ENOLCK;
  return -1;
}

namespace {

namespace fs = std::filesystem;

std::vector<RecordedGame> games_in(const fs::path& path) {
  std::vector<RecordedGame> games;
  const std::array paths = {path};
  auto reader = GameReader::open(paths);
  if (!reader) throw std::runtime_error(reader.error().message);
  while (true) {
    auto game = reader->next();
    if (!game) throw std::runtime_error(game.error().message);
    if (!*game) break;
    games.push_back(**std::move(game));
  }
  EXPECT_EQ(reader->count().games, games.size());
  return games;
}

std::vector<RecordedGame> random_games(int count, std::uint64_t seed, int plies = 60) {
  Random random(seed);
  std::vector<RecordedGame> games;
  for (int i = 0; i < count; ++i) games.push_back(random_record(random, {.plies = plies}));
  return games;
}

void add_all(ShardWriter& writer, const std::vector<RecordedGame>& games) {
  for (const RecordedGame& game : games) {
    const auto added = writer.add(game);
    ASSERT_TRUE(added) << added.error().message;
  }
}

void overwrite(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

std::string open_error(const fs::path& folder) {
  const auto writer = ShardWriter::open(folder);
  return writer ? "" : writer.error().message;
}

TEST(ShardWriter, KeepsEveryGameInOrderOverManyShards) {
  const TemporaryFolder folder;
  const auto games = random_games(300, 1);
  DataCount count;
  for (const auto& game : games) {
    ++count.games;
    count.positions += game.moves.size() + (game.final_score ? 1 : 0);
  }
  {
    auto writer = ShardWriter::open(folder.path() / "new" / "data", 50000);
    ASSERT_TRUE(writer) << writer.error().message;
    add_all(*writer, games);
    EXPECT_EQ(writer->count(), count);
    ASSERT_TRUE(writer->seal());
    EXPECT_EQ(writer->count(), count);
  }
  EXPECT_EQ(games_in(folder.path() / "new" / "data"), games);
  const auto shards = all_shards_in(folder.path() / "new" / "data");
  ASSERT_GT(shards->size(), 3U);
  for (const ShardName& shard : *shards) EXPECT_TRUE(shard.sealed);
  EXPECT_EQ(ShardWriter::open(folder.path() / "new" / "data")->count(), count);
}

TEST(ShardWriter, ShowsGamesToReadersBeforeTheyAreSealed) {
  const TemporaryFolder folder;
  const auto games = random_games(5, 2);
  auto writer = ShardWriter::open(folder.path());
  add_all(*writer, games);
  EXPECT_EQ(games_in(folder.path()), games);
}

TEST(ShardWriter, GoesOnWhereTheLastOneLeftOff) {
  const TemporaryFolder folder;
  const auto games = random_games(30, 3);
  for (std::size_t i = 0; i < games.size(); ++i) {
    auto writer = ShardWriter::open(folder.path());
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_EQ(writer->count().games, i);
    ASSERT_TRUE(writer->add(games[i]));
    if (i % 7 == 6) {
      ASSERT_TRUE(writer->seal());
    }
  }
  EXPECT_EQ(games_in(folder.path()), games);
}

TEST(ShardWriter, KeepsTheGamesOfAnOpenShardWithTheNumberZero) {
  const TemporaryFolder folder;
  const auto games = random_games(3, 8);
  {
    auto writer = ShardWriter::open(folder.path());
    add_all(*writer, games);
  }
  fs::rename(folder.path() / "000001.open", folder.path() / "000000.open");
  ASSERT_TRUE(ShardWriter::open(folder.path()));
  EXPECT_EQ(games_in(folder.path()), games);
}

// Killed, or without power, before the first bytes were there.
TEST(ShardWriter, GoesOnWithAnOpenShardThatNeverBegan) {
  for (const std::string& content :
       {std::string(), std::string(3, '\0'), std::string(4096, '\0')}) {
    const TemporaryFolder folder;
    const auto games = random_games(4, 9);
    {
      auto writer = ShardWriter::open(folder.path());
      add_all(*writer, {games.begin(), games.begin() + 2});
      ASSERT_TRUE(writer->seal());
    }
    folder.write("000002.open", content);
    EXPECT_EQ(games_in(folder.path()).size(), 2U) << content.size();
    {
      auto writer = ShardWriter::open(folder.path());
      ASSERT_TRUE(writer) << writer.error().message;
      add_all(*writer, {games.begin() + 2, games.end()});
    }
    EXPECT_EQ(games_in(folder.path()), games);
  }
}

TEST(ShardWriter, RefusesAFolderThatAnotherHasOpen) {
  const TemporaryFolder folder;
  {
    const auto first = ShardWriter::open(folder.path());
    EXPECT_NE(open_error(folder.path()).find("Another program is writing to"), std::string::npos);
  }
  EXPECT_EQ(open_error(folder.path()), "");
}

TEST(ShardWriter, WritesWhereTheFileSystemCannotLock) {
  const TemporaryFolder folder;
  locks_are_missing = true;
  const std::string error = open_error(folder.path());
  locks_are_missing = false;
  EXPECT_EQ(error, "");
}

TEST(ShardWriter, AddsNothingOfAGameThatCannotBeKept) {
  const TemporaryFolder folder;
  const auto games = random_games(2, 4);
  auto writer = ShardWriter::open(folder.path());
  ASSERT_TRUE(writer->add(games[0]));
  RecordedGame bad;
  bad.players = std::string(2000, 'x');
  EXPECT_FALSE(writer->add(bad));
  ASSERT_TRUE(writer->add(games[1]));
  EXPECT_EQ(games_in(folder.path()), games);
}

TEST(ShardWriter, CutsOffATornGameAtEveryByte) {
  const TemporaryFolder folder;
  const auto games = random_games(4, 5, 12);
  const fs::path file = shard_file(folder.path(), 1, false);
  std::vector<std::size_t> ends;
  {
    auto writer = ShardWriter::open(folder.path());
    for (const auto& game : games) {
      ASSERT_TRUE(writer->add(game));
      ends.push_back(fs::file_size(file));
    }
  }
  const std::string whole = content_of(file);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    overwrite(file, whole.substr(0, size));
    std::size_t complete = 0;
    while (complete < ends.size() && ends[complete] <= size) ++complete;
    {
      auto writer = ShardWriter::open(folder.path());
      ASSERT_TRUE(writer) << size << ": " << writer.error().message;
      ASSERT_EQ(writer->count().games, complete) << size;
      ASSERT_TRUE(writer->add(games[0]));
    }
    auto expected = std::vector(games.begin(), games.begin() + static_cast<long>(complete));
    expected.push_back(games[0]);
    ASSERT_EQ(games_in(folder.path()), expected) << size;
  }
  for (const auto& entry : fs::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".torn") << "a torn game is nothing to be kept";
}

TEST(ShardWriter, CutsOffWhatALossOfPowerLeftUnwritten) {
  const TemporaryFolder folder;
  const auto games = random_games(3, 6);
  const fs::path file = shard_file(folder.path(), 1, false);
  {
    auto writer = ShardWriter::open(folder.path());
    add_all(*writer, games);
  }
  overwrite(file, content_of(file) + std::string(5000, '\0'));
  EXPECT_EQ(games_in(folder.path()), games) << "readers need not wait for the next writer";
  EXPECT_EQ(ShardWriter::open(folder.path())->count().games, 3U);
  EXPECT_EQ(games_in(folder.path()), games);
}

// An open shard of three games is damaged behind the first: that one is left, and the rest is kept
// beside it. `damage` gets the bytes, and where the second game begins.
template <class Damage>
void expect_the_rest_kept_after(const Damage& damage) {
  const TemporaryFolder folder;
  const auto games = random_games(3, 7);
  const fs::path file = shard_file(folder.path(), 1, false);
  std::size_t first_end = 0;
  {
    auto writer = ShardWriter::open(folder.path());
    ASSERT_TRUE(writer->add(games[0]));
    first_end = fs::file_size(file);
    ASSERT_TRUE(writer->add(games[1]));
    ASSERT_TRUE(writer->add(games[2]));
  }
  std::string damaged = content_of(file);
  damage(damaged, first_end);
  overwrite(file, damaged);
  EXPECT_EQ(ShardWriter::open(folder.path())->count().games, 1U);
  const fs::path torn = folder.path() / ("000001." + std::to_string(first_end) + ".torn");
  EXPECT_EQ(content_of(torn), damaged.substr(first_end));
}

TEST(ShardWriter, KeepsADamagedRestOfAnOpenShardBesideIt) {
  expect_the_rest_kept_after([](std::string& bytes, std::size_t second) {
    bytes[second + 30] = static_cast<char>(bytes[second + 30] ^ 1);
  });
}

// A wrong size makes a block in the middle look like a last one that was cut off.
TEST(ShardWriter, KeepsTheGamesBehindABlockOfAWrongSize) {
  expect_the_rest_kept_after([](std::string& bytes, std::size_t second) {
    // Both sizes, so that they do not contradict each other.
    bytes[second + 8 + 2] = bytes[second + 12 + 2] = 1;
  });
}

// Every state that a crash while sealing can leave behind.
TEST(ShardWriter, NeitherLosesNorDoublesGamesWhenSealingIsInterrupted) {
  const auto games = random_games(20, 8);
  const TemporaryFolder source;
  const fs::path open = shard_file(source.path(), 1, false);
  const fs::path sealed = shard_file(source.path(), 1, true);
  std::string open_bytes;
  {
    auto writer = ShardWriter::open(source.path());
    add_all(*writer, games);
    open_bytes = content_of(open);
    ASSERT_TRUE(writer->seal());
  }
  EXPECT_FALSE(fs::exists(open));
  const std::string sealed_bytes = content_of(sealed);

  for (const std::size_t part : {std::size_t{0}, sealed_bytes.size() / 2, sealed_bytes.size()}) {
    const TemporaryFolder folder;
    folder.write("000001.open", open_bytes);
    folder.write("000001.games.123-0.part", sealed_bytes.substr(0, part));
    EXPECT_EQ(games_in(folder.path()), games);
    auto writer = ShardWriter::open(folder.path());
    EXPECT_EQ(writer->count().games, games.size());
    EXPECT_FALSE(fs::exists(folder.path() / "000001.games.123-0.part"));
    ASSERT_TRUE(writer->seal());
    EXPECT_EQ(games_in(folder.path()), games);
  }
  const TemporaryFolder folder;
  folder.write("000001.open", open_bytes);
  folder.write("000001.games", sealed_bytes);
  EXPECT_EQ(games_in(folder.path()), games);
  auto writer = ShardWriter::open(folder.path());
  EXPECT_EQ(writer->count().games, games.size());
  ASSERT_TRUE(writer->add(games[0]));
  EXPECT_EQ(games_in(folder.path()).size(), games.size() + 1);
  EXPECT_FALSE(fs::exists(folder.path() / "000001.open"));
}

TEST(ShardWriter, TouchesNoFileOfOthers) {
  const TemporaryFolder folder;
  folder.write("000001.open", "someone else's notes");
  EXPECT_NE(open_error(folder.path()).find(": not a file of training games"), std::string::npos);
  EXPECT_EQ(content_of(folder.path() / "000001.open"), "someone else's notes");
  fs::remove(folder.path() / "000001.open");
  folder.write("notes.games", "x");
  folder.write("1.games", "x");
  folder.write("holiday.part", "x");
  auto writer = ShardWriter::open(folder.path());
  ASSERT_TRUE(writer) << writer.error().message;
  EXPECT_TRUE(fs::exists(folder.path() / "holiday.part"));
}

// A child adds games and says so through a pipe after each; it is killed without warning. What it
// said is there, in order, and the next writer goes on.
TEST(LongShardWriter, LosesNothingAcknowledgedWhenItsProcessIsKilled) {
  const TemporaryFolder folder;
  const auto games = random_games(200, 9, 30);
  Random random(10);
  std::size_t there = 0;
  for (int round = 0; round < 60; ++round) {
    std::array<int, 2> pipe_ends{};
    ASSERT_EQ(pipe(pipe_ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      auto writer = ShardWriter::open(folder.path(), 8000);
      if (!writer) _exit(1);
      for (std::size_t i = writer->count().games;; ++i) {
        if (!writer->add(games[i % games.size()])) _exit(2);
        if (write(pipe_ends[1], "x", 1) != 1) _exit(3);
      }
    }
    close(pipe_ends[1]);
    std::size_t said = 0;
    const std::size_t enough = 1 + random.below(60);
    char c = 0;
    while (said < enough && read(pipe_ends[0], &c, 1) == 1) ++said;
    usleep(static_cast<useconds_t>(random.below(300)));
    kill(child, SIGKILL);
    while (read(pipe_ends[0], &c, 1) == 1) ++said;
    close(pipe_ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);

    const auto found = games_in(folder.path());
    ASSERT_GE(found.size(), there + said) << round;
    ASSERT_LE(found.size(), there + said + 1) << round;
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], games[i % games.size()]) << round << " " << i;
    there = found.size();
  }
  EXPECT_EQ(ShardWriter::open(folder.path())->count().games, there);
}

}  // namespace
}  // namespace tabiya::test
