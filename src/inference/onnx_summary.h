// What a person wants to know about an ONNX network without computing anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "inference/onnx_model.h"

namespace tabiya {

// Texts are the file's own: the caller has to mind unprintable characters.
struct OnnxSummary {
  std::string producer;  // "Tabiya 0.1.0"
  std::int64_t format_version = 0;
  std::int64_t operator_version = 0;
  std::size_t parameters = 0;  // numbers in tensors of more than one
  int convolutions = 0;
  int quantized_convolutions = 0;
  std::vector<std::pair<std::string, std::string>> metadata;

  bool is_quantized() const { return quantized_convolutions > 0; }
};

OnnxSummary summary_of(const OnnxModel&);

}  // namespace tabiya
