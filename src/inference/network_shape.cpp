#include "inference/network_shape.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {

namespace {

using Declared = google::protobuf::RepeatedPtrField<onnx_file::ValueInfoProto>;
constexpr int kLargestFixedBatch = 4096;

// "[?, 119, 8, 8]"
std::string text_of(const std::vector<std::int64_t>& dims) {
  constexpr std::size_t most = 8;
  std::string text;
  for (const std::int64_t size : std::span(dims).first(std::min(dims.size(), most)))
    text += fmt::format("{}{}", text.empty() ? "" : ", ", size < 0 ? "?" : std::to_string(size));
  return '[' + text + (dims.size() > most ? ", ...]" : "]");
}

Result<TensorShape> shape_of(const onnx_file::ValueInfoProto& value, std::string_view role) {
  if (!value.type().has_tensor_type())
    return failure("its {} \"{}\" is not a tensor", role, printable_line(value.name()));
  const auto& type = value.type().tensor_type();
  if (type.elem_type() != onnx_file::TensorProto::FLOAT)
    return failure("its {} \"{}\" does not hold 32-bit floats (ONNX type {} instead of 1)", role,
                   printable_line(value.name()), type.elem_type());
  if (!type.has_shape())
    return failure("its {} \"{}\" has no declared shape", role, printable_line(value.name()));
  TensorShape shape{value.name(), {}};
  for (const auto& dim : type.shape().dim())
    shape.dims.push_back(dim.has_dim_value() && dim.dim_value() >= 0 ? dim.dim_value() : -1);
  return shape;
}

// How many floats a tensor has for each position; nothing if that varies.
std::optional<std::int64_t> size_per_position(const TensorShape& shape) {
  std::int64_t size = 1;
  for (std::size_t i = 1; i < shape.dims.size(); ++i) {
    if (shape.dims[i] < 0 || shape.dims[i] > kPolicySize) return std::nullopt;
    size *= shape.dims[i];
    if (size > kPolicySize) return std::nullopt;
  }
  return size;
}

bool contains_ignoring_case(std::string_view text, std::string_view word) {
  return !std::ranges::search(text, word, {}, lower).empty();
}

const onnx_file::ValueInfoProto* find_named(const Declared& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &onnx_file::ValueInfoProto::name);
  return found == values.end() ? nullptr : &*found;
}

std::string names_of(const Declared& values) {
  constexpr int most = 8;
  if (values.empty()) return "none";
  std::string names;
  for (int i = 0; i < std::min(values.size(), most); ++i)
    names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", printable_line(values[i].name()));
  if (values.size() > most) names += fmt::format(" and {} more", values.size() - most);
  return names;
}

// The one the metadata name; else the first whose name has one of the words in it, earlier words
// first; else the first of one of these sizes.
Result<TensorShape> find_output(const onnx_file::ModelProto& model, std::string_view role,
                                std::string_view key, std::span<const std::string_view> words,
                                std::span<const std::int64_t> sizes) {
  const Declared& outputs = model.graph().output();
  if (const std::string_view named = metadata(model, key); !named.empty()) {
    const auto* output = find_named(outputs, named);
    if (output == nullptr)
      return failure("its metadata say that {} is \"{}\", but its outputs are {}", key,
                     printable_line(named), names_of(outputs));
    return shape_of(*output, role);
  }
  for (const std::string_view word : words)
    for (const auto& output : outputs)
      if (contains_ignoring_case(output.name(), word)) return shape_of(output, role);
  for (const auto& output : outputs)
    if (const auto shape = shape_of(output, role))
      if (const auto size = size_per_position(*shape);
          size && shape->dims.size() >= 2 && std::ranges::find(sizes, *size) != sizes.end())
        return shape;
  return failure("it has no {}: an output with {} numbers for each position; its outputs are {}",
                 role, fmt::join(sizes, " or "), names_of(outputs));
}

Result<TensorShape> find_input(const onnx_file::ModelProto& model) {
  // Weights may be listed among the inputs.
  const onnx_file::GraphProto& graph = model.graph();
  Declared inputs;
  for (const auto& input : graph.input())
    if (std::ranges::find(graph.initializer(), input.name(), &onnx_file::TensorProto::name) ==
        graph.initializer().end())
      *inputs.Add() = input;
  if (inputs.size() != 1)
    return failure("it has {} inputs ({}) where one was expected, the planes", inputs.size(),
                   names_of(inputs));
  const std::string_view named = metadata(model, metadata_key::kInput);
  if (!named.empty() && named != inputs[0].name())
    return failure("its metadata say that {} is \"{}\", but its input is \"{}\"",
                   metadata_key::kInput, printable_line(named), printable_line(inputs[0].name()));
  return shape_of(inputs[0], "input");
}

// The operation that computes an output.
std::string_view maker_of(const onnx_file::GraphProto& graph, std::string_view output) {
  for (const auto& node : graph.node())
    for (const std::string& made : node.output())
      if (made == output) return node.op_type();
  return {};
}

Result<ValueKind> value_kind(const onnx_file::ModelProto& model, const TensorShape& value) {
  const auto size = size_per_position(value);
  if (!size || (*size != 1 && *size != 3))
    return failure(
        "its value output \"{}\" has the shape {}; expected were [?, 3] (win, "
        "draw, loss) or [?, 1]",
        printable_line(value.name), text_of(value.dims));
  const std::string_view told = metadata(model, metadata_key::kValueKind);
  if (told.empty()) {
    if (*size == 1) return ValueKind::Scalar;
    return maker_of(model.graph(), value.name) == "Softmax" ? ValueKind::WdlProbabilities
                                                            : ValueKind::WdlLogits;
  }
  for (const ValueKind kind :
       {ValueKind::WdlLogits, ValueKind::WdlProbabilities, ValueKind::Scalar}) {
    if (told != name(kind)) continue;
    if ((kind == ValueKind::Scalar ? 1 : 3) == *size) return kind;
    return failure("its metadata say {} = {}, but its value output \"{}\" has {} number{}",
                   metadata_key::kValueKind, printable_line(told), printable_line(value.name),
                   *size, *size == 1 ? "" : "s");
  }
  return failure("its metadata say {} = {}; known are wdl_logits, wdl and tanh",
                 metadata_key::kValueKind, printable_line(told));
}

Result<int> history_of(const onnx_file::ModelProto& model, const TensorShape& input) {
  const auto& dims = input.dims;
  const auto history = dims.size() == 4 ? history_of_planes(dims[1]) : std::nullopt;
  if (!history || dims[2] != 8 || dims[3] != 8)
    return failure(
        "its input \"{}\" has the shape {}; expected was [?, planes, 8, 8], with 14 H + 7 planes "
        "for H from 1 to {} steps of history, and at most 13 more",
        printable_line(input.name), text_of(dims), kMostHistory);
  const std::string_view told = metadata(model, metadata_key::kHistory);
  if (!told.empty() && number_from<int>(told) != *history)
    return failure("its metadata say {} = {}, but {} planes hold {} steps", metadata_key::kHistory,
                   printable_line(told), dims[1], *history);
  return *history;
}

// Rounding, and the 8 bits of some networks, may carry an output a little too far.
constexpr float kTolerance = 0.02F;

std::optional<WinDrawLoss> chances_from_scalar(float value) {
  if (!std::isfinite(value) || std::abs(value) > 1 + kTolerance) return std::nullopt;
  value = std::clamp(value, -1.0F, 1.0F);
  // How often games are drawn, a single number does not tell. As if the result were two halves,
  // each won independently.
  const float half = (1 + value) / 2;
  return WinDrawLoss{half * half, 2 * half * (1 - half), (1 - half) * (1 - half)};
}

std::optional<WinDrawLoss> chances_from_probabilities(std::span<const float> outputs) {
  float sum = 0;
  for (const float output : outputs) {
    if (!std::isfinite(output) || output < -kTolerance) return std::nullopt;
    sum += std::max(output, 0.0F);
  }
  if (std::abs(sum - 1) > 3 * kTolerance) return std::nullopt;
  return WinDrawLoss{std::max(outputs[0], 0.0F) / sum, std::max(outputs[1], 0.0F) / sum,
                     std::max(outputs[2], 0.0F) / sum};
}

}  // namespace

std::string_view name(ValueKind kind) {
  switch (kind) {
    case ValueKind::WdlLogits:
      return "wdl_logits";
    case ValueKind::WdlProbabilities:
      return "wdl";
    case ValueKind::Scalar:
      return "tanh";
  }
  return {};
}

std::optional<int> history_of_planes(std::int64_t planes) {
  if (planes < planes_for(1) || planes >= planes_for(kMostHistory + 1)) return std::nullopt;
  return static_cast<int>((planes - kPlanesOfPresent) / kPlanesOfStep);
}

Result<NetworkShape> network_shape(const onnx_file::ModelProto& model) {
  constexpr std::array<std::string_view, 1> policy_words{"policy"};
  constexpr std::array<std::int64_t, 1> policy_sizes{kPolicySize};
  constexpr std::array<std::string_view, 2> value_words{"wdl", "value"};
  constexpr std::array<std::int64_t, 2> value_sizes{3, 1};

  NetworkShape shape;
  auto input = find_input(model);
  if (!input) return std::unexpected(input.error());
  const auto history = history_of(model, *input);
  if (!history) return std::unexpected(history.error());
  auto policy =
      find_output(model, "policy output", metadata_key::kPolicy, policy_words, policy_sizes);
  if (!policy) return std::unexpected(policy.error());
  if (policy->dims.size() < 2 || size_per_position(*policy) != kPolicySize)
    return failure("its policy output \"{}\" has the shape {}; expected was [?, {}]",
                   printable_line(policy->name), text_of(policy->dims), kPolicySize);
  auto value = find_output(model, "value output", metadata_key::kValue, value_words, value_sizes);
  if (!value) return std::unexpected(value.error());
  const auto kind = value_kind(model, *value);
  if (!kind) return std::unexpected(kind.error());

  // All three have the positions in front, or one of them is something else.
  const std::int64_t batch = input->dims[0];
  for (const TensorShape* output : {&*policy, &*value})
    if (output->dims.empty() || (batch >= 0 && output->dims[0] >= 0 && output->dims[0] != batch))
      return failure(
          "its output \"{}\" has the shape {}, of which the first size should "
          "be the number of positions, as in the input's {}",
          printable_line(output->name), text_of(output->dims), text_of(input->dims));
  if (batch == 0 || batch > kLargestFixedBatch)
    return failure(
        "it takes {} positions at once; possible are any number, or a fixed "
        "one up to {}",
        batch, kLargestFixedBatch);

  shape.planes = static_cast<int>(input->dims[1]);
  shape.history = *history;
  if (batch > 0) shape.batch = static_cast<int>(batch);
  shape.input = *std::move(input);
  shape.policy = *std::move(policy);
  shape.value = *std::move(value);
  shape.value_kind = *kind;
  return shape;
}

std::optional<WinDrawLoss> chances_from(std::span<const float> outputs, ValueKind kind) {
  switch (kind) {
    case ValueKind::Scalar:
      return chances_from_scalar(outputs[0]);
    case ValueKind::WdlProbabilities:
      return chances_from_probabilities(outputs.first(3));
    case ValueKind::WdlLogits: {
      std::array<float, 3> logits{outputs[0], outputs[1], outputs[2]};
      if (!make_probabilities(logits, 1)) return std::nullopt;
      return WinDrawLoss{logits[0], logits[1], logits[2]};
    }
  }
  return std::nullopt;
}

bool make_probabilities(std::span<float> logits, float temperature) {
  for (const float logit : logits)
    if (!std::isfinite(logit)) return false;
  // Less the largest, so that no exponential overflows and one of them is 1.
  const float largest = *std::ranges::max_element(logits);
  float sum = 0;
  for (float& logit : logits) {
    logit = std::exp((logit - largest) / temperature);
    sum += logit;
  }
  for (float& probability : logits) probability /= sum;
  return true;
}

}  // namespace tabiya
