#include "inference/quantization.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/onnx_evaluator.h"
#include "inference/onnx_graph.h"
#include "inference/quantization_steps.h"

namespace tabiya {

namespace {

// The first in which weights may have a range for each channel.
constexpr std::int64_t kFirstOperatorVersion = 13;
// 256 steps over a wider input would not tell a piece from none.
constexpr float kWidestInput = 8;
constexpr float kHighestWeight = 127;

// How numbers 0 … 255 stand for a range.
struct Rounding {
  float scale;
  std::uint8_t zero;
};

Rounding rounding_of(const ValueRange& range) {
  const float width = range.highest - range.lowest;
  if (width <= 0) return {1, 0};  // always zero
  const float scale = width / 255;
  return {scale,
          static_cast<std::uint8_t>(std::lround(std::clamp(-range.lowest / scale, 0.0F, 255.0F)))};
}

class Quantizer {
 public:
  Quantizer(onnx_file::GraphProto& graph, const std::map<std::string, ValueRange>& ranges)
      : graph_(graph), build_(graph) {
    for (const auto& [name, range] : ranges) roundings_.emplace(name, rounding_of(range));
  }

  // Weights and biases in 8 and 32 bits. The step is one of the plan, so its constants are floats.
  void quantize_convolution(int step) {
    onnx_file::NodeProto& node = *graph_.mutable_node(step);
    const std::string name = node.output(0);
    const float input_scale = roundings_.at(node.input(0)).scale;
    const GraphIndex index(graph_);
    const auto* tensor = index.constant(node.input(1));
    const GraphBuilder::Dims dims(tensor->dims().begin(), tensor->dims().end());
    const std::vector<float> weights = floats_of(*tensor).value();
    const std::size_t channels = static_cast<std::size_t>(dims.front());
    std::vector<float> biases(channels);
    if (node.input_size() > 2) biases = floats_of(*index.constant(node.input(2))).value();

    std::vector<std::int8_t> rounded(weights.size());
    std::vector<std::int32_t> rounded_biases(channels);
    std::vector<float> scales(channels);
    std::vector<float> bias_scales(channels);
    const std::size_t per_channel = channels == 0 ? 0 : weights.size() / channels;
    for (std::size_t c = 0; c < channels; ++c) {
      const auto own = std::span(weights).subspan(c * per_channel, per_channel);
      scales[c] = scale_of(own, biases[c], input_scale);
      bias_scales[c] = scales[c] * input_scale;
      for (std::size_t i = 0; i < per_channel; ++i)
        rounded[c * per_channel + i] = static_cast<std::int8_t>(
            std::clamp(std::nearbyint(own[i] / scales[c]), -kHighestWeight, kHighestWeight));
      rounded_biases[c] = static_cast<std::int32_t>(std::lround(biases[c] / bias_scales[c]));
    }

    const std::vector<GraphBuilder::Attribute> by_channel{{"axis", std::int64_t{0}}};
    const auto weight_scales = build_.floats(name + ".weight_scales", {dims.front()}, scales);
    const auto rounded_weights_name = build_.bytes(name + ".weights_int8", dims, rounded);
    node_inputs_.emplace_back(step, 1,
                              later("DequantizeLinear", {rounded_weights_name, weight_scales},
                                    name + ".weights_restored", by_channel));
    const auto scales_of_biases = build_.floats(name + ".bias_scales", {dims.front()}, bias_scales);
    const auto rounded_biases_name = build_.words(name + ".biases_int32", rounded_biases);
    node_inputs_.emplace_back(step, 2,
                              later("DequantizeLinear", {rounded_biases_name, scales_of_biases},
                                    name + ".biases_restored", by_channel));
  }

  // All tensors rounded and put back, where they are used; and the steps in an order in which
  // everything is made before it is used.
  void finish() {
    for (const auto& [step, input, name] : node_inputs_) {
      onnx_file::NodeProto& node = *graph_.mutable_node(step);
      while (node.input_size() <= input) node.add_input();
      node.set_input(input, name);
    }
    for (auto& node : *graph_.mutable_node())
      for (std::string& input : *node.mutable_input())
        if (roundings_.contains(input)) input += ".restored";

    google::protobuf::RepeatedPtrField<onnx_file::NodeProto> steps;
    steps.Swap(graph_.mutable_node());
    for (auto& step : constants_restored_) *graph_.add_node() = std::move(step);
    for (const auto& input : graph_.input()) round_and_restore(input.name());
    for (auto& step : steps) {
      const std::vector<std::string> made(step.output().begin(), step.output().end());
      *graph_.add_node() = std::move(step);
      for (const std::string& name : made) round_and_restore(name);
    }
  }

 private:
  // As fine as the largest weight allows; but so coarse that the bias fits into 32 bits.
  static float scale_of(std::span<const float> weights, float bias, float input_scale) {
    float largest = 0;
    for (const float weight : weights) largest = std::max(largest, std::abs(weight));
    const float fits_bias = std::abs(bias) / (input_scale * 0x1p30F);
    const float scale = std::max(largest / kHighestWeight, fits_bias);
    return scale > 0 ? scale : 1;
  }

  std::string later(const std::string& operation, const std::vector<std::string>& inputs,
                    const std::string& output, const std::vector<GraphBuilder::Attribute>& how) {
    onnx_file::GraphProto scratch;
    GraphBuilder(scratch).step(operation, inputs, output, how);
    constants_restored_.push_back(scratch.node(0));
    return output;
  }

  void round_and_restore(const std::string& name) {
    const auto found = roundings_.find(name);
    if (found == roundings_.end()) return;
    const auto scale = build_.floats(name + ".rounding_scale", {}, {&found->second.scale, 1});
    const auto zero = build_.unsigned_byte(name + ".rounding_zero", found->second.zero);
    build_.step("QuantizeLinear", {name, scale, zero}, name + ".rounded");
    build_.step("DequantizeLinear", {name + ".rounded", scale, zero}, name + ".restored");
  }

  struct NewInput {
    int step;
    int input;
    std::string name;
    NewInput(int s, int i, std::string n) : step(s), input(i), name(std::move(n)) {}
  };

  onnx_file::GraphProto& graph_;
  GraphBuilder build_;
  std::map<std::string, Rounding> roundings_;
  std::vector<NewInput> node_inputs_;
  std::vector<onnx_file::NodeProto> constants_restored_;
};

// A plan without the convolution of raw planes, if these have numbers too large for it.
void leave_out_wide_input(QuantizationPlan& plan, std::map<std::string, ValueRange>& ranges,
                          const onnx_file::GraphProto& graph, const NetworkShape& shape) {
  const auto input = ranges.find(shape.input.name);
  if (input == ranges.end() || input->second.highest <= kWidestInput) return;
  ranges.erase(input);
  std::erase_if(plan.convolutions,
                [&](int step) { return graph.node(step).input(0) == shape.input.name; });
}

// The network in 8 bits, not yet compared.
Result<QuantizedNetwork> rounded(const std::shared_ptr<const OnnxLibrary>& library,
                                 const OnnxModel& network, std::span<const Game> games,
                                 const KeepGoing& keep_going) {
  const OnnxSummary summary = summary_of(network);
  if (summary.is_quantized()) return failure("the network is in 8 bits already");
  if (summary.operator_version < kFirstOperatorVersion)
    return failure("it uses version {} of ONNX's operators, and 8 bits need {} or later",
                   summary.operator_version, kFirstOperatorVersion);
  auto parsed = parse_onnx(network.bytes());
  if (!parsed) return std::unexpected(parsed.error());
  onnx_file::ModelProto& model = **parsed;
  onnx_file::GraphProto& graph = *model.mutable_graph();
  graph.clear_value_info();

  QuantizedNetwork result;
  result.batch_norms = fold_batch_norms(model);
  QuantizationPlan plan = quantization_plan(model, network.shape());
  if (plan.convolutions.empty())
    return failure("it has no convolutions that could be computed in 8 bits");
  auto ranges = value_ranges(library, model, network.shape(), plan.tensors, games, keep_going);
  if (!ranges) return std::unexpected(ranges.error());
  leave_out_wide_input(plan, *ranges, graph, network.shape());

  Quantizer quantizer(graph, *ranges);
  for (const int step : plan.convolutions) quantizer.quantize_convolution(step);
  quantizer.finish();
  drop_unused_constants(model);
  result.convolutions = static_cast<int>(plan.convolutions.size());
  result.file = onnx_bytes(std::move(model));
  return result;
}

Result<NetworkComparison> compared(const std::shared_ptr<const OnnxLibrary>& library,
                                   const std::shared_ptr<const OnnxModel>& network,
                                   const std::vector<std::byte>& file, std::span<const Game> games,
                                   const KeepGoing& keep_going) {
  const auto small = OnnxModel::parse(file, network->name() + " in 8 bits");
  if (!small) return std::unexpected(small.error());
  const auto before = onnx_evaluator(library, network);
  if (!before) return std::unexpected(before.error());
  const auto after = onnx_evaluator(library, *small);
  if (!after) return std::unexpected(after.error());
  return compare(**before, **after, games, keep_going);
}

}  // namespace

Result<QuantizedNetwork> quantized(const std::shared_ptr<const OnnxLibrary>& library,
                                   const std::shared_ptr<const OnnxModel>& network,
                                   std::span<const Game> games, const KeepGoing& keep_going) {
  auto result = rounded(library, *network, games, keep_going);
  if (!result) return failure("{}: {}", network->name(), result.error().message);
  auto difference = compared(library, network, result->file, games,
                             [&](std::size_t done) { return keep_going(games.size() + done); });
  if (!difference) return std::unexpected(difference.error());
  result->difference = *difference;
  return result;
}

}  // namespace tabiya
