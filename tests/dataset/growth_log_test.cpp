#include "dataset/growth_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "dataset/data_folders.h"
#include "dataset/player_counts.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using namespace std::chrono_literals;

GrowthPoint point(std::chrono::seconds time, std::uint64_t positions) {
  return {.time = GrowthTime(time), .count = {.games = positions / 100, .positions = positions}};
}

TEST(GrowthLog, HasALineEveryFiveMinutesAndTheLast) {
  const TemporaryFolder folder;
  {
    GrowthLog log(folder.path(), point(1000s, 500));
    for (auto time = 1000s; time <= 1000s + 11min; time += 10s)
      log.note(point(time, static_cast<std::uint64_t>(time.count())));
  }
  EXPECT_EQ(content_of(folder.path() / "growth.csv"),
            "seconds_since_1970,games,positions\n1000,5,500\n1300,13,1300\n1600,16,1600\n"
            "1660,16,1660\n");
  {
    GrowthLog log(folder.path(), point(5000s, 1660));
    log.note(point(5300s, 2000));
  }
  EXPECT_EQ(growth_of(folder.path(), {}, GrowthTime(6000s)),
            (std::vector{point(1000s, 500), point(1300s, 1300), point(1600s, 1600),
                         point(1660s, 1660), point(5000s, 1660), point(5300s, 2000)}));
}

TEST(GrowthLog, IsNotThereForFoldersThatAreMadeAtOnce) {
  const TemporaryFolder folder;
  write_games(folder.path(), 20, 1);
  EXPECT_FALSE(exists(folder.path() / "growth.csv"));
}

TEST(GrowthLog, IsReadAsFarAsItMakesSense) {
  const TemporaryFolder folder;
  folder.write("growth.csv",
               "seconds_since_1970,games,positions\n100,1,100\n\x1b[2J,,\n-5,1,1\n50,1,1\n"
               "99999999999999999999,1,1\n200,2,200,3\n200,2,200\n300,3");
  EXPECT_EQ(growth_of(folder.path(), {}, GrowthTime(6000s)),
            (std::vector{point(100s, 100), point(200s, 200)}));
}

TEST(GrowthLog, ATimeThatHasNotComeHidesNothing) {
  const TemporaryFolder folder;
  folder.write("growth.csv",
               "seconds_since_1970,games,positions\n100,1,100\n91700000200,2,200\n300,3,300\n");
  EXPECT_EQ(growth_of(folder.path(), {}, GrowthTime(400s)),
            (std::vector{point(100s, 100), point(300s, 300)}));
}

TEST(GrowthLog, APipeInItsPlaceIsNotWaitedFor) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / "growth.csv").c_str(), 0600), 0);
  {
    GrowthLog log(folder.path(), point(1000s, 500));
    log.note(point(2000s, 600));
  }
  EXPECT_EQ(growth_of(folder.path(), {}, GrowthTime(3000s)), std::vector<GrowthPoint>{});
}

TEST(GrowthLog, IsReplacedByTheTimesOfTheFilesIfThereIsNone) {
  const TemporaryFolder folder;
  folder.write("writer.lock", "");
  folder.write("000001.games", "");
  const auto at = [&](const char* name, std::chrono::seconds time) {
    last_write_time(folder.path() / name, std::chrono::file_clock::from_sys(GrowthTime(time)));
  };
  at("writer.lock", 1000s);
  at("000001.games", 4600s);
  const std::vector<ShardCount> shards{
      {folder.path() / "000001.games", {.games = 70, .positions = 7000}}};
  EXPECT_EQ(growth_of(folder.path(), shards, GrowthTime(6000s)),
            (std::vector{point(1000s, 0), point(4600s, 7000)}));
}

TEST(Growth, IsCountedWithinATimeAndNotInPauses) {
  const std::vector points{point(0s, 0),
                           point(1h, 6000),
                           point(10h, 6000),
                           point(11h, 10'000),
                           point(11h + 1s, 400),  // some were removed
                           point(11h + 30min, 1400)};
  const GrowthTime now(11h + 30min);
  EXPECT_NEAR(positions_added(points, now, 15min), 500, 1);
  EXPECT_NEAR(positions_added(points, now, 1h), 1000 + 2000, 2);
  EXPECT_NEAR(positions_added(points, now, 24h), 11'000, 1);
  EXPECT_EQ(positions_added({}, now, 1h), 0);
}

TEST(PlayerCounts, AreOfAllGamesAlsoAfterMoreHaveCome) {
  const TemporaryFolder folder;
  PlayerCounts counts;
  const auto look = [&] {
    const auto files = DataFiles::open(std::vector{folder.path()});
    return counts.of(*files, [](std::uint64_t) { return true; }).value();
  };
  const auto add = [&](const char* players, int games, std::uint64_t seed) {
    Random random(seed);
    DataCount added;
    auto writer = ShardWriter::open(folder.path(), 4000);
    for (int i = 0; i < games; ++i) {
      RecordedGame game = random_record(random);
      game.players = players;
      added +=
          {.games = 1, .positions = game.moves.size() + (game.final_score ? std::size_t{1} : 0)};
      EXPECT_TRUE(writer->add(game));
    }
    return added;
  };
  const DataCount first = add("weak 100 nodes", 20, 1);
  ASSERT_EQ(look().size(), 1U);
  EXPECT_EQ(look()[0].count, first);
  const DataCount second = add("strong 100 nodes", 15, 2);
  const auto both = look();
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].players, "weak 100 nodes");
  EXPECT_EQ(both[0].count, first);
  EXPECT_EQ(both[1].players, "strong 100 nodes");
  EXPECT_EQ(both[1].count, second);
}

}  // namespace
}  // namespace tabiya::test
