// What ONNX Runtime is told when a session is opened, seen by a library that stands in for it
// (fake_onnxruntime.cpp) and says so.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "inference/networks.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

struct Fake {
  std::map<std::string, std::string> environment{};
  std::string then{};  // lines after the network was named
};

std::string said_with(const std::string& options, const Fake& fake = {}) {
  const TemporaryFolder folder;
  const auto file = tiny_network();
  folder.write("net.onnx", file);
  const Finished end =
      run({.arguments = {TABIYA_PROGRAM, "uci"},
           .input = "setoption name OnnxRuntime value " TABIYA_FAKE_ONNXRUNTIME "\n" + options +
                    "setoption name WeightsFile value " + (folder.path() / "net.onnx").string() +
                    "\nsetoption name Engine value mcts\n" + fake.then,
           .environment = fake.environment});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  return end.out;
}

TEST(SessionOptions, HaveCudaWhenItWasAskedFor) {
  const std::string out = said_with(
      "setoption name NetDevice value cuda\n"
      "setoption name NetPrecision value full\n");
  EXPECT_NE(out.find("CUDA device_id=0 use_tf32=0"), std::string::npos) << out;
}

TEST(SessionOptions, HaveOnlyTheProcessorOtherwise) {
  const std::string out = said_with("setoption name NetThreads value 3\n");
  EXPECT_NE(out.find("asked for: threads=3"), std::string::npos) << out;
  EXPECT_EQ(out.find("CUDA"), std::string::npos) << out;
}

// A card that cannot compute an operation leaves it to the processor, which users must see.
TEST(SessionOptions, AreFollowedByWhatReallyComputesTheNetwork) {
  const auto said_on = [](const std::string& device, const std::string& cuda) {
    return said_with("setoption name NetDevice value " + device + "\n",
                     {.environment = {{"TABIYA_FAKE_CUDA", cuda}}, .then = "go nodes 1\n"});
  };
  const std::string whole = said_on("cuda", "whole");
  EXPECT_NE(
      whole.find("info string net.onnx on ONNX Runtime 1.0-fake, CUDA device 0, 1 at a time\n"),
      std::string::npos)
      << whole;
  const std::string partial = said_on("cuda", "partial");
  EXPECT_NE(partial.find(", CUDA device 0 and in part the CPU, "), std::string::npos) << partial;
  // On a processor it goes without saying.
  const std::string cpu = said_on("cpu", "whole");
  EXPECT_NE(cpu.find("bestmove "), std::string::npos) << cpu;
  EXPECT_EQ(cpu.find("info string"), std::string::npos) << cpu;
}

}  // namespace
}  // namespace tabiya::test
