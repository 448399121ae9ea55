// Many threads on one tree, stopped at any moment.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "base/result.h"
#include "chess/movegen.h"
#include "inference/evaluation_cache.h"
#include "inference/evaluators.h"
#include "notation/fen.h"
#include "search/mcts/mcts.h"
#include "search/mcts/tree_audit.h"
#include "support/evaluators.h"
#include "support/tree_view.h"

namespace tabiya {
namespace {

MctsConfig with_threads(int threads) {
  MctsConfig config;
  config.threads = threads;
  config.memory = std::size_t{64} << 20;
  return config;
}

TEST(MctsThreads, LeaveASoundTreeHoweverTheyAreStopped) {
  Random random(3);
  const std::shared_ptr<Evaluator> evaluators[] = {
      uniform_evaluator(), std::make_shared<OpinionatedEvaluator>(8),
      cached_evaluator(std::make_shared<OpinionatedEvaluator>(2),
                       std::make_shared<EvaluationCache>(5000)),
      batching_evaluator(std::make_shared<OpinionatedEvaluator>(),
                         BatchSettings{16, std::chrono::microseconds(200), 64})};
  for (int round = 0; round < 100; ++round) {
    Mcts mcts(evaluators[round % 4], with_threads(8));
    Game game;
    for (int ply = 0; ply < 3 && !game.is_over(); ++ply) {
      SearchListener silent;
      std::stop_source stop;
      SearchLimits limits;
      limits.infinite = true;
      const auto wait = std::chrono::microseconds(random.below(3000));
      std::jthread stopper([&] {
        std::this_thread::sleep_for(wait);
        stop.request_stop();
      });
      const SearchResult result = mcts.run(game, limits, silent, stop.get_token());
      stopper.join();
      ASSERT_TRUE(result.best);
      ASSERT_TRUE(is_legal(game.position(), *result.best));
      ASSERT_EQ(audit(mcts.tree()).fault, "") << "round " << round;
      game.play(*result.best);
    }
  }
}

TEST(MctsThreads, BeginExactlyAsManyVisitsAsAllowed) {
  for (int threads : {2, 8, 64}) {
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(4), with_threads(threads));
    SearchListener silent;
    SearchLimits limits;
    limits.nodes = 3000;
    mcts.run(Game(), limits, silent, {});
    EXPECT_EQ(mcts.tree().root().visits(), 3000U) << threads;
    EXPECT_EQ(audit(mcts.tree()).fault, "");
  }
}

// The evaluator hangs at the root, soon after it, or later; a stop reaches through it.
TEST(MctsThreads, AStopNeedNotWaitForABatch) {
  for (int answers : {0, 1, 20, 500}) {
    for (int threads : {1, 4}) {
      const auto endless = std::make_shared<EndlessEvaluator>(answers);
      Mcts mcts(endless, with_threads(threads));
      SearchListener silent;
      std::stop_source stop;
      std::jthread stopper([&] {
        endless->is_waiting.wait(false);
        stop.request_stop();
      });
      const SearchResult result = mcts.run(Game(), SearchLimits{}, silent, stop.get_token());
      ASSERT_TRUE(result.best);
      EXPECT_EQ(audit(mcts.tree()).fault, "");
    }
  }
}

TEST(MctsThreads, AMoveWhoseFirstVisitWasBrokenOffIsWorthWhatItsParentIs) {
  const auto endless = std::make_shared<EndlessEvaluator>(1);
  Mcts mcts(endless, with_threads(1));
  SearchListener silent;
  std::stop_source stop;
  std::jthread stopper([&] {
    endless->is_waiting.wait(false);
    stop.request_stop();
  });
  mcts.run(Game(), SearchLimits{}, silent, stop.get_token());
  ASSERT_GT(mcts.tree().root().child_count(), 0);
  ASSERT_NE(mcts.tree().root().value(), 0);
  for (const MoveStatistics& move : mcts.root_statistics())
    EXPECT_EQ(move.value, -mcts.tree().root().value());
}

TEST(MctsThreads, TheClockReachesThroughABatch) {
  Mcts mcts(std::make_shared<EndlessEvaluator>(30), with_threads(2));
  SearchListener silent;
  SearchLimits limits;
  limits.move_time = Milliseconds(30);
  EXPECT_TRUE(mcts.run(Game(), limits, silent, {}).best);
}

// While noise is added to the root's priors, the clock is looked at.
TEST(MctsThreads, NoiseAndClocksGetAlong) {
  MctsConfig config = with_threads(3);
  config.noise_share = 0.25F;
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), config);
  SearchListener silent;
  SearchLimits limits;
  limits.move_time = Milliseconds(12);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(mcts.run(Game(), limits, silent, {}).best);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
  }
}

// Batches that take long: at first it is not known how fast the search is, and a tree that was kept
// has a clear favourite already. That is no reason to play at once.
TEST(MctsThreads, ASlowEvaluatorIsNoReasonToPlayAtOnce) {
  class Slow final : public Evaluator {
   public:
    Result<void> evaluate(std::span<EvaluationRequest> requests,
                          const std::stop_token& stop) override {
      if (is_slow) std::this_thread::sleep_for(std::chrono::milliseconds(60));
      return inner_.evaluate(requests, stop);
    }
    int best_batch() const override { return 8; }
    std::string description() const override { return "slow"; }
    std::atomic<bool> is_slow = false;

   private:
    OpinionatedEvaluator inner_;
  };
  const auto slow = std::make_shared<Slow>();
  Mcts mcts(slow, with_threads(1));
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = 2000;
  Game game;
  const SearchResult first = mcts.run(game, limits, silent, {});
  game.play(*first.best);
  game.play(*first.ponder);
  slow->is_slow = true;
  limits = {};
  limits.white.left = limits.black.left = std::chrono::minutes(5);
  limits.nodes = 100;  // long enough
  EXPECT_EQ(mcts.run(game, limits, silent, {}).info.nodes, 100U);
}

// Takes its time for the first answer, whatever the clock says.
class SlowStarter final : public Evaluator {
 public:
  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    if (!has_started.exchange(true)) std::this_thread::sleep_for(std::chrono::milliseconds(80));
    if (stop.stop_requested()) return failure("stopped");
    return inner_.evaluate(requests, stop);
  }
  int best_batch() const override { return 8; }
  std::string description() const override { return "slow to start"; }
  std::atomic<bool> has_started = false;

 private:
  OpinionatedEvaluator inner_;
};

TEST(MctsThreads, TheRootIsWaitedForThoughTheTimeIsUp) {
  for (const int threads : {1, 4}) {
    Mcts mcts(std::make_shared<SlowStarter>(), with_threads(threads));
    SearchListener silent;
    SearchLimits limits;
    limits.move_time = Milliseconds(15);
    const SearchResult result = mcts.run(Game(), limits, silent, {});
    const auto moves = mcts.root_statistics();
    ASSERT_FALSE(moves.empty());
    EXPECT_EQ(*result.best, moves.front().move);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
  }
}

TEST(MctsThreads, ADecidedRootDoesNotEndAnInfiniteSearch) {
  Mcts mcts(uniform_evaluator(), with_threads(2));
  SearchListener silent;
  std::stop_source stop;
  SearchLimits limits;
  limits.infinite = true;
  limits.mate = 1;
  std::atomic<bool> stopped = false;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    stopped = true;
    stop.request_stop();
  });
  const Game game(parse_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").value());
  const SearchResult result = mcts.run(game, limits, silent, stop.get_token());
  EXPECT_TRUE(stopped);
  EXPECT_EQ(result.info.score, Score::mate_in_plies(1));
}

TEST(MctsThreads, AStopIsHeardBySearchesWithoutThreads) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), with_threads(0));
  SearchListener silent;
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  EXPECT_TRUE(mcts.run(Game(), SearchLimits{}, silent, stop.get_token()).best);
  EXPECT_EQ(audit(mcts.tree()).fault, "");
}

TEST(MctsThreads, GoOnInATreeThatIsCompactedMeanwhile) {
  MctsConfig config = with_threads(4);
  config.memory = std::size_t{4} << 20;
  Mcts mcts(uniform_evaluator(), config);
  Game game;
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = 8000;
  for (int ply = 0; ply < 20 && !game.is_over(); ++ply) {
    const SearchResult result = mcts.run(game, limits, silent, {});
    EXPECT_EQ(result.info.nodes, 8000U);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
    game.play(*result.best);
  }
}

TEST(MctsThreads, AreWatchedWhileRootsGetNoiseAndTreesAreCompacted) {
  MctsConfig config = with_threads(2);
  config.memory = std::size_t{1} << 20;
  config.noise_share = 0.25F;
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), config);
  Game game;
  std::mutex mutex;  // guards the root
  Position root = game.position();
  const test::TreeWatchers watchers([&](std::span<const Move> path) {
    std::unique_lock lock(mutex);
    const Position wanted = root;
    lock.unlock();
    return mcts.tree_view(wanted, path);
  });
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = 1500;
  int compactions = 0;
  for (int ply = 0; ply < 20 || compactions == 0 || !watchers.have_seen_enough(); ++ply) {
    const std::uint64_t before = mcts.tree().size();
    const SearchResult result = mcts.run(game, limits, silent, {});
    const bool goes_on = game.length() > 0;
    if (goes_on && mcts.tree().size() < before) ++compactions;
    EXPECT_EQ(audit(mcts.tree()).fault, "");
    game.play(*result.best);
    if (game.is_over()) game = Game();
    const std::lock_guard lock(mutex);
    root = game.position();
  }
}

TEST(MctsThreads, AStopBeforeTheSearchCounts) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), with_threads(2));
  SearchListener silent;
  std::stop_source stop;
  SearchLimits limits;
  limits.infinite = true;
  stop.request_stop();
  EXPECT_TRUE(mcts.run(Game(), limits, silent, stop.get_token()).best);
}

TEST(MctsThreads, PonderingWaitsForTheHit) {
  Mcts mcts(uniform_evaluator(), with_threads(2));
  SearchListener silent;
  SearchLimits limits;
  limits.ponder = true;
  limits.nodes = 100;
  std::stop_source hit;
  limits.ponder_hit = hit.get_token();
  std::jthread opponent([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    hit.request_stop();
  });
  EXPECT_TRUE(mcts.run(Game(), limits, silent, {}).best);
  EXPECT_TRUE(hit.stop_requested());
}

TEST(MctsThreads, SurviveTheStrangestBatches) {
  for (const auto timeout : {std::chrono::microseconds(0), std::chrono::microseconds::max()}) {
    const auto batching =
        batching_evaluator(std::make_shared<OpinionatedEvaluator>(), BatchSettings{7, timeout, 7});
    Mcts mcts(batching, with_threads(5));
    SearchListener silent;
    SearchLimits limits;
    limits.move_time = Milliseconds(60);
    const SearchResult result = mcts.run(Game(), limits, silent, {});
    ASSERT_TRUE(result.best);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
  }
}

}  // namespace
}  // namespace tabiya
