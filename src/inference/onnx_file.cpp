#include "inference/onnx_file.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <limits>

#include "base/file.h"
#include "base/result.h"
#include "base/text.h"

namespace tabiya {

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

// Of everything that is computed with: the steps, and the tensors as they are stored. Metadata and
// descriptions may change without it.
std::uint64_t checksum_of_graph(const onnx_file::ModelProto& model) {
  const onnx_file::GraphProto& graph = model.graph();
  std::vector<std::uint64_t> sums;
  std::string text;
  const auto add = [&](const auto& part) {
    part.SerializeToString(&text);
    sums.push_back(checksum_of(bytes_of(text)));
  };
  for (const auto& node : graph.node()) add(node);
  for (const auto& tensor : graph.initializer()) add(tensor);
  for (const auto& input : graph.input()) add(input);
  for (const auto& output : graph.output()) add(output);
  return checksum_of(std::as_bytes(std::span(sums)));
}

std::string as_text(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

}  // namespace

Result<std::vector<std::byte>> read_onnx_file(const std::filesystem::path& file) {
  auto bytes = read_file(file, kLongestOnnxFile);
  if (bytes && bytes->size() > kLongestOnnxFile)
    return failure("{} could not be read: a network has at most {} MB", file.string(),
                   kLongestOnnxFile >> 20);
  return bytes;
}

Result<std::unique_ptr<onnx_file::ModelProto>> parse_onnx(std::span<const std::byte> bytes) {
  static_assert(kLongestOnnxFile <= std::numeric_limits<int>::max());
  if (bytes.empty()) return failure("the file is empty, and not an ONNX network");
  auto model = std::make_unique<onnx_file::ModelProto>();
  if (bytes.size() > kLongestOnnxFile ||
      !model->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return failure("this is not an ONNX file, or only a part of one");
  if (!model->has_ir_version() || !model->has_graph() || model->graph().node().empty() ||
      model->opset_import().empty())
    return failure("this is not an ONNX file, or only a part of one: it has no network");

  for (const auto& tensor : model->graph().initializer())
    if (tensor.data_location() == onnx_file::TensorProto::EXTERNAL)
      return failure("its weights ({}) are in another file; save it as one file, weights included",
                     printable_line(tensor.name()));

  const std::string_view expected = metadata(*model, metadata_key::kChecksum);
  if (!expected.empty() && expected != as_text(checksum_of_graph(*model)))
    return failure(
        "the network does not fit its checksum: the file is damaged, or was changed "
        "without removing {} from its metadata",
        metadata_key::kChecksum);
  return model;
}

std::vector<std::byte> onnx_bytes(onnx_file::ModelProto model) {
  put_metadata(model, metadata_key::kChecksum, as_text(checksum_of_graph(model)));
  std::vector<std::byte> bytes(model.ByteSizeLong());
  model.SerializeToArray(bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

std::string_view metadata(const onnx_file::ModelProto& model, std::string_view key) {
  for (const auto& entry : model.metadata_props())
    if (entry.key() == key) return entry.value();
  return {};
}

void put_metadata(onnx_file::ModelProto& model, std::string_view key, std::string_view value) {
  auto& entries = *model.mutable_metadata_props();
  auto entry = std::ranges::find(entries, key, &onnx_file::StringStringEntryProto::key);
  auto& place = entry != entries.end() ? *entry : *entries.Add();
  place.set_key(std::string(key));
  place.set_value(std::string(value));
}

}  // namespace tabiya
