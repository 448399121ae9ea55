// tabiya net …, as a user runs it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// As long as no trained network has taken its place.
TEST(NetCommand, BootstrapWritesTheBuiltInNetwork) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "made.nnue";
  const Finished finished = run_tabiya({"net", "bootstrap", "-o", file.string()});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.out, file.string() + " written\n");
  EXPECT_EQ(content_of(file), content_of(TABIYA_SOURCE_FOLDER "/nets/default.nnue"));
  EXPECT_EQ(run_tabiya({"net", "info", file.string()}).out, run_tabiya({"net", "info"}).out);
}

TEST(NetCommand, BootstrapTellsWhereItCouldNotWrite) {
  const Finished finished = run_tabiya({"net", "bootstrap", "-o", "/no/such/folder/x.nnue"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.err,
            "tabiya net bootstrap: /no/such/folder/x.nnue could not be written: No such file or "
            "directory\n");
}

TEST(NetCommand, InfoRefusesWhatIsNoNetwork) {
  const TemporaryFolder folder;
  folder.write("broken.nnue",
               content_of(TABIYA_SOURCE_FOLDER "/nets/default.nnue").substr(0, 1000));
  const auto file = (folder.path() / "broken.nnue").string();
  const Finished finished = run_tabiya({"net", "info", file});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_EQ(finished.out, "");
  EXPECT_TRUE(finished.err.starts_with("tabiya net info: " + file +
                                       ": the network file has 1000 bytes where "))
      << finished.err;
}

TEST(NetCommand, NeedsToBeToldWhat) {
  EXPECT_EQ(run_tabiya({"net"}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"net", "dance"}).exit_code, 2);
}

}  // namespace
}  // namespace tabiya::test
