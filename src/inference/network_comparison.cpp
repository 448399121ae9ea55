#include "inference/network_comparison.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/result.h"
#include "chess/movegen.h"

namespace tabiya {

namespace {

// The presents of some games as requests, with room for the answers.
class Batch {
 public:
  explicit Batch(std::span<const Game> games) {
    for (const Game& game : games) moves_.push_back(legal_moves(game.position()));
    for (const MoveList& moves : moves_) priors_.emplace_back(moves.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      EvaluationRequest request;
      request.history = History(games[i]);
      request.moves = {moves_[i].begin(), moves_[i].end()};
      request.chess960 = games[i].variant() == Variant::Chess960;
      request.priors = priors_[i];
      requests_.push_back(request);
    }
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  Result<void> ask(Evaluator& evaluator, std::chrono::duration<double>& time) {
    const auto start = std::chrono::steady_clock::now();
    auto answered = evaluator.evaluate(requests_, {});
    time += std::chrono::steady_clock::now() - start;
    return answered;
  }
  std::span<const EvaluationRequest> answers() const { return requests_; }

 private:
  std::vector<MoveList> moves_;
  std::vector<std::vector<float>> priors_;
  std::vector<EvaluationRequest> requests_;
};

double divergence(std::span<const float> from, std::span<const float> of) {
  double sum = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i] > 0) sum += from[i] * std::log(from[i] / std::max(of[i], 1e-30F));
  return std::max(sum, 0.0);
}

void add(NetworkComparison& total, const EvaluationRequest& a, const EvaluationRequest& b) {
  const double difference = std::abs(a.chances.value() - b.chances.value());
  const double diverged = divergence(a.priors, b.priors);
  ++total.positions;
  total.mean_value_difference += difference;  // a sum, until the end
  total.largest_value_difference = std::max(total.largest_value_difference, difference);
  total.mean_divergence += diverged;
  total.largest_divergence = std::max(total.largest_divergence, diverged);
  const auto best = [](std::span<const float> priors) {
    return std::ranges::max_element(priors) - priors.begin();
  };
  total.same_best_move += best(a.priors) == best(b.priors);
}

}  // namespace

Result<NetworkComparison> compare(Evaluator& first, Evaluator& second, std::span<const Game> games,
                                  const KeepGoing& keep_going) {
  NetworkComparison total;
  const auto size = static_cast<std::size_t>(std::min(first.best_batch(), second.best_batch()));
  for (std::size_t done = 0; done < games.size(); done += size) {
    if (!keep_going(done)) return failure("stopped");
    const auto now = games.subspan(done, std::min(size, games.size() - done));
    Batch a(now);
    Batch b(now);
    // In turns, so that a busy machine slows both alike.
    if (auto answered = a.ask(first, total.first_time); !answered)
      return std::unexpected(answered.error());
    if (auto answered = b.ask(second, total.second_time); !answered)
      return std::unexpected(answered.error());
    for (std::size_t i = 0; i < now.size(); ++i) add(total, a.answers()[i], b.answers()[i]);
  }
  if (total.positions > 0) {
    total.mean_value_difference /= static_cast<double>(total.positions);
    total.mean_divergence /= static_cast<double>(total.positions);
  }
  return total;
}

}  // namespace tabiya
