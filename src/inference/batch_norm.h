// Batch norms of a trained network, folded into the convolutions before them.
#pragma once

#include "inference/onnx_file.h"

namespace tabiya {

// The network computes the same, up to rounding, in fewer steps. Batch norms that do not follow a
// convolution, or not alone, stay. Returns how many were folded.
int fold_batch_norms(onnx_file::ModelProto&);

// Takes out the constants that no step uses.
void drop_unused_constants(onnx_file::ModelProto&);

}  // namespace tabiya
