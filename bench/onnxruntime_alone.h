// What ONNX Runtime reaches when nothing else is asked of it.
#pragma once

#include <chrono>
#include <memory>

#include "inference/onnx_library.h"
#include "inference/onnx_model.h"

namespace tabiya {

inline constexpr int kBenchCores = 2;
inline constexpr std::chrono::milliseconds kBenchTurn{1500};

// The best arrangement so far.
struct OnnxRuntimeAlone {
  double positions = 0;  // a second
  int batch = 0;
  int sessions = 0;

  // Tries sessions with one and with all cores, and batches from 1 to 32.
  void sweep(const std::shared_ptr<const OnnxLibrary>&, const OnnxModel&);
};

}  // namespace tabiya
