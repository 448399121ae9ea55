// Which parts of a network are computed in 8 bits, and which tensors have to be rounded for that.
//
// Convolutions are, and the sums between them: that is where the time goes. The value head and the
// last layer of the policy stay as they are, for there rounding is seen at once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "inference/network_shape.h"
#include "inference/onnx_file.h"

namespace tabiya {

struct QuantizationPlan {
  std::vector<int> convolutions;  // steps, by their number in the network
  std::set<std::string> tensors;  // what goes into them and comes out, after a relu if one follows
};

QuantizationPlan quantization_plan(const onnx_file::ModelProto&, const NetworkShape&);

}  // namespace tabiya
