#include "dataset/shard_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <string>

#include "dataset/data_folder.h"
#include "dataset/game_reader.h"
#include "dataset/random_record.h"
#include "dataset/shard_writer.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

namespace fs = std::filesystem;

// The error of reading everything, or nothing.
std::string error_of(const fs::path& path) {
  const std::array paths = {path};
  auto reader = GameReader::open(paths);
  if (!reader) return reader.error().message;
  while (true) {
    const auto game = reader->next();
    if (!game) return game.error().message;
    if (!*game) return "";
  }
}

// A sealed shard of several blocks would be large; one of a few games is as good.
std::string small_shard(const TemporaryFolder& folder) {
  Random random(1);
  auto writer = ShardWriter::open(folder.path());
  for (int i = 0; i < 3; ++i)
    if (!writer->add(random_record(random, {.plies = 8}))) throw std::runtime_error("add");
  if (!writer->seal()) throw std::runtime_error("seal");
  return content_of(folder.path() / "000001.games");
}

TEST(ShardFile, EveryFlippedByteIsFound) {
  const TemporaryFolder folder;
  const std::string whole = small_shard(folder);
  const fs::path file = folder.path() / "000001.games";
  ASSERT_EQ(error_of(file), "");
  ASSERT_GT(whole.size(), 200U);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 8);
    folder.write("000001.games", damaged);
    const std::string error = error_of(file);
    ASSERT_NE(error.find("000001.games"), std::string::npos) << at << " " << error;
  }
}

TEST(ShardFile, CutOffAnywhereIsFound) {
  const TemporaryFolder folder;
  const std::string whole = small_shard(folder);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    folder.write("000001.games", whole.substr(0, size));
    ASSERT_NE(error_of(folder.path()), "") << size;
  }
  folder.write("000001.games", whole + 'x');
  EXPECT_NE(error_of(folder.path()).find("behind the end"), std::string::npos);
}

TEST(ShardFile, SaysWhatIsWrongAndWhere) {
  const TemporaryFolder folder;
  folder.write("text", "1. e4 e5 and so on and so on");
  EXPECT_EQ(error_of(folder.path() / "text"),
            (folder.path() / "text").string() + ": not a file of training games");
  EXPECT_NE(error_of(folder.path() / "none").find("No such file"), std::string::npos);
  EXPECT_EQ(error_of(folder.path()), "There are no training games in " + folder.path().string());

  std::string whole = small_shard(folder);
  std::string newer = whole;
  newer[8] = 9;
  folder.write("000001.games", newer);
  EXPECT_NE(error_of(folder.path()).find("its format has the number 9; this program knows 1"),
            std::string::npos);
  whole[100] = static_cast<char>(whole[100] ^ 1);
  folder.write("000001.games", whole);
  EXPECT_EQ(error_of(folder.path()), (folder.path() / "000001.games").string() +
                                         ", byte 16: the checksum of the block is wrong: the file "
                                         "is damaged");
}

TEST(ShardFile, APipeInItsPlaceIsRefusedAndNotWaitedFor) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "000001.games";
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(error_of(folder.path()), file.string() + " is not a file of training games");
  EXPECT_FALSE(shard::count_of_sealed(file));
}

// A checksum is no protection against malice: behind a right one there may be anything.
TEST(ShardFile, BelievesNothingBehindARightChecksum) {
  const TemporaryFolder folder;
  const auto bytes = [](std::initializer_list<int> values) {
    std::vector<std::byte> result;
    for (const int value : values) result.push_back(static_cast<std::byte>(value));
    return result;
  };
  const auto error_with = [&](const std::vector<std::byte>& records, std::uint32_t games) {
    auto file = shard::file_header(shard::Kind::Sealed);
    for (const auto& part : {shard::packed_block(records, games, 1, 1), shard::end_block(games, 1)})
      file.insert(file.end(), part.begin(), part.end());
    folder.write("000001.games", file);
    return error_of(folder.path());
  };
  EXPECT_EQ(error_with(bytes({3, 0, 0, 0}), 1), "");
  EXPECT_NE(error_with(bytes({4, 0, 0, 0}), 1).find("ends within a text"), std::string::npos);
  EXPECT_NE(error_with(bytes({3, 0, 0, 0}), 2).find("ends too soon"), std::string::npos);
  EXPECT_NE(error_with(bytes({3, 0, 0, 0, 0}), 1).find("more bytes than games"), std::string::npos);
  EXPECT_NE(error_with(bytes({3, 0, 0, 1}), 1).find("byte 16, game 1, byte 3 of it"),
            std::string::npos);
}

}  // namespace
}  // namespace tabiya::test
