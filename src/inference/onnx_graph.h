// The steps and tensors of an ONNX network: looked up by name, and added one line each.
#pragma once

#include <onnx_file.pb.h>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tabiya {

// Which step makes and which steps use each tensor, and what the constants hold. A view: it is
// right as long as the network it was made from does not change.
class GraphIndex {
 public:
  explicit GraphIndex(const onnx_file::GraphProto&);

  // Steps by their number in the network; nothing for inputs and constants.
  std::optional<int> maker_of(std::string_view tensor) const;
  const std::vector<int>& users_of(std::string_view tensor) const;

  const onnx_file::TensorProto* constant(std::string_view tensor) const;  // or null
  bool is_output(std::string_view tensor) const { return outputs_.contains(tensor); }

  // The only step that uses it; nothing if there are several, or if it is an output as well.
  std::optional<int> only_user_of(std::string_view tensor) const;

  // All steps that a tensor depends on, its maker included.
  std::set<int> steps_behind(std::string_view tensor) const;

 private:
  const onnx_file::GraphProto& graph_;
  std::unordered_map<std::string_view, int> makers_;
  std::unordered_map<std::string_view, std::vector<int>> users_;
  std::unordered_map<std::string_view, const onnx_file::TensorProto*> constants_;
  std::set<std::string_view> outputs_;
};

// The floats of a constant; nothing if it holds others, or not as many as it says.
std::optional<std::vector<float>> floats_of(const onnx_file::TensorProto&);

// An attribute of a step that is there as this, or another value.
float attribute_or(const onnx_file::NodeProto&, std::string_view name, float otherwise);

// Adds steps and tensors.
class GraphBuilder {
 public:
  using Dims = std::vector<std::int64_t>;
  using Attribute = std::pair<std::string, std::variant<std::int64_t, Dims>>;

  explicit GraphBuilder(onnx_file::GraphProto& graph) : graph_(graph) {}

  // Dimensions below zero are any size.
  void input(const std::string& name, const Dims& dims) {
    declare(*graph_.add_input(), name, dims);
  }
  void output(const std::string& name, const Dims& dims) {
    declare(*graph_.add_output(), name, dims);
  }

  // Constants; each returns its name.
  std::string floats(const std::string& name, const Dims& dims, std::span<const float> values);
  std::string integers(const std::string& name, std::span<const std::int64_t> values);
  std::string bytes(const std::string& name, const Dims& dims, std::span<const std::int8_t>);
  std::string unsigned_byte(const std::string& name, std::uint8_t);
  std::string words(const std::string& name, std::span<const std::int32_t> values);

  // A step with one output; returns the output's name. The step has the same.
  std::string step(const std::string& operation, const std::vector<std::string>& inputs,
                   const std::string& output, const std::vector<Attribute>& attributes = {});

 private:
  static void declare(onnx_file::ValueInfoProto&, const std::string& name, const Dims&);
  onnx_file::TensorProto& constant(const std::string& name, const Dims&,
                                   onnx_file::TensorProto::DataType);

  onnx_file::GraphProto& graph_;
};

}  // namespace tabiya
