// What `tabiya net info` says about a network.
#pragma once

#include <string>
#include <string_view>

#include "inference/onnx_model.h"
#include "nnue/network.h"

namespace tabiya {

void describe(const Network&);
void describe(const OnnxModel&);

// A text that may come from anywhere, fit for a terminal: what could do something to it is shown as
// \xNN. Line ends stay.
std::string printable(std::string_view text);

}  // namespace tabiya
