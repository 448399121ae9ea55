#include "nnue/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "documented_score.h"
#include "notation/fen.h"
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
  const Network second = random_network(random, second_shape(256), Activation::Squared);
  const auto built_in = Network::built_in();
  for (const Position& position : some_positions(random, 20)) {
    EXPECT_EQ(evaluate(trained, position), evaluate(trained, mirrored(position)));
    EXPECT_EQ(evaluate(second, position), evaluate(second, mirrored(position)));
    EXPECT_EQ(evaluate(*built_in, position), evaluate(*built_in, mirrored(position)));
  }
}

// The same position with files a to h exchanged for h to a, if nobody may castle.
std::optional<Position> left_right_mirrored(const Position& position) {
  std::string fen = to_fen(position);
  const std::size_t end = fen.find(' ');
  if (fen.compare(end + 2, 3, " - ") != 0 || fen.compare(end + 5, 2, "- ") != 0)
    return std::nullopt;  // nor is there a pawn to be taken en passant
  for (std::size_t begin = 0; begin < end;) {
    const std::size_t next = std::min(fen.find('/', begin), end);
    std::reverse(fen.begin() + static_cast<long>(begin), fen.begin() + static_cast<long>(next));
    begin = next + 1;
  }
  return position_of(fen);
}

TEST(Evaluate, SeesLeftAndRightAlikeWithMirroredInputs) {
  Random random(7);
  const Network plain = random_network(random, 64, Activation::Squared);
  const Network second = random_network(random, second_shape(64), Activation::Squared);
  int compared = 0;
  int differ = 0;
  for (const Position& position : some_positions(random, 60)) {
    const auto other = left_right_mirrored(position);
    if (!other) continue;
    ++compared;
    EXPECT_EQ(evaluate(second, position), evaluate(second, *other)) << to_fen(position);
    differ += evaluate(plain, position) != evaluate(plain, *other);
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(differ, compared / 2) << "plain inputs do not know it";
}

TEST(Evaluate, GivesABatchTheScoresOfItsPositions) {
  Random random(4);
  for (const NnueShape& shape : {first_shape(320), second_shape(320)}) {
    const Network network = random_network(random, shape, Activation::Squared);
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

TEST(Evaluate, ComputesWhatTheDocumentationSays) {
  Random random(5);
  const std::vector<Position> positions = some_positions(random, 2);
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    for (const int width : {64, 128, 256, 512, 1024, 2048}) {
      NnueShape shape = first_shape(width);
      if (random.below(2) == 0) shape = second_shape(width);
      const NetworkParts parts = random_parts(random, shape, activation);
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
  parts.output_biases[0] = 2'000'000'000;
  EXPECT_EQ(evaluate(Network::from(parts).value(), Position::start()), kHighestEvaluation);
  parts.output_biases[0] = -2'000'000'000;
  EXPECT_EQ(evaluate(Network::from(parts).value(), Position::start()), -kHighestEvaluation);
}

}  // namespace
}  // namespace tabiya::test
