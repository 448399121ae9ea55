// From a file and a few wishes to an evaluator that search threads can share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "inference/batching_evaluator.h"
#include "inference/evaluator.h"
#include "inference/onnx_evaluator.h"

namespace tabiya {

// How threads share a network.
enum class Arrangement : std::uint8_t {
  Lanes,     // each has a session to itself while it computes: best on a CPU
  Together,  // one thread gathers the requests of all: best on a graphics card
};

struct EvaluatorSettings {
  std::filesystem::path file;     // an ONNX network; empty: none, all moves alike
  std::filesystem::path library;  // ONNX Runtime; empty: where it usually is
  Arrangement arrangement = Arrangement::Lanes;
  int threads = 1;  // that will ask; no more lanes than the machine has cores are made
  OnnxOptions onnx{};
  BatchSettings batch{};        // for Together
  std::size_t cache = 200'000;  // answers to remember; 0: none

  bool operator==(const EvaluatorSettings&) const = default;
};

std::expected<std::shared_ptr<Evaluator>, std::string> open_evaluator(const EvaluatorSettings&);

}  // namespace tabiya
