// The steps by which a network becomes one of 8 bits, in their order. quantization.h takes them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "inference/network_comparison.h"
#include "inference/network_shape.h"
#include "inference/onnx_library.h"

namespace tabiya {

// Folds batch norms of training into the convolutions before them: the network computes the same,
// up to rounding, in fewer steps. Batch norms that do not follow a convolution, or not alone, stay.
// Returns how many were folded.
int fold_batch_norms(onnx_file::ModelProto&);

// Takes out the constants that no step uses.
void drop_unused_constants(onnx_file::ModelProto&);

// Which parts of a network are computed in 8 bits, and which tensors have to be rounded for that.
//
// Convolutions are, and the sums between them: that is where the time goes. The value head and the
// last layer of the policy stay as they are, for there rounding is seen at once.
struct QuantizationPlan {
  std::vector<int> convolutions;  // steps, by their number in the network
  std::set<std::string> tensors;  // what goes into them and comes out, after a relu if one follows
};

QuantizationPlan quantization_plan(const onnx_file::ModelProto&, const NetworkShape&);

// Between which values a tensor inside a network moves.
struct ValueRange {
  float lowest = 0;  // zero is always inside
  float highest = 0;
};

// Over the presents of these games. The error may be that it was stopped. Precondition: there are
// games.
Result<std::map<std::string, ValueRange>> value_ranges(std::shared_ptr<const OnnxLibrary>,
                                                       const onnx_file::ModelProto&,
                                                       const NetworkShape&,
                                                       const std::set<std::string>& tensors,
                                                       std::span<const Game>, const KeepGoing&);

}  // namespace tabiya
