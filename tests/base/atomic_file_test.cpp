#include "base/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iterator>
#include <string_view>

#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using std::filesystem::path;

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

long files_in(const path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

TEST(AtomicFile, ReplacesWhatWasThereAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const path file = folder.path() / "net";
  ASSERT_TRUE(write_file_atomically(file, bytes("the first, which is longer")));
  EXPECT_EQ(content_of(file), "the first, which is longer");
  ASSERT_TRUE(write_file_atomically(file, bytes("second")));
  EXPECT_EQ(content_of(file), "second");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, WritesNothingAtAllIfTheContentIsEmpty) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.path() / "net", {}));
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "net"), 0u);
}

TEST(AtomicFile, TellsTheFileAndTheReasonOfAFailure) {
  const TemporaryFolder folder;
  const auto written = write_file_atomically(folder.path() / "missing" / "net", bytes("x"));
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("missing/net could not be written: No such file"),
            std::string::npos)
      << written.error().message;
}

TEST(AtomicFile, SaysBeforehandWhetherThereIsAPlaceForIt) {
  const TemporaryFolder folder;
  folder.write("old", "content");
  EXPECT_TRUE(check_writable(folder.path() / "new"));
  EXPECT_TRUE(check_writable(folder.path() / "old"));
  EXPECT_EQ(content_of(folder.path() / "old"), "content");
  EXPECT_EQ(files_in(folder.path()), 1);
  for (const path& place : {folder.path() / "missing" / "net", folder.path(),
                            folder.path() / "old" / "net", folder.path() / std::string(250, 'x')}) {
    const auto possible = check_writable(place);
    ASSERT_FALSE(possible) << place;
    EXPECT_EQ(possible.error().message, write_file_atomically(place, bytes("x")).error().message);
  }
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, DoesNotReplaceAFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "net");
  EXPECT_FALSE(write_file_atomically(folder.path() / "net", bytes("x")));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "net"));
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, KeepsTheModeOfTheFileItReplaces) {
  const TemporaryFolder folder;
  const path file = folder.path() / "net";
  folder.write("net", "old");
  ASSERT_EQ(chmod(file.c_str(), 0640), 0);
  ASSERT_TRUE(write_file_atomically(file, bytes("new")));
  struct stat facts = {};
  ASSERT_EQ(stat(file.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 0640u);
}

TEST(AtomicFile, WritesThroughALink) {
  const TemporaryFolder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink("real", folder.path() / "link");
  ASSERT_TRUE(write_file_atomically(folder.path() / "link", bytes("new")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_EQ(content_of(folder.path() / "real"), "new");
}

TEST(AtomicFile, WritesThroughALinkToAFileThatIsNotThereYet) {
  const TemporaryFolder folder;
  const path disk = folder.path() / "disk";
  std::filesystem::create_directory(disk);
  std::filesystem::create_symlink("disk/second", folder.path() / "first");
  std::filesystem::create_symlink(disk / "real", disk / "second");
  EXPECT_TRUE(check_writable(folder.path() / "first"));
  EXPECT_EQ(end_of_links(folder.path() / "first").value(), disk / "real");
  ASSERT_TRUE(write_file_atomically(folder.path() / "first", bytes("new")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(disk / "second"));
  EXPECT_EQ(content_of(disk / "real"), "new");
  EXPECT_EQ(files_in(folder.path()), 2);
}

TEST(AtomicFile, TellsOfLinksThatGoRoundInACircle) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("two", folder.path() / "one");
  std::filesystem::create_symlink("one", folder.path() / "two");
  const auto written = write_file_atomically(folder.path() / "one", bytes("x"));
  ASSERT_FALSE(written);
  EXPECT_TRUE(written.error().message.ends_with(
      "one could not be written: Too many levels of symbolic links"))
      << written.error().message;
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "one"));
}

TEST(AtomicFile, IsNotStoppedByALeftover) {
  const TemporaryFolder folder;
  folder.write("net." + std::to_string(getpid()) + "-0.part", "left by a crash");
  ASSERT_TRUE(write_file_atomically(folder.path() / "net", bytes("new")));
  EXPECT_EQ(content_of(folder.path() / "net"), "new");
}

}  // namespace
}  // namespace tabiya::test
