// What `tabiya net info` says about a network.
#pragma once

#include "inference/onnx_model.h"
#include "nnue/network.h"

namespace tabiya {

void describe(const Network&);
void describe(const OnnxModel&);

}  // namespace tabiya
