// The evaluators that stand between a search and a network.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/result.h"
#include "chess/movegen.h"
#include "inference/evaluation_cache.h"
#include "inference/evaluators.h"
#include "notation/uci_move.h"
#include "support/evaluators.h"

namespace tabiya {
namespace {

std::shared_ptr<Evaluator> cached_evaluator(std::shared_ptr<Evaluator> inner,
                                            std::size_t positions) {
  return cached_evaluator(std::move(inner), std::make_shared<EvaluationCache>(positions));
}

Game after(std::initializer_list<const char*> moves) {
  Game game;
  for (const char* move : moves) game.play(parse_uci(game.position(), move).value());
  return game;
}

TEST(UniformEvaluator, FindsEveryMoveAsGoodAsAnyOther) {
  const auto evaluator = uniform_evaluator();
  Questions questions;
  questions.ask(Game());
  ASSERT_TRUE(evaluator->evaluate(questions.all(), {}));
  EXPECT_EQ(questions[0].chances.value(), 0);
  for (const float prior : questions[0].priors) EXPECT_FLOAT_EQ(prior, 1.0F / 20);
}

TEST(CachedEvaluator, AsksOnlyOnceForTheSameInput) {
  const auto inner = std::make_shared<OpinionatedEvaluator>();
  const auto cached = cached_evaluator(inner, 1000);
  Questions questions;
  questions.ask(Game());
  questions.ask(after({"e2e4"}));
  EXPECT_FALSE(cached->remembers(questions[0]));
  ASSERT_TRUE(cached->evaluate(questions.all(), {}));
  EXPECT_EQ(inner->positions, 2);
  const EvaluationRequest first = questions[0];
  const std::vector<float> priors(first.priors.begin(), first.priors.end());

  Questions again;
  again.ask(Game());
  ASSERT_TRUE(cached->evaluate(again.all(), {}));
  EXPECT_EQ(inner->positions, 2);
  EXPECT_TRUE(cached->remembers(again[0]));
  EXPECT_EQ(again[0].chances.win, first.chances.win);
  EXPECT_TRUE(std::ranges::equal(again[0].priors, priors));
}

// Everything an input depends on makes a difference: the past, repetition, the clocks, castling.
TEST(CachedEvaluator, TellsApartWhatTheNetworkTellsApart) {
  const auto inner = std::make_shared<OpinionatedEvaluator>();
  const auto cached = cached_evaluator(inner, 100'000);
  Questions questions;
  questions.ask(after({"e2e4", "e7e5", "g1f3"}));
  questions.ask(after({"g1f3", "e7e5", "e2e4"}));                   // other past
  questions.ask(Game(after({"e2e4", "e7e5", "g1f3"}).position()));  // no past
  questions.ask(after({"g1f3", "g8f6", "f3g1", "f6g8"}));           // repeated, clock 4
  questions.ask(Game());
  questions.ask(Game());
  questions[5].chess960 = true;
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FALSE(cached->remembers(questions[i])) << i;
  ASSERT_TRUE(cached->evaluate(questions.all(), {}));
  EXPECT_EQ(inner->positions, 6);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(cached->remembers(questions[i])) << i;
}

// Answers like an OpinionatedEvaluator, and says how much of a request it looks at.
class Narrow final : public Evaluator {
 public:
  explicit Narrow(const EvaluatorInputs& inputs) : inputs_(inputs) {}
  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    positions += static_cast<int>(requests.size());
    return inner_.evaluate(requests, stop);
  }
  EvaluatorInputs inputs() const override { return inputs_; }
  int best_batch() const override { return 1; }
  std::string description() const override { return "narrow"; }
  int positions = 0;

 private:
  const EvaluatorInputs inputs_;
  OpinionatedEvaluator inner_;
};

// How often a network that looks at this much has to be asked about one position reached by three
// ways: two of them have the same clocks and the same third position back, all the same second.
int asked_with(const EvaluatorInputs& inputs, const EvaluatorInputs& at_most = {}) {
  const auto inner = std::make_shared<Narrow>(inputs);
  const auto cached = cached_evaluator(inner, std::make_shared<EvaluationCache>(1000), at_most);
  for (const Game& game : {after({"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"}),
                           after({"e2e4", "b8c6", "g1f3", "e7e5", "f1c4", "f8c5"}),
                           after({"g1f3", "b8c6", "e2e4", "e7e5", "f1c4", "f8c5"})}) {
    Questions questions;
    questions.ask(game);
    EXPECT_TRUE(cached->evaluate(questions.all(), {}));
  }
  return inner->positions;
}

TEST(CachedEvaluator, AsksOnceForWhatTheNetworkDoesNotTellApart) {
  EXPECT_EQ(asked_with({.history = 8, .clocks = true}), 3);
  EXPECT_EQ(asked_with({.history = 1, .clocks = true}), 2);
  EXPECT_EQ(asked_with({.history = 1, .clocks = false}), 1);
  EXPECT_EQ(asked_with({.history = 3, .clocks = false}), 1);
  EXPECT_EQ(asked_with({.history = 4, .clocks = false}), 2);
}

TEST(CachedEvaluator, CanBeToldToTellLessApartThanTheNetwork) {
  EXPECT_EQ(asked_with({}, {.history = 1, .clocks = false}), 1);
  EXPECT_EQ(asked_with({}, {.history = 1, .clocks = true}), 2);
  // But not more.
  EXPECT_EQ(asked_with({.history = 1, .clocks = false}, {.history = 8, .clocks = true}), 1);
}

TEST(CachedEvaluator, SharesWhatItKnowsWithAnother) {
  const auto cache = std::make_shared<EvaluationCache>(1000);
  const auto first = std::make_shared<OpinionatedEvaluator>();
  const auto second = std::make_shared<OpinionatedEvaluator>();
  Questions questions;
  questions.ask(Game());
  ASSERT_TRUE(cached_evaluator(first, cache)->evaluate(questions.all(), {}));
  EXPECT_TRUE(cached_evaluator(second, cache)->remembers(questions[0]));
  EXPECT_EQ(second->positions, 0);
}

TEST(CachedEvaluator, TellsApartWhichMovesAreAskedAbout) {
  const auto inner = std::make_shared<OpinionatedEvaluator>();
  const auto cached = cached_evaluator(inner, 1000);
  Questions questions;
  questions.ask(Game());
  questions.ask(Game());
  for (std::size_t i = 0; i < 2; ++i) {
    questions[i].moves = questions[i].moves.subspan(i * 5, 5);
    questions[i].priors = questions[i].priors.subspan(i * 5, 5);
  }
  ASSERT_TRUE(cached->evaluate(questions.all(), {}));
  EXPECT_EQ(inner->positions, 2);
}

TEST(CachedEvaluator, WithRoomForOneStillAnswersRight) {
  const auto cached = cached_evaluator(std::make_shared<OpinionatedEvaluator>(), 1);
  OpinionatedEvaluator direct;
  Game game;
  for (int i = 0; i < 200; ++i) {
    Questions questions;
    Questions expected;
    questions.ask(game);
    expected.ask(game);
    ASSERT_TRUE(cached->evaluate(questions.all(), {}));
    ASSERT_TRUE(direct.evaluate(expected.all(), {}));
    ASSERT_EQ(questions[0].chances.win, expected[0].chances.win);
    ASSERT_TRUE(std::ranges::equal(questions[0].priors, expected[0].priors));
    if (game.is_over()) break;
    game.play(legal_moves(game.position())[0]);
  }
}

TEST(CachedEvaluator, RemembersNoFailure) {
  const auto cached = cached_evaluator(std::make_shared<FailingEvaluator>(0), 100);
  Questions questions;
  questions.ask(Game());
  EXPECT_FALSE(cached->evaluate(questions.all(), {}));
  EXPECT_FALSE(cached->remembers(questions[0]));
}

// Tells how many are inside at once.
class CrowdedEvaluator final : public Evaluator {
 public:
  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    ++calls;
    const int now = ++inside;
    int most_so_far = most;
    while (now > most_so_far && !most.compare_exchange_weak(most_so_far, now)) {
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    auto done = inner_.evaluate(requests, stop);
    --inside;
    largest = std::max(largest.load(), static_cast<int>(requests.size()));
    return done;
  }
  int best_batch() const override { return 1; }
  std::string description() const override { return "crowded"; }

  std::atomic<int> calls = 0;
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::atomic<int> largest = 0;

 private:
  OpinionatedEvaluator inner_;
};

// Asks from many threads and expects the answers that asking directly gives.
void ask_from_threads(Evaluator& evaluator, int threads, int rounds) {
  std::vector<std::jthread> workers;
  for (int thread = 0; thread < threads; ++thread)
    workers.emplace_back([&, thread] {
      Random random(static_cast<std::uint64_t>(thread));
      OpinionatedEvaluator direct;
      for (int round = 0; round < rounds; ++round) {
        Questions questions;
        Questions expected;
        for (std::uint64_t i = 0; i < 1 + random.below(3); ++i) {
          Game game;
          for (std::uint64_t ply = 0; ply < random.below(10); ++ply) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[random.below(moves.size())]);
          }
          questions.ask(game);
          expected.ask(game);
        }
        const auto done = evaluator.evaluate(questions.all(), {});
        ASSERT_TRUE(done) << done.error().message;
        ASSERT_TRUE(direct.evaluate(expected.all(), {}));
        for (std::size_t i = 0; i < questions.all().size(); ++i) {
          ASSERT_EQ(questions[i].chances.win, expected[i].chances.win);
          ASSERT_TRUE(std::ranges::equal(questions[i].priors, expected[i].priors));
        }
      }
    });
}

TEST(LanesThreads, EachLaneServesOneThreadAtATime) {
  std::vector<std::shared_ptr<Evaluator>> lanes;
  std::vector<CrowdedEvaluator*> seen;
  for (int i = 0; i < 2; ++i) {
    auto lane = std::make_unique<CrowdedEvaluator>();
    seen.push_back(lane.get());
    lanes.push_back(std::move(lane));
  }
  const auto evaluator = lanes_evaluator(std::move(lanes));
  ask_from_threads(*evaluator, 6, 30);
  for (const CrowdedEvaluator* lane : seen) EXPECT_EQ(lane->most, 1);
}

// Out of memory, say.
class ThrowingEvaluator final : public Evaluator {
 public:
  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override {
    throw std::bad_alloc();
  }
  int best_batch() const override { return 1; }
  std::string description() const override { return "throws"; }
};

TEST(LanesThreads, ALaneInWhichSomethingWasThrownIsFreeAgain) {
  std::vector<std::shared_ptr<Evaluator>> lanes{std::make_shared<ThrowingEvaluator>()};
  const auto evaluator = lanes_evaluator(std::move(lanes));
  Questions questions;
  questions.ask(Game());
  for (int i = 0; i < 3; ++i)
    EXPECT_THROW((void)evaluator->evaluate(questions.all(), {}), std::bad_alloc);
}

TEST(LanesThreads, AStopReachesAThreadThatWaitsForALane) {
  std::vector<std::shared_ptr<Evaluator>> lanes;
  auto endless = std::make_unique<EndlessEvaluator>(0);
  EndlessEvaluator& inside = *endless;
  lanes.push_back(std::move(endless));
  const auto evaluator = lanes_evaluator(std::move(lanes));
  std::stop_source stop;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      Questions questions;
      questions.ask(Game());
      EXPECT_FALSE(evaluator->evaluate(questions.all(), stop.get_token()));
    });
  inside.is_waiting.wait(false);
  stop.request_stop();
}

TEST(BatchingThreads, GatherRequestsAndAnswerEachItsOwn) {
  const auto inner = std::make_shared<CrowdedEvaluator>();
  const auto evaluator = batching_evaluator(inner, {8, std::chrono::microseconds(500), 32});
  ask_from_threads(*evaluator, 8, 50);
  EXPECT_EQ(inner->most, 1);
  EXPECT_LE(inner->largest, 8);
  EXPECT_LT(inner->calls, 400);  // some were gathered
}

// The threads that might still add to a batch have asked already, so it waits for nothing. If it
// did, this would take an hour.
TEST(BatchingThreads, ABatchWaitsForNothingWhenAllThatHaveSeatsHaveAsked) {
  const auto inner = std::make_shared<OpinionatedEvaluator>();
  const auto evaluator = batching_evaluator(inner, {100, std::chrono::hours(1), 1000});
  for (const int threads : {1, 5}) {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i)
      workers.emplace_back([&] {
        EvaluatorSeat seat(*evaluator);
        for (int round = 0; round < 20; ++round) {
          seat.take();
          Questions questions;
          questions.ask(Game());
          EXPECT_TRUE(evaluator->evaluate(questions.all(), {}));
        }
      });
  }
  EXPECT_EQ(inner->positions, 120);
}

TEST(BatchingThreads, ABatchLeavesWhenTheLastOneItWaitsForLeaves) {
  const auto inner = std::make_shared<OpinionatedEvaluator>();
  const auto evaluator = batching_evaluator(inner, {100, std::chrono::hours(1), 1000});
  EvaluatorSeat idle(*evaluator);
  idle.take();
  std::jthread asks([&] {
    EvaluatorSeat seat(*evaluator);
    seat.take();
    Questions questions;
    questions.ask(Game());
    EXPECT_TRUE(evaluator->evaluate(questions.all(), {}));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(inner->calls, 0);
  idle.leave();
}

TEST(BatchingThreads, ABatchLeavesWhenTheQueueHasNoRoomForOthers) {
  const auto evaluator =
      batching_evaluator(std::make_shared<OpinionatedEvaluator>(), {4, std::chrono::hours(1), 4});
  std::vector<std::jthread> workers;
  for (int i = 0; i < 2; ++i)
    workers.emplace_back([&] {
      EvaluatorSeat seat(*evaluator);
      seat.take();
      Questions questions;
      for (int j = 0; j < 3; ++j) questions.ask(Game());
      EXPECT_TRUE(evaluator->evaluate(questions.all(), {}));
    });
}

TEST(BatchingThreads, WorkWithAQueueOfOneAndNoTimeout) {
  const auto evaluator = batching_evaluator(std::make_shared<OpinionatedEvaluator>(),
                                            {1, std::chrono::microseconds(0), 1});
  ask_from_threads(*evaluator, 6, 50);
}

// One position after the other: the first `answered` get their answers, the rest this message.
void expect_answers(std::shared_ptr<Evaluator> inner, int answered, const std::string& then) {
  const auto evaluator =
      batching_evaluator(std::move(inner), {1, std::chrono::microseconds(0), 100});
  for (int i = 0; i < answered + 4; ++i) {
    Questions questions;
    questions.ask(Game());
    const auto done = evaluator->evaluate(questions.all(), {});
    EXPECT_EQ(done ? "answered" : done.error().message, i < answered ? "answered" : then);
  }
}

TEST(BatchingThreads, AFailureReachesOnlyTheCallersItConcerns) {
  expect_answers(std::make_shared<FailingEvaluator>(4), 4, "it broke");
}

TEST(BatchingThreads, WhatIsThrownIsAFailureOfTheBatch) {
  expect_answers(std::make_shared<ExhaustedEvaluator>(1), 1, "no memory left");
}

TEST(BatchingThreads, AStopReachesThroughABatch) {
  const auto endless = std::make_shared<EndlessEvaluator>(0);
  const auto evaluator = batching_evaluator(endless, {2, std::chrono::microseconds(100), 2});
  std::stop_source stop;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&] {
      Questions questions;
      questions.ask(Game());
      EXPECT_FALSE(evaluator->evaluate(questions.all(), stop.get_token()));
    });
  endless->is_waiting.wait(false);
  stop.request_stop();
}

// One caller gives up; the other, in the same batch, gets its answer.
TEST(BatchingThreads, ABatchGoesOnForTheCallersThatStillWantIt) {
  class Gate final : public Evaluator {
   public:
    Result<void> evaluate(std::span<EvaluationRequest> requests,
                          const std::stop_token& stop) override {
      is_inside = true;
      is_inside.notify_all();
      is_open.wait(false);
      if (stop.stop_requested()) return failure("stopped");
      return inner_.evaluate(requests, stop);
    }
    int best_batch() const override { return 2; }
    std::string description() const override { return "gate"; }
    std::atomic<bool> is_inside = false;
    std::atomic<bool> is_open = false;

   private:
    OpinionatedEvaluator inner_;
  };
  const auto gate = std::make_shared<Gate>();
  const auto evaluator = batching_evaluator(gate, {2, std::chrono::seconds(60), 2});
  std::stop_source stop;
  std::jthread leaves([&] {
    Questions questions;
    questions.ask(Game());
    evaluator->evaluate(questions.all(), stop.get_token());
  });
  std::jthread stays([&] {
    Questions questions;
    questions.ask(after({"d2d4"}));
    EXPECT_TRUE(evaluator->evaluate(questions.all(), {}));
  });
  gate->is_inside.wait(false);
  stop.request_stop();
  gate->is_open = true;
  gate->is_open.notify_all();
}

}  // namespace
}  // namespace tabiya
