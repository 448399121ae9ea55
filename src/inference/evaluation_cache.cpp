#include "inference/evaluation_cache.h"

#include <algorithm>
#include <cassert>

#include "base/random.h"

namespace tabiya {

EvaluationCache::EvaluationCache(std::size_t positions) {
  assert(positions > 0);
  const std::size_t each = (positions + shards_.size() - 1) / shards_.size();
  for (Shard& shard : shards_) shard.answers.resize(each);
}

EvaluationCache::Fingerprint EvaluationCache::fingerprint_of(const EvaluationRequest& request,
                                                             const EvaluatorInputs& inputs) {
  Fingerprint print{1, 2};
  const auto add = [&](std::uint64_t word) {
    print.high = SplitMix64(print.high ^ word).next();
    print.low = SplitMix64(print.low + word).next();
  };
  const auto steps = request.history.steps();
  const auto counted = std::min(steps.size(), static_cast<std::size_t>(inputs.history));
  for (const History::Step& step : steps.first(counted)) {
    add(step.position->key());
    add(step.occurrences);
  }
  const Position& present = request.history.present();
  if (inputs.clocks)
    add(static_cast<std::uint64_t>(present.halfmove_clock()) << 32 |
        static_cast<std::uint64_t>(present.fullmove_number()));
  add(static_cast<std::uint64_t>(inputs.history) << 2 | (inputs.clocks ? 2U : 0U) |
      (request.chess960 ? 1U : 0U));
  // Mostly all legal moves, but at a root perhaps some of them. Four fit into a word.
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < request.moves.size(); ++i) {
    word = word << 16 | request.moves[i].bits();
    if (i % 4 == 3) add(word);
  }
  add(word);
  return print;
}

bool EvaluationCache::find(const Fingerprint& print, EvaluationRequest& request) {
  Shard& shard = shard_of(print);
  const std::lock_guard lock(shard.mutex);
  const Answer& answer = shard.answers[print.low % shard.answers.size()];
  if (answer.fingerprint != print || answer.priors.size() != request.priors.size()) return false;
  request.chances = answer.chances;
  std::ranges::copy(answer.priors, request.priors.begin());
  return true;
}

void EvaluationCache::keep(const Fingerprint& print, const EvaluationRequest& request) {
  Shard& shard = shard_of(print);
  const std::lock_guard lock(shard.mutex);
  Answer& answer = shard.answers[print.low % shard.answers.size()];
  answer.priors.assign(request.priors.begin(), request.priors.end());
  answer.fingerprint = print;
  answer.chances = request.chances;
}

}  // namespace tabiya
