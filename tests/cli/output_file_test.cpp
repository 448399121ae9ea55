#include "cli/data/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <iterator>

#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

long files_in(const path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(OutputFile, StaysAsSecretAsTheFileThatItReplaces) {
  const TemporaryFolder folder;
  folder.write("games.pgn", "old");
  const path file = folder.path() / "games.pgn";
  ASSERT_EQ(chmod(file.c_str(), 0600), 0);
  auto output = OutputFile::open(file);
  ASSERT_TRUE(output) << output.error().message;
  output->write("new");
  ASSERT_TRUE(output->finish());
  EXPECT_EQ(content_of(file), "new");
  struct stat facts = {};
  ASSERT_EQ(stat(file.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, LeavesWhatWasThereUntilItIsWhole) {
  const TemporaryFolder folder;
  folder.write("games.pgn", "old");
  {
    auto output = OutputFile::open(folder.path() / "games.pgn");
    ASSERT_TRUE(output);
    output->write("half of the n");
    EXPECT_EQ(content_of(folder.path() / "games.pgn"), "old");
  }
  EXPECT_EQ(content_of(folder.path() / "games.pgn"), "old");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, CanHaveItsBeginningWrittenLast) {
  const TemporaryFolder folder;
  auto output = OutputFile::open(folder.path() / "array");
  ASSERT_TRUE(output);
  output->write("0000 elements");
  output->write_at_begin("1234");
  ASSERT_TRUE(output->finish());
  EXPECT_EQ(content_of(folder.path() / "array"), "1234 elements");
}

}  // namespace
}  // namespace tabiya::test
