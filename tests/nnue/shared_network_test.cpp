#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "chess/movegen.h"
#include "nnue/accumulator_stack.h"
#include "nnue/evaluate.h"

namespace tabiya::test {
namespace {

// Every move of the position, and every answer to it.
std::vector<int> scores_two_plies_on(AccumulatorStack& stack, const Position& root) {
  std::vector<int> scores;
  stack.reset(root);
  for (const Move move : legal_moves(root)) {
    Position next = root;
    next.play(move, stack.push());
    for (const Move answer : legal_moves(next)) {
      Position last = next;
      last.play(answer, stack.push());
      scores.push_back(stack.evaluate(last));
      stack.pop();
    }
    stack.pop();
  }
  return scores;
}

TEST(NetworkThreads, ShareOneNetworkAndAgree) {
  const auto network = Network::built_in();
  std::vector<std::vector<int>> scores(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : scores)
      threads.emplace_back([&network, &mine] {
        AccumulatorStack stack(network, 2);
        mine = scores_two_plies_on(stack, Position::start());
      });
  }
  EXPECT_EQ(scores[0].size(), 400u);
  for (const auto& other : scores) EXPECT_EQ(other, scores[0]);
}

}  // namespace
}  // namespace tabiya::test
