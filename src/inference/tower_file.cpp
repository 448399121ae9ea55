// How a tower is written down in ONNX; tower.h has the drawing.
#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <array>
#include <cassert>
#include <cmath>

#include "base/system.h"
#include "chess/square.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "inference/onnx_file.h"
#include "inference/onnx_graph.h"
#include "inference/tower.h"

namespace tabiya {

namespace {

using Dims = GraphBuilder::Dims;

// The first versions with all we use; every ONNX Runtime of the last years knows them.
constexpr std::int64_t kFormatVersion = 8;
constexpr std::int64_t kOperatorVersion = 17;

constexpr const char* kInput = "planes";
constexpr const char* kPolicy = "policy";
constexpr const char* kValue = "wdl";

class TowerGraph {
 public:
  TowerGraph(onnx_file::GraphProto& graph, const TowerWeights& tower)
      : build_(graph), tower_(tower), shape_(tower.shape) {}

  void write() {
    build_.input(kInput, {-1, shape_.planes(), 8, 8});
    build_.output(kPolicy, {-1, kPolicySize});
    build_.output(kValue, {-1, 3});
    const std::string end = trunk();
    policy_head(end);
    value_head(end);
  }

 private:
  std::string relu(const std::string& input) {
    return build_.step("Relu", {input}, input + ".relu");
  }

  std::string convolved(const std::string& input, const Convolution& layer,
                        const std::string& name) {
    assert(layer.weights.size() ==
           static_cast<std::size_t>(layer.out * layer.in * layer.size * layer.size));
    const auto weights = build_.floats(
        name + ".weights", {layer.out, layer.in, layer.size, layer.size}, layer.weights);
    const auto biases = build_.floats(name + ".biases", {layer.out}, layer.biases);
    const std::int64_t margin = layer.size / 2;
    return build_.step("Conv", {input, weights, biases}, name,
                       {{"kernel_shape", Dims{layer.size, layer.size}},
                        {"pads", Dims{margin, margin, margin, margin}}});
  }

  std::string connected(const std::string& input, const Dense& layer, const std::string& name,
                        const std::string& output) {
    const auto weights = build_.floats(name + ".weights", {layer.out, layer.in}, layer.weights);
    const auto biases = build_.floats(name + ".biases", {layer.out}, layer.biases);
    return build_.step("Gemm", {input, weights, biases}, output, {{"transB", std::int64_t{1}}});
  }

  // A size of 0 is that of the input.
  std::string reshaped(const std::string& input, const Dims& dims, const std::string& output) {
    return build_.step("Reshape", {input, build_.integers(output + ".shape", dims)}, output);
  }

  std::string trunk() {
    std::vector<float> scales(static_cast<std::size_t>(shape_.planes()));
    for (int plane = 0; plane < shape_.planes(); ++plane)
      scales[static_cast<std::size_t>(plane)] = plane_scale(shape_.history, plane);
    const auto scale = build_.floats("planes.scale", {1, shape_.planes(), 1, 1}, scales);
    std::string stream = build_.step("Mul", {kInput, scale}, "planes.scaled");
    stream = relu(convolved(stream, tower_.input, "input"));
    for (std::size_t i = 0; i < tower_.blocks.size(); ++i) {
      const std::string name = fmt::format("block{}", i + 1);
      const auto first = relu(convolved(stream, tower_.blocks[i].first, name + ".first"));
      const auto second = convolved(first, tower_.blocks[i].second, name + ".second");
      const auto sum = build_.step("Add", {second, stream}, name + ".sum");
      stream = relu(sum);
    }
    return stream;
  }

  void policy_head(const std::string& end_of_trunk) {
    const auto features = relu(convolved(end_of_trunk, tower_.policy, "policy.features"));

    // Dividing the queries once is cheaper than dividing all scores at each run.
    Convolution query_layer = tower_.query;
    const float divisor = std::sqrt(static_cast<float>(shape_.attention_depth));
    for (float& weight : query_layer.weights) weight /= divisor;
    for (float& bias : query_layer.biases) bias /= divisor;

    const Dims by_square{0, shape_.attention_depth, kSquares};
    const auto queries = reshaped(convolved(features, query_layer, "policy.query"), by_square,
                                  "policy.query.by_square");
    const auto keys =
        reshaped(convolved(features, tower_.key, "policy.key"), by_square, "policy.key.by_square");
    const auto turned =
        build_.step("Transpose", {queries}, "policy.query.turned", {{"perm", Dims{0, 2, 1}}});
    const auto scores = build_.step("MatMul", {turned, keys}, "policy.from_to");
    const auto from_to =
        reshaped(scores, {0, std::int64_t{kSquares} * kSquares}, "policy.from_to.flat");

    build_.step("Concat", {from_to, underpromotions(features)}, kPolicy,
                {{"axis", std::int64_t{1}}});
  }

  // [piece · 3 + direction][file] of the seventh rank, turned to [piece][file][direction].
  std::string underpromotions(const std::string& features) {
    const std::string name = "policy.underpromotion";
    const auto begin = build_.integers(name + ".begin", std::array<std::int64_t, 1>{6});
    const auto end = build_.integers(name + ".end", std::array<std::int64_t, 1>{7});
    const auto axis = build_.integers(name + ".axis", std::array<std::int64_t, 1>{2});
    const auto rank = build_.step("Slice", {features, begin, end, axis}, name + ".rank");
    const auto scores = convolved(rank, tower_.underpromotion, name);
    const auto parted = reshaped(scores, {0, 3, 3, 8}, name + ".parted");
    const auto turned =
        build_.step("Transpose", {parted}, name + ".turned", {{"perm", Dims{0, 1, 3, 2}}});
    return reshaped(turned, {0, kPolicySize - kSquares * kSquares}, name + ".flat");
  }

  void value_head(const std::string& end_of_trunk) {
    const auto features = relu(convolved(end_of_trunk, tower_.value, "value.features"));
    const auto flat = build_.step("Flatten", {features}, "value.flat", {{"axis", std::int64_t{1}}});
    const auto hidden = relu(connected(flat, tower_.value_hidden, "value.hidden", "value.hidden"));
    connected(hidden, tower_.value_output, "value.output", kValue);
  }

  GraphBuilder build_;
  const TowerWeights& tower_;
  const TowerShape& shape_;
};

}  // namespace

std::vector<std::byte> onnx_file_of(const TowerWeights& tower) {
  onnx_file::ModelProto model;
  model.set_ir_version(kFormatVersion);
  model.add_opset_import()->set_version(kOperatorVersion);
  model.set_producer_name("Tabiya");
  model.set_producer_version(std::string(version()));
  model.mutable_graph()->set_name(tower.shape.name());
  TowerGraph(*model.mutable_graph(), tower).write();

  put_metadata(model, metadata_key::kNetwork, tower.shape.name());
  put_metadata(model, metadata_key::kInput, kInput);
  put_metadata(model, metadata_key::kHistory, std::to_string(tower.shape.history));
  put_metadata(model, metadata_key::kPolicy, kPolicy);
  put_metadata(model, metadata_key::kValue, kValue);
  put_metadata(model, metadata_key::kValueKind, "wdl_logits");
  return onnx_bytes(std::move(model));
}

}  // namespace tabiya
