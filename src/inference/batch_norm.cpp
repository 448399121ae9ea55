#include "inference/batch_norm.h"

#include <onnx_file.pb.h>

#include <array>
#include <cmath>
#include <set>

#include "inference/graph_builder.h"
#include "inference/graph_index.h"

namespace tabiya {

namespace {

// Everything needed to fold one; the convolution's new constants.
struct Folding {
  int convolution;
  int batch_norm;
  GraphBuilder::Dims dims;
  std::vector<float> weights;
  std::vector<float> biases;
};

std::optional<std::vector<float>> constant_floats(const GraphIndex& index,
                                                  const std::string& name) {
  const auto* tensor = index.constant(name);
  return tensor == nullptr ? std::nullopt : floats_of(*tensor);
}

std::optional<Folding> folding_of(const onnx_file::GraphProto& graph, const GraphIndex& index,
                                  int number) {
  const onnx_file::NodeProto& norm = graph.node(number);
  if (norm.op_type() != "BatchNormalization" || norm.input_size() != 5 || norm.output_size() != 1)
    return std::nullopt;
  const auto before = index.maker_of(norm.input(0));
  if (!before || index.only_user_of(norm.input(0)) != number) return std::nullopt;
  const onnx_file::NodeProto& convolution = graph.node(*before);
  if (convolution.op_type() != "Conv" || convolution.input_size() < 2) return std::nullopt;

  const auto* tensor = index.constant(convolution.input(1));
  auto weights = constant_floats(index, convolution.input(1));
  std::array<std::vector<float>, 4> statistics;  // scale, shift, mean, variance
  for (int i = 0; i < 4; ++i) {
    auto values = constant_floats(index, norm.input(i + 1));
    if (!values) return std::nullopt;
    statistics[static_cast<std::size_t>(i)] = *std::move(values);
  }
  const auto& [scale, shift, mean, variance] = statistics;
  const std::size_t channels = scale.size();
  if (!weights || channels == 0 || tensor->dims_size() == 0 ||
      static_cast<std::size_t>(tensor->dims(0)) != channels || shift.size() != channels ||
      mean.size() != channels || variance.size() != channels)
    return std::nullopt;
  std::vector<float> biases(channels);
  if (convolution.input_size() > 2) {
    auto given = constant_floats(index, convolution.input(2));
    if (!given || given->size() != channels) return std::nullopt;
    biases = *std::move(given);
  }

  const float epsilon = attribute_or(norm, "epsilon", 1e-5F);
  const std::size_t per_channel = weights->size() / channels;
  for (std::size_t c = 0; c < channels; ++c) {
    const float factor = scale[c] / std::sqrt(variance[c] + epsilon);
    for (std::size_t i = 0; i < per_channel; ++i) (*weights)[c * per_channel + i] *= factor;
    biases[c] = (biases[c] - mean[c]) * factor + shift[c];
  }
  return Folding{*before,
                 number,
                 {tensor->dims().begin(), tensor->dims().end()},
                 *std::move(weights),
                 std::move(biases)};
}

}  // namespace

int fold_batch_norms(onnx_file::ModelProto& model) {
  onnx_file::GraphProto& graph = *model.mutable_graph();
  std::vector<Folding> foldings;
  {
    const GraphIndex index(graph);
    for (int i = 0; i < graph.node_size(); ++i)
      if (auto folding = folding_of(graph, index, i)) foldings.push_back(*std::move(folding));
  }
  GraphBuilder build(graph);
  for (const Folding& folding : foldings) {
    onnx_file::NodeProto& convolution = *graph.mutable_node(folding.convolution);
    const std::string& output = graph.node(folding.batch_norm).output(0);
    convolution.set_input(1,
                          build.floats(output + ".folded_weights", folding.dims, folding.weights));
    const auto biases =
        build.floats(output + ".folded_biases", {folding.dims.front()}, folding.biases);
    if (convolution.input_size() > 2)
      convolution.set_input(2, biases);
    else
      convolution.add_input(biases);
    convolution.set_output(0, output);
  }
  for (auto folding = foldings.rbegin(); folding != foldings.rend(); ++folding)
    graph.mutable_node()->DeleteSubrange(folding->batch_norm, 1);
  drop_unused_constants(model);
  return static_cast<int>(foldings.size());
}

void drop_unused_constants(onnx_file::ModelProto& model) {
  onnx_file::GraphProto& graph = *model.mutable_graph();
  std::set<std::string> used;
  for (const auto& node : graph.node()) {
    used.insert(node.input().begin(), node.input().end());
    // Steps with networks of their own inside may use any constant.
    for (const auto& attribute : node.attribute())
      if (attribute.has_g() || attribute.graphs_size() > 0) return;
  }
  for (const auto& output : graph.output()) used.insert(output.name());
  auto& constants = *graph.mutable_initializer();
  int kept = 0;
  for (int i = 0; i < constants.size(); ++i)
    if (used.contains(constants[i].name())) constants.SwapElements(kept++, i);
  std::set<std::string> dropped;
  for (int i = kept; i < constants.size(); ++i) dropped.insert(constants[i].name());
  constants.DeleteSubrange(kept, constants.size() - kept);
  // Older files list constants among the inputs, too.
  auto& inputs = *graph.mutable_input();
  for (int i = inputs.size() - 1; i >= 0; --i)
    if (dropped.contains(inputs[i].name())) inputs.DeleteSubrange(i, 1);
}

}  // namespace tabiya
