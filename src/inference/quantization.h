// Networks computed in 8 bits: two to four times as fast on a CPU, at a small loss.
//
// Tensors between the steps become numbers from 0 to 255, over the range they have in positions
// given; weights become numbers from −127 to 127, over a range for each channel. The file says so
// by pairs of steps that round and put back (QuantizeLinear, DequantizeLinear), which ONNX Runtime
// makes one with the steps between them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "inference/network_comparison.h"
#include "inference/onnx_library.h"
#include "inference/onnx_model.h"

namespace tabiya {

struct QuantizedNetwork {
  std::vector<std::byte> file;
  int convolutions = 0;            // that are computed in 8 bits now
  int batch_norms = 0;             // that were folded into them
  NetworkComparison difference{};  // between the float network and this one, over the same games
};

// Goes through the games twice, for the ranges and to compare, and tells `keep_going` of both: at
// the end 2 * games.size() are done. Errors name the model. Precondition: there are games, whose
// presents have legal moves.
Result<QuantizedNetwork> quantized(const std::shared_ptr<const OnnxLibrary>&,
                                   const std::shared_ptr<const OnnxModel>&, std::span<const Game>,
                                   const KeepGoing& keep_going);

}  // namespace tabiya
