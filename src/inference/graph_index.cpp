#include "inference/graph_index.h"

#include <cstring>

#include "inference/onnx_file.h"

namespace tabiya {

GraphIndex::GraphIndex(const onnx_file::GraphProto& graph) : graph_(graph) {
  for (int i = 0; i < graph.node_size(); ++i) {
    for (const std::string& made : graph.node(i).output()) makers_.emplace(made, i);
    for (const std::string& used : graph.node(i).input()) users_[used].push_back(i);
  }
  for (const auto& tensor : graph.initializer()) constants_.emplace(tensor.name(), &tensor);
  for (const auto& output : graph.output()) outputs_.insert(output.name());
}

std::optional<int> GraphIndex::maker_of(std::string_view tensor) const {
  const auto found = makers_.find(tensor);
  if (found == makers_.end()) return std::nullopt;
  return found->second;
}

const std::vector<int>& GraphIndex::users_of(std::string_view tensor) const {
  static const std::vector<int> none;
  const auto found = users_.find(tensor);
  return found == users_.end() ? none : found->second;
}

const onnx_file::TensorProto* GraphIndex::constant(std::string_view tensor) const {
  const auto found = constants_.find(tensor);
  return found == constants_.end() ? nullptr : found->second;
}

std::optional<int> GraphIndex::only_user_of(std::string_view tensor) const {
  const auto& users = users_of(tensor);
  if (users.size() != 1 || is_output(tensor)) return std::nullopt;
  return users.front();
}

std::set<int> GraphIndex::steps_behind(std::string_view tensor) const {
  std::set<int> steps;
  std::vector<std::string_view> open{tensor};
  while (!open.empty()) {
    const auto maker = maker_of(open.back());
    open.pop_back();
    if (!maker || !steps.insert(*maker).second) continue;
    for (const std::string& input : graph_.node(*maker).input()) open.push_back(input);
  }
  return steps;
}

std::optional<std::vector<float>> floats_of(const onnx_file::TensorProto& tensor) {
  if (tensor.data_type() != onnx_file::TensorProto::FLOAT) return std::nullopt;
  std::size_t count = 1;
  for (const std::int64_t size : tensor.dims()) {
    if (size < 0 || static_cast<std::size_t>(size) > kLongestOnnxFile) return std::nullopt;
    count *= static_cast<std::size_t>(size);
    if (count > kLongestOnnxFile) return std::nullopt;
  }
  std::vector<float> values;
  if (tensor.has_raw_data()) {
    if (tensor.raw_data().size() != count * sizeof(float)) return std::nullopt;
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), tensor.raw_data().data(), count * sizeof(float));
  } else {
    if (static_cast<std::size_t>(tensor.float_data_size()) != count) return std::nullopt;
    values.assign(tensor.float_data().begin(), tensor.float_data().end());
  }
  return values;
}

float attribute_or(const onnx_file::NodeProto& node, std::string_view name, float otherwise) {
  for (const auto& attribute : node.attribute())
    if (attribute.name() == name && attribute.has_f()) return attribute.f();
  return otherwise;
}

}  // namespace tabiya
