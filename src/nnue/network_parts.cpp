#include "nnue/network_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>

#include "base/text.h"

namespace tabiya {

namespace {

using Kind = NetworkError::Kind;

// Files come from strangers, and these texts end up on terminals: no control characters.
bool is_printable(std::string_view text, bool several_lines) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const bool ends_line = several_lines && text[at] == '\n';
    if (!character.well_formed || (character.control() && !ends_line)) return false;
    at += character.bytes.size();
  }
  return true;
}

std::optional<NetworkError> fault_of_shape(const NnueShape& shape) {
  if (shape.width < kLowestWidth || shape.width > kHighestWidth || shape.width % kWidthStep != 0)
    return NetworkError{
        Kind::Architecture,
        fmt::format("the network is {} neurons wide; a multiple of {} from {} to {} "
                    "was expected",
                    shape.width, kWidthStep, kLowestWidth, kHighestWidth)};
  if (shape.outputs != 1 && shape.outputs != kMostOutputs)
    return NetworkError{Kind::Architecture,
                        fmt::format("the network has {} outputs; 1 or {} were expected",
                                    shape.outputs, kMostOutputs)};
  if (shape.quantum_b != kCoarseQuantumB && shape.quantum_b != kFineQuantumB)
    return NetworkError{Kind::Architecture,
                        fmt::format("the network's output weights are in 1/{}; 1/{} or 1/{} was "
                                    "expected",
                                    shape.quantum_b, kCoarseQuantumB, kFineQuantumB)};
  return std::nullopt;
}

std::optional<NetworkError> fault_of_architecture(const NetworkParts& parts) {
  if (auto fault = fault_of_shape(parts.shape)) return fault;
  if (parts.activation != Activation::Clipped && parts.activation != Activation::Squared)
    return NetworkError{Kind::Architecture, "the network's activation is unknown"};
  if (parts.scale < 1 || parts.scale > kHighestScale)
    return NetworkError{
        Kind::Architecture,
        fmt::format("the network's scale is {}; 1 to {} was expected", parts.scale, kHighestScale)};
  const auto width = static_cast<std::size_t>(parts.shape.width);
  const auto outputs = static_cast<std::size_t>(parts.shape.outputs);
  if (parts.feature_weights.size() != kFeatures * width || parts.feature_biases.size() != width ||
      parts.output_weights.size() != outputs * 2 * width || parts.output_biases.size() != outputs)
    return NetworkError{Kind::Architecture, "the network's weights do not fit its width"};
  return std::nullopt;
}

// The largest and smallest weight of every neuron over some inputs.
struct Extremes {
  Extremes(const NetworkParts& parts, int first_feature, int features)
      : highest(parts.feature_biases.size(), std::numeric_limits<std::int16_t>::min()),
        lowest(parts.feature_biases.size(), std::numeric_limits<std::int16_t>::max()) {
    const auto width = parts.feature_biases.size();
    for (int feature = first_feature; feature < first_feature + features; ++feature) {
      const std::int16_t* const row =
          parts.feature_weights.data() + static_cast<std::size_t>(feature) * width;
      for (std::size_t neuron = 0; neuron < width; ++neuron) {
        highest[neuron] = std::max(highest[neuron], row[neuron]);
        lowest[neuron] = std::min(lowest[neuron], row[neuron]);
      }
    }
  }

  std::vector<std::int16_t> highest;
  std::vector<std::int16_t> lowest;
};

// A side has one king and at most fifteen other pieces, so no sum can leave these bounds.
std::optional<NetworkError> fault_of_sums(const NetworkParts& parts) {
  constexpr int kSide = kFeatures / 2;
  constexpr int kKing = kSquares * index(PieceType::King);
  constexpr int kOthers = 15;
  const std::array kings{Extremes(parts, kKing, kSquares),
                         Extremes(parts, kSide + kKing, kSquares)};
  const std::array others{Extremes(parts, 0, kKing), Extremes(parts, kSide, kKing)};
  for (std::size_t neuron = 0; neuron < parts.feature_biases.size(); ++neuron) {
    int highest = parts.feature_biases[neuron];
    int lowest = highest;
    for (std::size_t side = 0; side < 2; ++side) {
      highest += kings[side].highest[neuron];
      lowest += kings[side].lowest[neuron];
      highest += kOthers * std::max<int>(others[side].highest[neuron], 0);
      lowest += kOthers * std::min<int>(others[side].lowest[neuron], 0);
    }
    if (highest > std::numeric_limits<std::int16_t>::max() ||
        lowest < std::numeric_limits<std::int16_t>::min())
      return NetworkError{
          Kind::Weights,
          fmt::format("the sums of neuron {} reach from {} to {}, which is more than "
                      "the 16 bits they are computed with",
                      neuron, lowest, highest)};
  }
  return std::nullopt;
}

std::optional<NetworkError> fault_of_outputs(const NetworkParts& parts) {
  if (parts.activation != Activation::Squared) return std::nullopt;
  for (const int weight : parts.output_weights)
    if (std::abs(weight) > kHighestSquaredWeight)
      return NetworkError{
          Kind::Weights,
          fmt::format("an output weight is {}; with squared activation −{} to {} was "
                      "expected",
                      weight, kHighestSquaredWeight, kHighestSquaredWeight)};
  return std::nullopt;
}

}  // namespace

std::string_view name(Activation activation) {
  return activation == Activation::Clipped ? "clipped" : "squared";
}

std::optional<NetworkError> fault_of_texts(std::string_view network_name, std::string_view notes) {
  if (network_name.size() > kLongestName || !is_printable(network_name, false))
    return NetworkError{Kind::Text,
                        fmt::format("the network's name is not one line of UTF-8 text of at most "
                                    "{} bytes",
                                    kLongestName)};
  if (notes.size() > kLongestNotes || !is_printable(notes, true))
    return NetworkError{
        Kind::Text,
        fmt::format("the network's notes are not UTF-8 text of at most {} bytes without "
                    "control characters",
                    kLongestNotes)};
  return std::nullopt;
}

std::optional<NetworkError> fault_of(const NetworkParts& parts) {
  if (auto fault = fault_of_architecture(parts)) return fault;
  if (auto fault = fault_of_texts(parts.name, parts.notes)) return fault;
  if (auto fault = fault_of_sums(parts)) return fault;
  return fault_of_outputs(parts);
}

}  // namespace tabiya
