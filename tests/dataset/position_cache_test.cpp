#include "dataset/position_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <vector>

#include "base/file.h"
#include "dataset/data_folders.h"
#include "support/data.h"
#include "support/full_disk.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

std::shared_ptr<PositionCache> cache_of(const path& folder, const PositionFilter& filter = {}) {
  auto games = DataFiles::open(std::vector{folder});
  if (!games) throw std::runtime_error(games.error().message);
  return std::make_shared<PositionCache>(std::make_shared<const DataFiles>(*std::move(games)),
                                         filter);
}

bool always(std::uint64_t) { return true; }

std::shared_ptr<PositionCache> made_cache(const path& folder, const PositionFilter& filter = {},
                                          unsigned threads = 1) {
  auto cache = cache_of(folder, filter);
  cache->take();
  const auto complete = cache->complete(threads, always);
  EXPECT_TRUE(complete && *complete);
  return cache;
}

std::size_t cached_blocks(const PositionCache& cache) {
  std::size_t count = 0;
  for (std::size_t block = 0; block < cache.games()->blocks(); ++block)
    count += cache.part_of(block, Part::All, 0) ? 1U : 0U;
  return count;
}

// How many blocks are there without anything being made.
std::size_t found_blocks(const path& folder, const PositionFilter& filter = {}) {
  const auto cache = cache_of(folder, filter);
  cache->take();
  return cached_blocks(*cache);
}

// Two epochs, as bytes.
std::vector<std::uint16_t> sequence_of(Result<std::unique_ptr<PositionReader>> reader) {
  if (!reader) throw std::runtime_error(reader.error().message);
  std::vector<std::uint16_t> all;
  std::vector<ScoredPosition> some(100);
  for (int epoch = 0; epoch < 2;) {
    const auto count = (*reader)->read_within_epoch(some);
    if (!count) throw std::runtime_error(count.error().message);
    epoch += *count == 0 ? 1 : 0;
    for (std::size_t i = 0; i < *count; ++i) {
      const ScoredPosition& position = some[i];
      all.insert(all.end(), position.features.begin(), position.features.begin() + position.count);
      all.push_back(static_cast<std::uint16_t>(position.score));
      all.push_back(static_cast<std::uint16_t>(position.result));
    }
  }
  return all;
}

ShuffleSettings settings_of(const path& folder) {
  return {.files = {folder}, .seed = 3, .chunk_positions = 700, .threads = 2};
}

std::vector<std::uint16_t> decoded(const path& folder, const PositionFilter& filter = {}) {
  return sequence_of(PositionReader::open(settings_of(folder), filter));
}

std::vector<std::uint16_t> cached(const std::shared_ptr<PositionCache>& cache, const path& folder) {
  return sequence_of(cached_reader(cache, settings_of(folder)));
}

void flip_a_bit(const path& file, std::size_t at) {
  std::string content = content_of(file);
  content[at] = static_cast<char>(content[at] ^ 1);
  std::ofstream(file, std::ios::binary) << content;
}

TEST(PositionCacheThreads, GiveTheSameSequenceAsDecoding) {
  const TemporaryFolder folder;
  write_games(folder.path(), 80, 1);
  for (const PositionFilter& filter :
       {PositionFilter{}, PositionFilter{.skip_checks = false, .mirror = true},
        PositionFilter{.skip_without_result = false, .skip_captures = false, .highest_score = 500},
        PositionFilter{.highest_score = 40000, .first_ply = 20}}) {
    const auto cache = made_cache(folder.path(), filter, 3);
    EXPECT_EQ(cached_blocks(*cache), cache->games()->blocks());
    for (const Part part : {Part::All, Part::Training, Part::Validation}) {
      ShuffleSettings settings = settings_of(folder.path());
      settings.part = part;
      settings.validation_percent = 30;
      EXPECT_EQ(sequence_of(cached_reader(cache, settings)),
                sequence_of(PositionReader::open(settings, filter)));
    }
    EXPECT_EQ(cache->unread(), 0U);
  }
}

TEST(PositionCache, NeedsNoGamesWhenItIsThere) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 2);
  const auto expected = decoded(folder.path());
  const auto cache = made_cache(folder.path());
  const auto shards = shards_in(folder.path()).value();
  for (const ShardName& shard : shards) std::filesystem::resize_file(shard.file, 16);
  EXPECT_EQ(cached(cache, folder.path()), expected);
}

TEST(PositionCacheThreads, MakeTheSameBytesHoweverManyThereAre) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 3);
  const path file = folder.path() / "000001.positions";
  made_cache(folder.path(), {}, 1);
  const std::string one = content_of(file);
  for (const unsigned threads : {2U, 5U}) {
    std::filesystem::remove(file);
    made_cache(folder.path(), {}, threads);
    EXPECT_EQ(content_of(file), one);
  }
}

// If this fails because other positions pass, or because they are packed in another way, raise the
// version of the format: caches made by older programs must not be read.
TEST(PositionCacheFile, HasAnotherVersionIfItsBytesChange) {
  const TemporaryFolder folder;
  folder.write("000001.games", content_of(TABIYA_TEST_DATA "/training/000001.games"));
  made_cache(folder.path());
  const std::string content = content_of(folder.path() / "000001.positions");
  EXPECT_EQ(content.substr(0, 12), std::string("TABIYAPC\1\0\0\0", 12));
  const auto block = CacheFile::open(
      folder.path() / "000001.positions",
      {.games = cache_of(folder.path())->games()->fingerprint(), .blocks = 1, .filter = {}});
  ASSERT_TRUE(block);
  EXPECT_EQ(checksum_of(*block->games_of(0)), 0x381b915eb2d8e12bULL);
}

TEST(PositionCacheFile, TakesFewerThan32BytesAPosition) {
  const TemporaryFolder folder;
  write_games(folder.path(), 200, 4, {.chances = false, .visits = false});
  made_cache(folder.path());
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().extension() == ".positions") bytes += entry.file_size();
  const auto reader = PositionReader::open({.files = {folder.path()}});
  std::vector<ScoredPosition> positions(100'000);
  const auto count = (*reader)->read_within_epoch(positions);
  ASSERT_TRUE(count);
  EXPECT_LT(bytes, 32 * *count);
}

TEST(PositionCache, IsMadeAnewForOtherGames) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 5);
  made_cache(folder.path());
  const std::size_t shards = shards_in(folder.path()).value().size();
  write_games(folder.path(), 40, 6);
  // Only the shard that took games has to be made again, and those that came after it.
  const auto cache = cache_of(folder.path());
  cache->take();
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < shards; ++i) before += cache->games()->file(i).count;
  EXPECT_EQ(cached_blocks(*cache), before);
  EXPECT_EQ(cached(made_cache(folder.path()), folder.path()), decoded(folder.path()));
  EXPECT_EQ(found_blocks(folder.path()), cache->games()->blocks());
}

TEST(PositionCache, IsOfOneFilterAndReplacesThatOfAnother) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 7);
  const auto first = made_cache(folder.path());
  const PositionFilter other{.skip_captures = false};
  EXPECT_EQ(found_blocks(folder.path(), other), 0U);
  const auto second = made_cache(folder.path(), other);
  EXPECT_EQ(found_blocks(folder.path()), 0U);
  // A training that has begun keeps what it has.
  EXPECT_EQ(cached(first, folder.path()), decoded(folder.path()));
  EXPECT_EQ(cached(second, folder.path()), decoded(folder.path(), other));
  EXPECT_EQ(first->unread(), 0U);
}

TEST(PositionCache, FindsEveryWrongBitAndEveryMissingByte) {
  const TemporaryFolder folder;
  const path file = folder.path() / "000001.positions";
  {
    auto writer = ShardWriter::open(folder.path());
    Random random(8);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer->add(random_record(random)));
  }
  made_cache(folder.path());
  const std::string whole = content_of(file);
  Random random(9);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    folder.write("000001.positions", whole);
    flip_a_bit(file, at);
    ASSERT_EQ(found_blocks(folder.path()), 0U) << at;
    folder.write("000001.positions", whole.substr(0, at));
    ASSERT_EQ(found_blocks(folder.path()), 0U) << at;
  }
  made_cache(folder.path());
  EXPECT_EQ(content_of(file), whole);
}

TEST(PositionCache, IsNotTrustedIfItIsDamagedWhileItIsRead) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 10);
  const auto expected = decoded(folder.path());
  const auto cache = made_cache(folder.path());
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().extension() == ".positions") flip_a_bit(entry.path(), entry.file_size() - 1);
  EXPECT_EQ(cached(cache, folder.path()), expected);
  EXPECT_GT(cache->unread(), 0U);
}

TEST(PositionCache, IsDoneWithoutWhereItCannotBeWritten) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 11);
  const auto expected = decoded(folder.path());
  const auto cache = cache_of(folder.path());
  {
    const FullDisk disk;
    const auto complete = cache->complete(2, always);
    ASSERT_FALSE(complete);
    EXPECT_NE(complete.error().message.find("000001.positions.part could not be written"),
              std::string::npos)
        << complete.error().message;
  }
  EXPECT_EQ(cached(cache, folder.path()), expected);
  EXPECT_FALSE(exists(folder.path() / "000001.positions"));
  EXPECT_FALSE(exists(folder.path() / "000001.positions.part"));

  std::filesystem::create_directory(folder.path() / "000001.positions.part");
  EXPECT_FALSE(cache->complete(2, always));
  EXPECT_EQ(cached(cache, folder.path()), expected);
}

TEST(PositionCache, ReplacesAPipeAndDoesNotWaitForIt) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 13);
  const path file = folder.path() / "000001.positions";
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(cached(made_cache(folder.path()), folder.path()), decoded(folder.path()));
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
}

TEST(PositionCache, MayBeStopped) {
  const TemporaryFolder folder;
  write_games(folder.path(), 40, 12);
  const auto cache = cache_of(folder.path());
  const auto stopped = cache->complete(2, [](std::uint64_t done) { return done < 500; });
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(*stopped);
  EXPECT_EQ(cached(cache, folder.path()), decoded(folder.path()));
}

// As two processes do it: their locks belong to files that are opened twice.
TEST(PositionCacheThreads, OfTwoTrainingsMakeItOnceAndWaitForEachOther) {
  const TemporaryFolder folder;
  write_games(folder.path(), 150, 13);
  const auto expected = decoded(folder.path());
  std::vector<std::shared_ptr<PositionCache>> caches(4);
  {
    std::vector<std::jthread> trainings;
    for (auto& cache : caches)
      trainings.emplace_back([&] { cache = made_cache(folder.path(), {}, 2); });
  }
  for (const auto& cache : caches) {
    EXPECT_EQ(cached_blocks(*cache), cache->games()->blocks());
    EXPECT_EQ(cached(cache, folder.path()), expected);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".part");
}

TEST(PositionCache, TakesOverWhatAKilledProcessLeft) {
  const TemporaryFolder folder;
  write_games(folder.path(), 30, 14);
  folder.write("000001.positions.part", std::string(100'000, 'x'));
  EXPECT_EQ(cached(made_cache(folder.path()), folder.path()), decoded(folder.path()));
  EXPECT_FALSE(exists(folder.path() / "000001.positions.part"));
}

TEST(PositionCache, GoesWithItsGames) {
  const TemporaryFolder folder;
  write_games(folder.path(), 60, 15);
  made_cache(folder.path());
  ASSERT_TRUE(exists(folder.path() / "000002.positions"));
  folder.write("notes.positions", "not a cache");
  std::filesystem::remove(folder.path() / "000002.games");
  made_cache(folder.path());
  EXPECT_FALSE(exists(folder.path() / "000002.positions"));
  EXPECT_TRUE(exists(folder.path() / "000001.positions"));
  EXPECT_TRUE(exists(folder.path() / "notes.positions"));
}

}  // namespace
}  // namespace tabiya::test
