// Adds steps and tensors to the network in an ONNX file, one line each.
#pragma once

#include <onnx_file.pb.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tabiya {

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
