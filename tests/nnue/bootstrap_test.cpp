#include "nnue/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "nnue/evaluate.h"
#include "nnue/network.h"
#include "nnue/network_parts.h"
#include "notation/fen.h"
#include "slow_evaluation.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

TEST(Bootstrap, ScoresLikeAnEvaluationWithoutANetwork) {
  const Network network = Network::from(bootstrap_parts()).value();
  Random random(7);
  int compared = 0;
  int out_of_range = 0;
  for (int game = 0; game < 300; ++game) {
    random_game(random, 250, [&](const Position& position, const MoveList&) {
      const SlowEvaluation slow(position);
      if (!slow.in_range()) {
        ++out_of_range;
        return;
      }
      ++compared;
      ASSERT_EQ(evaluate(network, position), slow.score()) << to_fen(position);
    });
  }
  EXPECT_GT(compared, 10'000);
  EXPECT_LT(out_of_range, compared / 20);
}

// Neither test above says anything about a term that no position has.
TEST(Bootstrap, HasNoTermThatNeverCounts) {
  const Network network = Network::from(bootstrap_parts()).value();
  const std::size_t first = tapered_neurons().size();
  const std::size_t used = first + structure_neurons().size();
  AlignedArray<std::int16_t> sums(2 * static_cast<std::size_t>(network.width()));
  std::vector<bool> asleep(used), awake(used);
  Random random(7);
  for (int game = 0; game < 300; ++game) {
    random_game(random, 250, [&](const Position& position, const MoveList&) {
      refresh(network, position, sums.data());
      for (std::size_t neuron = 0; neuron < used; ++neuron)
        (sums[neuron] > 0 ? awake : asleep)[neuron] = true;
    });
  }
  for (std::size_t neuron = first; neuron < used; ++neuron)
    EXPECT_TRUE(awake[neuron] && asleep[neuron]) << neuron;
}

TEST(Bootstrap, MeasuresMaterialFromOneEndToTheOther) {
  const Network network = Network::from(bootstrap_parts()).value();
  for (const char* const fen :
       {"4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBN1 b - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "rnb1kbnr/pppppppp/8/8/8/8/8/4K3 b - - 0 1",
        "QQQQQ3/8/8/8/8/6k1/8/4K3 b - - 0 1"}) {
    const Position position = position_of(fen);
    const SlowEvaluation slow(position);
    ASSERT_TRUE(slow.in_range()) << fen;
    EXPECT_EQ(evaluate(network, position), slow.score()) << fen;
  }
}

// Beyond some of its ranges it may not be exact, but more is still more.
TEST(Bootstrap, LikesAnotherQueenWhateverTheNumber) {
  const Network network = Network::from(bootstrap_parts()).value();
  int before = 0;
  for (const char* const queens : {"4Q3", "3QQ3", "2QQQ3", "1QQQQ3", "1QQQQQ2"}) {
    const int score =
        evaluate(network, position_of(std::string("6k1/8/8/8/8/8/") + queens + "/4K3 w - - 0 1"));
    EXPECT_GT(score, before + 500) << queens;
    before = score;
  }
}

TEST(Bootstrap, ScoresTheStartPositionAsTheTempo) {
  const Network network = Network::from(bootstrap_parts()).value();
  EXPECT_EQ(evaluate(network, Position::start()), kTempo);
}

// Loops begin with it, and strength is measured from it.
TEST(Bootstrap, IsTheSameFileInEveryBuild) {
  EXPECT_EQ(Network::from(bootstrap_parts()).value().checksum(), 0xacc4174eae1ea1d2u);
}

// What was learnt must not be lost by accident: the trained network is the one compiled in.
TEST(BuiltIn, IsATrainedNetworkWithItsStory) {
  const auto network = Network::built_in();
  EXPECT_NE(network->name(), "bootstrap");
  EXPECT_EQ(network->activation(), Activation::Squared);
  EXPECT_NE(network->notes(), "");
}

TEST(BuiltIn, CallsTheStartLevelAndAQueenALot) {
  const auto network = Network::built_in();
  EXPECT_LT(std::abs(evaluate(*network, Position::start())), 80);
  const char* const without_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_GT(evaluate(*network, position_of(without_queen)), 500);
}

}  // namespace
}  // namespace tabiya::test
