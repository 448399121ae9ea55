// One thread's part of a tree search: visit after visit, several of them in flight at once.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/evaluator.h"
#include "search/mcts/parameters.h"
#include "search/mcts/tree.h"
#include "search/mcts/walk.h"

namespace tabiya {

// What the threads of one search share, beside the tree.
struct SharedRun {
  const Game& game;
  const std::vector<Move>& root_moves;  // to choose from
  const MctsConfig& config;
  Evaluator& evaluator;
  const Tablebases* tablebases;                // null: none
  std::optional<Tablebases::Verdict> verdict;  // theirs on the root
  std::optional<std::uint64_t> most;           // visits to begin
  // A mate in that many half-moves ends the run.
  std::optional<int> mate;
  // Whether a root that is decided is no reason to end, as long as some of its moves are not.
  bool wants_every_move = false;

  // How many visits a thread may begin; 0: no more. Precondition: there is a limit.
  std::uint64_t take_allowance();

  std::atomic<std::uint64_t> begun = 0;  // or allowed to
  std::atomic<std::uint64_t> finished = 0;
  std::atomic<std::uint64_t> depth_sum = 0;  // of all finished visits
  std::atomic<int> deepest = 0;
  std::atomic<std::uint64_t> tablebase_hits = 0;
  std::atomic<bool> out_of_memory = false;
  std::atomic<bool> counted_out = false;      // the root cannot count more visits
  std::atomic<bool> is_inconsistent = false;  // the tree may have visits in flight for ever
  std::atomic<bool> ended = false;  // no more visits: the limit, or all is proven, or a failure

  int average_depth() const {
    const std::uint64_t visits = finished.load();
    return visits == 0 ? 1 : static_cast<int>(depth_sum.load() / visits) + 1;
  }

  // Ends the run. From any thread.
  void fail(const std::string& why);

  // Behind the mutex: the first failure.
  std::mutex mutex{};
  std::string failure{};
};

class Simulator {
 public:
  Simulator(Tree&, SharedRun&);

  // A search ends at this many visits of its root: a node could count twice as many.
  static constexpr std::uint32_t kMostVisits = std::uint32_t{1} << 31;

  // Evaluates the root if that has not been done. False if it could not be.
  bool prepare_root(const std::stop_token&);
  // Until the run has ended or a stop is requested. No visit is in flight afterwards.
  void run(const std::stop_token&);
  // Some visits, at most one batch. No visit is in flight afterwards. False if there are no more.
  bool turn(const std::stop_token&);
  // To be called after the last turn.
  void rest();

 private:
  // A visit that waits for the evaluator.
  struct Leaf {
    Walk walk;
    std::array<float, MoveList::kCapacity> priors;
  };
  enum class Visit { Finished, Waiting, Collided, Ended };

  bool may_begin();
  Visit visit(Leaf&, const std::stop_token&);
  Visit arrive(Leaf&);
  void evaluate(const std::stop_token&);
  bool keep_and_finish(Leaf&, const WinDrawLoss&);
  bool expand(Walk&);
  Visit out_of_memory(const Walk&);
  void finish(const Walk&, float value, float draw);
  void add_to_root();
  void cancel(const Walk&);
  void prove_upwards(const Walk&);
  Proof proof_from_children(const Node&) const;
  bool is_settled() const;
  void publish_counts();

  EvaluationRequest request_for(Leaf&) const;

  Tree& tree_;
  SharedRun& run_;
  ArenaCursor cursor_;
  EvaluatorSeat seat_;
  const int history_;  // positions that the evaluator looks at
  std::vector<std::unique_ptr<Leaf>> leaves_;
  std::size_t waiting_ = 0;  // the first ones of the leaves wait: this many
  std::vector<EvaluationRequest> requests_;

  std::uint64_t allowance_ = 0;  // visits this thread may begin, if there is a limit

  // Visits not yet added to the root, which has none in flight.
  std::uint32_t root_visits_ = 0;
  std::int64_t root_value_ = 0;
  std::int64_t root_draw_ = 0;

  // Not yet added to the shared counts.
  std::uint64_t finished_ = 0;
  std::uint64_t depth_sum_ = 0;
  std::uint64_t added_ = 0;  // children
  int deepest_ = 0;
};

}  // namespace tabiya
