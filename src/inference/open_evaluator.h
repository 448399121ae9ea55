// From a file, or a word, and a few settings to an evaluator that search threads can share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/evaluation_cache.h"
#include "inference/evaluator.h"
#include "inference/evaluators.h"
#include "inference/onnx_evaluator.h"

namespace tabiya {

// The words that may stand for a network's file.
inline constexpr std::string_view kDefaultNetwork = "<default>";  // the one that comes with us
inline constexpr std::string_view kNoNetwork = "uniform";         // none: all moves alike

// The file that is meant. The network that comes with the program is looked for beside it, in
// ../share/tabiya, and in the folder it was built from. Empty for "uniform", for an empty name, and
// for "<default>" if there is none in these places.
std::filesystem::path network_named(std::string_view name);

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
  BatchSettings batch{};           // for Together
  std::size_t cache = 200'000;     // answers to remember; 0: none
  EvaluatorInputs cache_inputs{};  // what they are told apart by, if the network looks at as much

  bool operator==(const EvaluatorSettings&) const = default;
};

// An evaluator, and what it is made of: another one of the same network need not begin at its
// file, which may be gone, nor forget what is known.
struct OpenEvaluator {
  EvaluatorSettings settings{};
  std::shared_ptr<Evaluator> evaluator{};
  // Null or empty without a network.
  std::shared_ptr<const OnnxModel> model{};
  std::shared_ptr<const OnnxLibrary> library{};
  std::vector<std::shared_ptr<Evaluator>> sessions{};
  std::shared_ptr<EvaluationCache> cache{};
  // Of what reached the sessions, behind cache and batching.
  std::shared_ptr<EvaluationCounter> counter{};

  // Whether both say the same of every position, but for rounding.
  bool answers_as(const OpenEvaluator& other) const {
    return model == other.model &&
           settings.onnx.prior_temperature == other.settings.onnx.prior_temperature;
  }
};

using OpenedEvaluator = Result<OpenEvaluator>;

// Makes only what `before` does not have. The file is read if it is another one.
OpenedEvaluator open_evaluator(const EvaluatorSettings&, const OpenEvaluator& before = {});

}  // namespace tabiya
