#include "inference/quantization_steps.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "encode/planes.h"
#include "inference/onnx_graph.h"
#include "inference/onnx_session.h"

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

namespace {

constexpr std::size_t kBatch = 8;

// The network with further outputs: the tensors to look at.
std::vector<std::byte> opened_up(onnx_file::ModelProto model,
                                 std::span<const std::string> tensors) {
  for (const std::string& name : tensors) {
    onnx_file::ValueInfoProto& output = *model.mutable_graph()->add_output();
    output.set_name(name);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx_file::TensorProto::FLOAT);
  }
  return onnx_bytes(std::move(model));
}

bool widen(ValueRange& range, std::span<const float> values) {
  for (const float value : values) {
    if (!std::isfinite(value)) return false;
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
  }
  return true;
}

}  // namespace

Result<std::map<std::string, ValueRange>> value_ranges(std::shared_ptr<const OnnxLibrary> library,
                                                       const onnx_file::ModelProto& model,
                                                       const NetworkShape& shape,
                                                       const std::set<std::string>& tensors,
                                                       std::span<const Game> games,
                                                       const KeepGoing& keep_going) {
  // The network's own input cannot be an output as well; it is looked at here.
  std::vector<std::string> names(tensors.begin(), tensors.end());
  const bool input_wanted = std::erase(names, shape.input.name) > 0;
  const auto session = OnnxSession::open(std::move(library), opened_up(model, names), {});
  if (!session) return std::unexpected(session.error());

  std::map<std::string, ValueRange> ranges;
  const std::size_t batch = shape.batch ? static_cast<std::size_t>(*shape.batch) : kBatch;
  const std::size_t stride = static_cast<std::size_t>(shape.planes) * kSquares;
  std::vector<float> planes(batch * stride);
  for (std::size_t done = 0; done < games.size(); done += batch) {
    if (!keep_going(done)) return failure("stopped");
    // The last batch is filled up with the last game.
    for (std::size_t i = 0; i < batch; ++i)
      encode_planes(History(games[std::min(done + i, games.size() - 1)]), shape.history,
                    std::span(planes).subspan(i * stride, stride));
    std::vector<std::int64_t> dims = shape.input.dims;
    dims.front() = static_cast<std::int64_t>(batch);
    const auto values = (*session)->compute({shape.input.name, dims, planes}, names);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!widen(ranges[names[i]], (*values)[i]))
        return failure(
            "the network computes numbers that are not finite (NaN or infinite) in \"{}\"",
            printable_line(names[i]));
    if (input_wanted) widen(ranges[shape.input.name], planes);
  }
  return ranges;
}

}  // namespace tabiya
