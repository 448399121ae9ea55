// Positions judged by an ONNX network.
//
// Each evaluator has a session and buffers of its own, and threads that call one at once wait for
// each other. Several evaluators of one model compute side by side.
#pragma once

#include <memory>

#include "base/result.h"
#include "inference/evaluator.h"
#include "inference/onnx_model.h"
#include "inference/onnx_session.h"

namespace tabiya {

struct OnnxOptions {
  SessionSettings session{};
  float prior_temperature = 1;  // above 1 the moves' probabilities come closer together
  int largest_batch = 64;       // requests computed at once; more are computed in turns

  bool operator==(const OnnxOptions&) const = default;
};

// Judges the start position once, so that a network which cannot compute is refused here.
// Preconditions: the temperature is above zero, the largest batch is at least 1.
Result<std::unique_ptr<Evaluator>> onnx_evaluator(const std::shared_ptr<const OnnxLibrary>&,
                                                  std::shared_ptr<const OnnxModel>,
                                                  const OnnxOptions& = {});

}  // namespace tabiya
