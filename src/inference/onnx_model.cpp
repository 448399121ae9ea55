#include "inference/onnx_model.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace tabiya {

namespace {

// Hostile sizes must not overflow; 0 for what cannot be.
std::size_t elements(const onnx_file::TensorProto& tensor) {
  std::size_t count = 1;
  for (const std::int64_t size : tensor.dims()) {
    if (size < 0 || size > static_cast<std::int64_t>(kLongestOnnxFile)) return 0;
    count *= static_cast<std::size_t>(size);
    if (count > kLongestOnnxFile) return 0;
  }
  return count;
}

}  // namespace

OnnxModel::OnnxModel(std::vector<std::byte> bytes, std::string name, NetworkShape shape)
    : bytes_(std::move(bytes)), name_(std::move(name)), shape_(std::move(shape)) {}

OnnxModel::Loaded OnnxModel::load(const std::filesystem::path& file) {
  auto bytes = read_onnx_file(file);
  if (!bytes) return std::unexpected(bytes.error());
  return parse(*std::move(bytes), file.string());
}

OnnxModel::Loaded OnnxModel::parse(std::vector<std::byte> bytes, std::string name) {
  const auto model = parse_onnx(bytes);
  if (!model) return failure("{}: {}", name, model.error().message);
  auto shape = network_shape(**model);
  if (!shape) return failure("{}: {}", name, shape.error().message);
  return std::shared_ptr<const OnnxModel>(
      new OnnxModel(std::move(bytes), std::move(name), *std::move(shape)));
}

OnnxSummary summary_of(const OnnxModel& model) {
  const auto parsed = parse_onnx(model.bytes());
  if (!parsed) return {};  // cannot be: it was parsed before
  const onnx_file::ModelProto& file = **parsed;
  const onnx_file::GraphProto& graph = file.graph();

  OnnxSummary summary;
  summary.producer = file.producer_name();
  if (!file.producer_version().empty()) summary.producer += " " + file.producer_version();
  summary.format_version = file.ir_version();
  for (const auto& operators : file.opset_import())
    if (operators.domain().empty() || operators.domain() == "ai.onnx")
      summary.operator_version = operators.version();
  for (const auto& entry : file.metadata_props())
    summary.metadata.emplace_back(entry.key(), entry.value());

  for (const auto& tensor : graph.initializer())
    if (const std::size_t count = elements(tensor);
        count > 1 && tensor.data_type() != onnx_file::TensorProto::INT64)  // those are shapes
      summary.parameters += count;

  std::set<std::string_view> dequantized;
  for (const auto& node : graph.node())
    if (node.op_type() == "DequantizeLinear")
      for (const std::string& output : node.output()) dequantized.insert(output);
  for (const auto& node : graph.node()) {
    if (node.op_type() == "QLinearConv" || node.op_type() == "ConvInteger") {
      ++summary.convolutions;
      ++summary.quantized_convolutions;
    } else if (node.op_type() == "Conv") {
      ++summary.convolutions;
      if (node.input_size() >= 2 && dequantized.contains(node.input(1)))
        ++summary.quantized_convolutions;
    }
  }
  return summary;
}

}  // namespace tabiya
