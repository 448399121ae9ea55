// Remembers answers. Many lines of a tree lead to the same position with the same past.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "inference/evaluator.h"

namespace tabiya {

class CachedEvaluator final : public Evaluator {
 public:
  // Remembers at most so many answers, about 200 bytes each; the newer one stays where two want
  // the same place. Precondition: positions > 0.
  CachedEvaluator(std::shared_ptr<Evaluator> inner, std::size_t positions);

  std::expected<void, std::string> evaluate(std::span<EvaluationRequest>,
                                            const std::stop_token&) override;
  bool remembers(EvaluationRequest&) override;
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }

  struct Counts {
    std::uint64_t asked = 0;
    std::uint64_t found = 0;
  };
  Counts counts() const;

 private:
  // A fingerprint of everything an input depends on, and so the answer: the positions of the
  // history, how often each had occurred, both clocks, the kind of castling, the moves. With 128
  // bits, two different inputs do not meet.
  struct Fingerprint {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    bool operator==(const Fingerprint&) const = default;
  };
  struct Answer {
    Fingerprint fingerprint;
    Chances chances;
    std::vector<float> priors;  // in the order of the moves
  };
  // A part of the answers, so that threads seldom wait for each other.
  struct Shard {
    std::mutex mutex;
    std::vector<Answer> answers;  // behind the mutex, as are the counts
    Counts counts;
  };

  static Fingerprint fingerprint_of(const EvaluationRequest&);
  Shard& shard_of(const Fingerprint& f) { return shards_[f.high % shards_.size()]; }
  bool find(const Fingerprint&, EvaluationRequest&);
  void keep(const Fingerprint&, const EvaluationRequest&);

  const std::shared_ptr<Evaluator> inner_;
  mutable std::array<Shard, 32> shards_;
};

}  // namespace tabiya
