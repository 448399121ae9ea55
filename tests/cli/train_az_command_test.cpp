// tabiya train az where libtorch is not there.
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

TEST(TrainAzCommand, SaysWhatToInstallWhereItWasBuiltWithoutLibtorch) {
  // A program without the trainer beside it.
  const TemporaryFolder folder;
  const auto program = folder.path() / "tabiya";
  std::filesystem::copy_file(TABIYA_PROGRAM, program);
  const Finished finished =
      run({.arguments = {program.string(), "train", "az", "--data", "games", "-o", "net.onnx"}});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err,
            "tabiya train az: this needs libtorch, and tabiya was built without it (" +
                (folder.path() / "tabiya-train-az").string() +
                " is missing). Install it with \"apt-get install libtorch-dev\", then build again "
                "with \"cmake --preset release && cmake --build --preset release\"\n");
}

}  // namespace
}  // namespace tabiya::test
