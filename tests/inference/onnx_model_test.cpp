// Reading network files, good ones and others.
#include "inference/onnx_model.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "inference/networks.h"
#include "inference/quantization_steps.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::string fault_of(std::vector<std::byte> bytes) {
  const auto model = OnnxModel::parse(std::move(bytes), "net.onnx");
  return model ? "none" : model.error().message;
}

std::string fault_of_file(const std::filesystem::path& file) {
  const auto model = OnnxModel::load(file);
  return model ? "none" : model.error().message;
}

TEST(OnnxModel, IsReadFromItsFileOnce) {
  const TemporaryFolder folder;
  folder.write("net.onnx", tiny_network(3));
  const auto model = OnnxModel::load(folder.path() / "net.onnx");
  ASSERT_TRUE(model) << model.error().message;
  folder.write("net.onnx", "garbage");
  std::filesystem::remove(folder.path() / "net.onnx");
  EXPECT_EQ((*model)->shape().history, 3);
  EXPECT_TRUE(onnx_evaluator(onnx_library(), *model));
}

TEST(OnnxModel, SaysWhyAFileCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of_file(folder.path() / "no.onnx"),
            (folder.path() / "no.onnx").string() + " could not be read: No such file or directory");
  EXPECT_EQ(fault_of_file(folder.path()),
            folder.path().string() + " could not be read: it is not a regular file");
  EXPECT_EQ(fault_of_file("/dev/zero"), "/dev/zero could not be read: it is not a regular file");
  folder.write("empty.onnx", "");
  EXPECT_NE(fault_of_file(folder.path() / "empty.onnx").find("the file is empty"),
            std::string::npos);
  folder.write("text.onnx", "1. e4 e5 2. Nf3 Nc6\n");
  EXPECT_NE(fault_of_file(folder.path() / "text.onnx").find("this is not an ONNX file"),
            std::string::npos);
}

TEST(OnnxModel, RefusesEveryTruncatedFile) {
  const std::vector<std::byte> whole = tiny_network();
  ASSERT_EQ(fault_of(whole), "none");
  // The metadata stand at the end; a file cut between two of them has lost nothing that is needed.
  int harmless = 0;
  for (std::size_t size = 0; size < whole.size(); size += size + 400 < whole.size() ? 37 : 1) {
    const std::string fault = fault_of({whole.begin(), whole.begin() + static_cast<long>(size)});
    if (fault == "none") ++harmless;
    EXPECT_TRUE(fault == "none" || fault.starts_with("net.onnx: ")) << fault;
  }
  EXPECT_LE(harmless, 8);
}

TEST(OnnxModel, FindsAlteredWeights) {
  std::vector<std::byte> file = tiny_network();
  int found = 0;
  int tried = 0;
  for (std::size_t i = 1000; i + 1000 < file.size(); i += 997, ++tried) {
    file[i] ^= std::byte{0x10};
    found += fault_of(file) != "none";
    file[i] ^= std::byte{0x10};
  }
  EXPECT_GT(tried, 10);
  EXPECT_EQ(found, tried);
  EXPECT_EQ(fault_of(file), "none");
}

TEST(OnnxModel, TakesFilesWithoutAChecksum) {
  EXPECT_EQ(fault_of(changed(tiny_network(), [](auto&) {})), "none");
}

TEST(OnnxModel, RefusesWeightsInOtherFiles) {
  const auto file = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    auto& tensor = *model.mutable_graph()->mutable_initializer(0);
    tensor.clear_raw_data();
    tensor.set_data_location(onnx_file::TensorProto::EXTERNAL);
    auto& place = *tensor.add_external_data();
    place.set_key("location");
    place.set_value("/etc/passwd");
  });
  EXPECT_NE(fault_of(file).find("are in another file"), std::string::npos) << fault_of(file);
}

// Any bytes: what is refused gets one printable line, what is accepted can be looked at from all
// sides. (ONNX Runtime's own reader is not ours to test.)
TEST(OnnxModel, StandsMutilatedFiles) {
  const auto file = changed(tiny_network(), [](onnx_file::ModelProto& model) {
    // Short weights leave more mutations for the structure.
    for (auto& tensor : *model.mutable_graph()->mutable_initializer())
      if (tensor.data_type() == onnx_file::TensorProto::FLOAT) {
        tensor.clear_dims();
        tensor.add_dims(2);
        tensor.mutable_raw_data()->resize(8);
      }
  });
  ASSERT_EQ(fault_of(file), "none");
  ASSERT_LT(file.size(), 8000u);
  Random random(21);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    auto mutilated = file;
    for (auto changes = 1 + random.below(4); changes > 0; --changes) {
      const auto place = random.below(mutilated.size());
      switch (random.below(3)) {
        case 0:
          mutilated[place] = static_cast<std::byte>(random.below(256));
          break;
        case 1:
          mutilated.erase(mutilated.begin() + static_cast<long>(place));
          break;
        default:
          mutilated[place] ^= static_cast<std::byte>(1U << random.below(8));
      }
    }
    const auto model = OnnxModel::parse(mutilated, "net.onnx");
    if (!model) {
      EXPECT_LT(model.error().message.size(), 1200u);
      for (const char c : model.error().message)
        EXPECT_TRUE(c >= ' ' && c <= '~') << model.error().message;
      continue;
    }
    ++accepted;
    EXPECT_LE(summary_of(**model).quantized_convolutions, summary_of(**model).convolutions);
    auto parsed = parse_onnx((*model)->bytes()).value();
    fold_batch_norms(*parsed);
    quantization_plan(*parsed, (*model)->shape());
  }
  EXPECT_GT(accepted, 100);
  EXPECT_LT(accepted, 3900);
}

TEST(OnnxModel, SummarisesItself) {
  const OnnxSummary summary = summary_of(*model_of(tiny_network()));
  EXPECT_EQ(summary.operator_version, 17);
  EXPECT_EQ(summary.format_version, 8);
  EXPECT_FALSE(summary.is_quantized());
  EXPECT_EQ(summary.convolutions, 8);
  EXPECT_TRUE(summary.producer.starts_with("Tabiya ")) << summary.producer;
  const std::pair<std::string, std::string> network{"tabiya.network", "1x8"};
  EXPECT_EQ(std::ranges::count(summary.metadata, network), 1);
}

}  // namespace
}  // namespace tabiya::test
