#include "nnue/evaluate.h"

#include <gtest/gtest.h>

#include <vector>

#include "random_network.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

std::vector<Position> some_positions(Random& random, int games) {
  std::vector<Position> positions;
  for (int game = 0; game < games; ++game)
    random_game(random, 100,
                [&](const Position& position, const MoveList&) { positions.push_back(position); });
  return positions;
}

TEST(Evaluate, SeesMirroredPositionsWithExchangedColoursAlike) {
  Random random(3);
  const Network trained = random_network(random, 256, Activation::Squared);
  const auto built_in = Network::built_in();
  for (const Position& position : some_positions(random, 20)) {
    EXPECT_EQ(evaluate(trained, position), evaluate(trained, mirrored(position)));
    EXPECT_EQ(evaluate(*built_in, position), evaluate(*built_in, mirrored(position)));
  }
}

TEST(Evaluate, GivesABatchTheScoresOfItsPositions) {
  Random random(4);
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    const Network network = random_network(random, 320, activation);
    std::vector<Position> positions = some_positions(random, 20);
    // Neighbours that have nothing to do with each other, too.
    for (std::size_t i = positions.size() / 2; i < positions.size(); ++i)
      std::swap(positions[i], positions[i + random.below(positions.size() - i)]);
    std::vector<int> scores(positions.size());
    evaluate(network, positions, scores);
    for (std::size_t i = 0; i < positions.size(); ++i)
      ASSERT_EQ(scores[i], evaluate(network, positions[i])) << i;
  }
}

TEST(Evaluate, TakesAnEmptyBatch) { evaluate(*Network::built_in(), {}, {}); }

// What docs/nnue.md says, step by step and without any cleverness.
int documented_score(const NetworkParts& parts, const Position& position) {
  const auto width = static_cast<std::size_t>(parts.width);
  std::int64_t output = 0;
  for (const bool own : {true, false}) {
    const Color player = own ? position.side_to_move() : !position.side_to_move();
    for (std::size_t neuron = 0; neuron < width; ++neuron) {
      std::int64_t sum = parts.feature_biases[neuron];
      for (const Square square : position.occupied()) {
        const int feature = feature_index(player, *position.piece_at(square), square);
        sum += parts.feature_weights[static_cast<std::size_t>(feature) * width + neuron];
      }
      std::int64_t active = std::clamp<std::int64_t>(sum, 0, 255);
      if (parts.activation == Activation::Squared) active *= active;
      output += active * parts.output_weights[(own ? 0 : width) + neuron];
    }
  }
  if (parts.activation == Activation::Squared) output /= 255;
  output += parts.output_bias;
  return static_cast<int>(
      std::clamp<std::int64_t>(output * parts.scale / (255 * 64), -20'000, 20'000));
}

TEST(Evaluate, ComputesWhatTheDocumentationSays) {
  Random random(5);
  const std::vector<Position> positions = some_positions(random, 2);
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    for (const int width : {64, 128, 256, 512, 1024, 2048}) {
      const NetworkParts parts = random_parts(random, width, activation);
      const Network network = Network::from(parts).value();
      int highest = 0;
      for (std::size_t i = 0; i < positions.size(); i += 7) {
        const Position& position = positions[i];
        const int score = evaluate(network, position);
        ASSERT_EQ(score, documented_score(parts, position));
        highest = std::max(highest, std::abs(score));
      }
      EXPECT_GT(highest, 0);
    }
  }
}

TEST(Evaluate, KeepsWithinItsLimits) {
  Random random(6);
  NetworkParts parts = random_parts(random, 64, Activation::Clipped);
  parts.output_bias = 2'000'000'000;
  EXPECT_EQ(evaluate(Network::from(parts).value(), Position::start()), kHighestEvaluation);
  parts.output_bias = -2'000'000'000;
  EXPECT_EQ(evaluate(Network::from(parts).value(), Position::start()), -kHighestEvaluation);
}

}  // namespace
}  // namespace tabiya::test
