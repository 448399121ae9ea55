#include "inference/graph_builder.h"

#include <bit>

namespace tabiya {

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
