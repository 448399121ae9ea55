#include "inference/quantization_plan.h"

#include <onnx_file.pb.h>

#include <algorithm>

#include "inference/graph_index.h"

namespace tabiya {

namespace {

class Planner {
 public:
  Planner(const onnx_file::GraphProto& graph, const NetworkShape& shape)
      : graph_(graph),
        index_(graph),
        policy_(index_.steps_behind(shape.policy.name)),
        value_(index_.steps_behind(shape.value.name)) {}

  QuantizationPlan plan() {
    QuantizationPlan plan;
    for (int step = 0; step < graph_.node_size(); ++step) {  // makers come before users
      if (!policy_.contains(step)) continue;
      const onnx_file::NodeProto& node = graph_.node(step);
      if (is_convolution(node) && !is_last_layer(step)) {
        plan.convolutions.push_back(step);
        plan.tensors.insert(node.input(0));
        plan.tensors.insert(rounded_output(node));
      } else if (node.op_type() == "Add" && plan.tensors.contains(node.input(0)) &&
                 plan.tensors.contains(node.input(1))) {
        plan.tensors.insert(rounded_output(node));
      }
    }
    return plan;
  }

 private:
  bool is_convolution(const onnx_file::NodeProto& node) const {
    if (node.op_type() != "Conv" || node.input_size() < 2) return false;
    const auto* weights = index_.constant(node.input(1));
    if (weights == nullptr || !floats_of(*weights) || weights->dims_size() != 4) return false;
    if (node.input_size() == 2) return true;
    const auto* biases = index_.constant(node.input(2));
    return biases != nullptr && floats_of(*biases) && biases->dims_size() == 1 &&
           biases->dims(0) == weights->dims(0);
  }

  bool has_weights(const onnx_file::NodeProto& node) const {
    if (node.op_type() != "Conv" && node.op_type() != "Gemm" && node.op_type() != "MatMul")
      return false;
    return std::ranges::any_of(
        node.input(), [&](const std::string& input) { return index_.constant(input) != nullptr; });
  }

  // Only the policy depends on it, and nothing that was learnt comes after it.
  bool is_last_layer(int step) const {
    if (value_.contains(step)) return false;
    return std::ranges::none_of(policy_, [&](int other) {
      return other != step && has_weights(graph_.node(other)) &&
             index_.steps_behind(graph_.node(other).output(0)).contains(step);
    });
  }

  // A relu is for free where a number is rounded to one without a sign.
  std::string rounded_output(const onnx_file::NodeProto& node) const {
    const auto next = index_.only_user_of(node.output(0));
    if (next && graph_.node(*next).op_type() == "Relu") return graph_.node(*next).output(0);
    return node.output(0);
  }

  const onnx_file::GraphProto& graph_;
  GraphIndex index_;
  std::set<int> policy_;  // the steps behind it
  std::set<int> value_;
};

}  // namespace

QuantizationPlan quantization_plan(const onnx_file::ModelProto& model, const NetworkShape& shape) {
  return Planner(model.graph(), shape).plan();
}

}  // namespace tabiya
