// Answers of a network, found again by a fingerprint of what was asked. For many threads at once.
//
// Many lines of a tree lead to the same position, with the same past as far as the network looks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "inference/evaluator.h"

namespace tabiya {

class EvaluationCache {
 public:
  // What an answer takes, about.
  static constexpr std::size_t kBytesEach = 200;

  // Remembers at most this many answers; the newer one stays where two want the same place. Throws
  // std::bad_alloc. Precondition: positions > 0.
  explicit EvaluationCache(std::size_t positions);

  // With 128 bits, two different questions do not meet.
  struct Fingerprint {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    bool operator==(const Fingerprint&) const = default;
  };
  // Of everything the answer depends on: the position and its moves, the kind of castling, and so
  // much of the past and the clocks as the inputs name.
  static Fingerprint fingerprint_of(const EvaluationRequest&, const EvaluatorInputs&);

  // Answers the request, or returns false.
  bool find(const Fingerprint&, EvaluationRequest&);
  void keep(const Fingerprint&, const EvaluationRequest&);

 private:
  struct Answer {
    Fingerprint fingerprint;
    WinDrawLoss chances;
    std::vector<float> priors;  // in the order of the moves
  };
  // A part of the answers, so that threads seldom wait for each other.
  struct Shard {
    std::mutex mutex;
    std::vector<Answer> answers;  // behind the mutex
  };

  Shard& shard_of(const Fingerprint& f) { return shards_[f.high % shards_.size()]; }

  std::array<Shard, 32> shards_;
};

}  // namespace tabiya
