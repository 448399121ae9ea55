// What an ONNX network reads and what its outputs mean.
//
// docs/networks.md tells the rules: the metadata decide, where there are none names and sizes do.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/evaluator.h"
#include "inference/onnx_file.h"

namespace tabiya {

enum class ValueKind : std::uint8_t {
  WdlLogits,         // win, draw, loss; before the softmax
  WdlProbabilities,  // after it
  Scalar,            // −1 … 1
};
std::string_view name(ValueKind);  // as in the metadata: "wdl_logits", "wdl", "tanh"

// A tensor as the network declares it.
struct TensorShape {
  std::string name;
  std::vector<std::int64_t> dims;  // below zero: any size
};

struct NetworkShape {
  TensorShape input;  // [batch, planes, 8, 8]
  TensorShape policy;
  TensorShape value;
  ValueKind value_kind = ValueKind::WdlLogits;
  int planes = 0;              // with those that are always zero
  int history = 0;             // steps of the past, the present included
  std::optional<int> batch{};  // if it takes exactly this many positions at once
};

// How many steps of history that many planes hold: 14·H + 7 for H from 1 to 8, and up to 13 planes
// of zeros after them.
std::optional<int> history_of_planes(std::int64_t planes);

// The error is the end of a sentence that began with the file's name: what was found, and what was
// expected.
Result<NetworkShape> network_shape(const onnx_file::ModelProto&);

// Nothing if the numbers are not finite or cannot be what they are said to be.
std::optional<WinDrawLoss> chances_from(std::span<const float> outputs, ValueKind);

// Softmax of logits at a temperature, in place. False if one is not finite.
bool make_probabilities(std::span<float> logits, float temperature);

}  // namespace tabiya
