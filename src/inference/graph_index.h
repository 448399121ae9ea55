// Who makes and who uses each tensor of an ONNX network, and what its constants hold.
//
// A view: it is right as long as the network it was made from does not change.
#pragma once

#include <onnx_file.pb.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tabiya {

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

}  // namespace tabiya
