#include "inference/onnx_graph.h"

#include <bit>
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

namespace {

// The format wants little endian.
static_assert(std::endian::native == std::endian::little);

template <class T>
void fill(onnx_file::TensorProto& tensor, std::span<const T> values) {
  tensor.set_raw_data(values.data(), values.size_bytes());
}

GraphBuilder::Dims length_of(std::size_t size) { return {static_cast<std::int64_t>(size)}; }

}  // namespace

void GraphBuilder::declare(onnx_file::ValueInfoProto& value, const std::string& name,
                           const Dims& dims) {
  value.set_name(name);
  auto& type = *value.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx_file::TensorProto::FLOAT);
  auto& shape = *type.mutable_shape();
  for (const std::int64_t size : dims) {
    if (size < 0)
      shape.add_dim()->set_dim_param("batch");
    else
      shape.add_dim()->set_dim_value(size);
  }
}

onnx_file::TensorProto& GraphBuilder::constant(const std::string& name, const Dims& dims,
                                               onnx_file::TensorProto::DataType type) {
  onnx_file::TensorProto& tensor = *graph_.add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(type);
  for (const std::int64_t size : dims) tensor.add_dims(size);
  return tensor;
}

std::string GraphBuilder::floats(const std::string& name, const Dims& dims,
                                 std::span<const float> values) {
  fill(constant(name, dims, onnx_file::TensorProto::FLOAT), values);
  return name;
}

std::string GraphBuilder::integers(const std::string& name, std::span<const std::int64_t> values) {
  fill(constant(name, length_of(values.size()), onnx_file::TensorProto::INT64), values);
  return name;
}

std::string GraphBuilder::bytes(const std::string& name, const Dims& dims,
                                std::span<const std::int8_t> values) {
  fill(constant(name, dims, onnx_file::TensorProto::INT8), values);
  return name;
}

std::string GraphBuilder::unsigned_byte(const std::string& name, std::uint8_t value) {
  fill(constant(name, {}, onnx_file::TensorProto::UINT8), std::span<const std::uint8_t>(&value, 1));
  return name;
}

std::string GraphBuilder::words(const std::string& name, std::span<const std::int32_t> values) {
  fill(constant(name, length_of(values.size()), onnx_file::TensorProto::INT32), values);
  return name;
}

std::string GraphBuilder::step(const std::string& operation, const std::vector<std::string>& inputs,
                               const std::string& output,
                               const std::vector<Attribute>& attributes) {
  onnx_file::NodeProto& node = *graph_.add_node();
  node.set_op_type(operation);
  node.set_name(output);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
  for (const auto& [name, value] : attributes) {
    onnx_file::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      attribute.set_type(onnx_file::AttributeProto::INT);
      attribute.set_i(*number);
    } else {
      attribute.set_type(onnx_file::AttributeProto::INTS);
      for (const std::int64_t element : std::get<Dims>(value)) attribute.add_ints(element);
    }
  }
  return output;
}

}  // namespace tabiya
