#include "inference/cached_evaluator.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/random.h"

namespace tabiya {

CachedEvaluator::CachedEvaluator(std::shared_ptr<Evaluator> inner, std::size_t positions)
    : inner_(std::move(inner)) {
  assert(positions > 0);
  const std::size_t each = (positions + shards_.size() - 1) / shards_.size();
  for (Shard& shard : shards_) shard.answers.resize(each);
}

CachedEvaluator::Fingerprint CachedEvaluator::fingerprint_of(const EvaluationRequest& request) {
  Fingerprint print{1, 2};
  const auto add = [&](std::uint64_t word) {
    print.high = SplitMix64(print.high ^ word).next();
    print.low = SplitMix64(print.low + word).next();
  };
  for (const History::Step& step : request.history.steps()) {
    add(step.position->key());
    add(step.occurrences);
  }
  const Position& present = request.history.present();
  add(static_cast<std::uint64_t>(present.halfmove_clock()) << 32 |
      static_cast<std::uint64_t>(present.fullmove_number()));
  add(request.chess960 ? 1 : 0);
  // Mostly all legal moves, but at a root perhaps some of them. Four fit into a word.
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < request.moves.size(); ++i) {
    word = word << 16 | request.moves[i].bits();
    if (i % 4 == 3) add(word);
  }
  add(word);
  return print;
}

bool CachedEvaluator::find(const Fingerprint& print, EvaluationRequest& request) {
  Shard& shard = shard_of(print);
  const std::lock_guard lock(shard.mutex);
  ++shard.counts.asked;
  const Answer& answer = shard.answers[print.low % shard.answers.size()];
  if (answer.fingerprint != print || answer.priors.size() != request.priors.size()) return false;
  ++shard.counts.found;
  request.chances = answer.chances;
  std::ranges::copy(answer.priors, request.priors.begin());
  return true;
}

void CachedEvaluator::keep(const Fingerprint& print, const EvaluationRequest& request) {
  Shard& shard = shard_of(print);
  const std::lock_guard lock(shard.mutex);
  Answer& answer = shard.answers[print.low % shard.answers.size()];
  answer.fingerprint = print;
  answer.chances = request.chances;
  answer.priors.assign(request.priors.begin(), request.priors.end());
}

bool CachedEvaluator::remembers(EvaluationRequest& request) {
  return inner_->remembers(request) || find(fingerprint_of(request), request);
}

std::expected<void, std::string> CachedEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                                           const std::stop_token& stop) {
  std::vector<EvaluationRequest> unknown;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (find(fingerprint_of(requests[i]), requests[i])) continue;
    unknown.push_back(requests[i]);
    places.push_back(i);
  }
  if (unknown.empty()) return {};
  if (auto done = inner_->evaluate(unknown, stop); !done) return done;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    requests[places[i]].chances = unknown[i].chances;
    keep(fingerprint_of(unknown[i]), unknown[i]);
  }
  return {};
}

CachedEvaluator::Counts CachedEvaluator::counts() const {
  Counts sum;
  for (Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    sum.asked += shard.counts.asked;
    sum.found += shard.counts.found;
  }
  return sum;
}

}  // namespace tabiya
