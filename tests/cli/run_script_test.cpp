// ./run in places where nothing can be built.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

// The project's scripts where build/.lock cannot be opened for writing: it is a folder. (Root, who
// may run the tests, can write into a folder whatever its permissions say.)
void make_tree_without_lock(const std::filesystem::path& tree) {
  const std::filesystem::path root(TABIYA_SOURCE_FOLDER);
  std::filesystem::copy(root / "run", tree / "run");
  std::filesystem::copy(root / "scripts", tree / "scripts");
  std::filesystem::create_directories(tree / "build/.lock");
}

TEST(RunScript, StartsWhatIsBuiltInAReadOnlyTree) {
  const TemporaryFolder tree;
  make_tree_without_lock(tree.path());
  std::filesystem::create_directories(tree.path() / "build/release");
  std::ofstream(tree.path() / "build/release/tabiya") << "#!/bin/sh\necho started with \"$@\"\n";
  std::filesystem::permissions(tree.path() / "build/release/tabiya",
                               std::filesystem::perms::owner_all);
  const Finished result = run({.arguments = {tree.path() / "run", "fen", "startpos"}});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "started with fen startpos\n");
}

TEST(RunScript, SaysThatNothingIsBuiltInAReadOnlyTree) {
  const TemporaryFolder tree;
  make_tree_without_lock(tree.path());
  const Finished result = run({.arguments = {tree.path() / "run", "fen", "startpos"}});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err,
            "Tabiya is not built, and no files can be made in " + tree.path().string() + ".\n");
}

}  // namespace
}  // namespace tabiya::test
