// Evaluators around evaluators, and the one that needs no network. The rest of the program knows
// them as an Evaluator only.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "inference/evaluation_cache.h"
#include "inference/evaluator.h"

namespace tabiya {

// Knows nothing: every position is even and every move as good as any other. For tests, for
// measuring the search alone, and for playing before there is a network.
std::shared_ptr<Evaluator> uniform_evaluator();

// What several evaluators have counted together. From any thread.
struct EvaluationCounter {
  std::atomic<std::uint64_t> batches = 0;
  std::atomic<std::uint64_t> positions = 0;
};

// Counts what reaches the inner evaluator: batches, and the positions in them.
std::shared_ptr<Evaluator> counted_evaluator(std::shared_ptr<Evaluator> inner,
                                             std::shared_ptr<EvaluationCounter>);

// Asks the inner evaluator only what the cache does not have. Positions are told apart by what the
// inner evaluator looks at, or by less if `at_most` says so: then an answer may be that for another
// past.
std::shared_ptr<Evaluator> cached_evaluator(std::shared_ptr<Evaluator> inner,
                                            std::shared_ptr<EvaluationCache>,
                                            const EvaluatorInputs& at_most = {});

// Several evaluators of the same network side by side, the lanes, each used by one thread at a
// time: the fastest arrangement on a processor, where big batches gain little. With more threads
// than lanes, some wait. Precondition: at least one lane.
std::shared_ptr<Evaluator> lanes_evaluator(std::vector<std::shared_ptr<Evaluator>> lanes);

struct BatchSettings {
  int size = 64;                            // a batch leaves when it has this many requests,
  std::chrono::microseconds timeout{1000};  // or this long after its first one came,
                                            // or when all threads that have seats have asked
  int waiting = 4096;                       // requests at most; further callers wait

  bool operator==(const BatchSettings&) const = default;
};

// Requests of many threads gathered into large batches by a thread of its own: what a graphics
// card or many games at once need.
std::shared_ptr<Evaluator> batching_evaluator(std::shared_ptr<Evaluator> inner,
                                              const BatchSettings&);

}  // namespace tabiya
