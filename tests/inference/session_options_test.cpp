// What ONNX Runtime is told when a session is opened, seen by a library that stands in for it
// (fake_onnxruntime.cpp) and says so.
#include <gtest/gtest.h>

#include <string>

#include "inference/networks.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::string asked_for(const std::string& options) {
  const TemporaryFolder folder;
  const auto file = tiny_network();
  folder.write("net.onnx", {reinterpret_cast<const char*>(file.data()), file.size()});
  const Finished end =
      run({.arguments = {TABIYA_PROGRAM, "uci"},
           .input = "setoption name OnnxRuntime value " TABIYA_FAKE_ONNXRUNTIME "\n" + options +
                    "setoption name WeightsFile value " + (folder.path() / "net.onnx").string() +
                    "\nsetoption name Engine value mcts\n"});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  return end.out;
}

TEST(SessionOptions, HaveCudaWhenItWasAskedFor) {
  const std::string out = asked_for(
      "setoption name NetDevice value cuda\n"
      "setoption name NetPrecision value full\n");
  EXPECT_NE(out.find("CUDA device_id=0 use_tf32=0"), std::string::npos) << out;
}

TEST(SessionOptions, HaveOnlyTheProcessorOtherwise) {
  const std::string out = asked_for("setoption name NetThreads value 3\n");
  EXPECT_NE(out.find("asked for: threads=3"), std::string::npos) << out;
  EXPECT_EQ(out.find("CUDA"), std::string::npos) << out;
}

}  // namespace
}  // namespace tabiya::test
