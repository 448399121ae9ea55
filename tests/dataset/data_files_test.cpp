#include "dataset/data_files.h"

#include <gtest/gtest.h>

#include "dataset/data_folders.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

std::uint64_t fingerprint_of(const std::vector<path>& files) {
  return DataFiles::open(files).value().fingerprint();
}

TEST(DataFingerprint, IsOfTheGamesAndNotOfTheirFiles) {
  const TemporaryFolder folder;
  write_games(folder.path() / "a", 40, 1);
  std::filesystem::copy(folder.path() / "a", folder.path() / "b");
  EXPECT_EQ(fingerprint_of({folder.path() / "b"}), fingerprint_of({folder.path() / "a"}));
  write_games(folder.path() / "c", 40, 2);
  EXPECT_NE(fingerprint_of({folder.path() / "c"}), fingerprint_of({folder.path() / "a"}));
}

TEST(DataFingerprint, DependsOnTheOrder) {
  const TemporaryFolder folder;
  const path a = folder.path() / "a";
  const path b = folder.path() / "b";
  write_games(a, 10, 1);
  write_games(b, 10, 2);
  EXPECT_NE(fingerprint_of({a, b}), fingerprint_of({b, a}));
}

TEST(DataFingerprint, ChangesWithEveryGameAdded) {
  const TemporaryFolder folder;
  write_games(folder.path(), 10, 1);
  const std::uint64_t before = fingerprint_of({folder.path()});
  write_games(folder.path(), 1, 2);
  EXPECT_NE(fingerprint_of({folder.path()}), before);
}

}  // namespace
}  // namespace tabiya::test
