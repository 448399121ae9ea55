#include "nnue/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "nnue/built_in.h"
#include "nnue/evaluate.h"
#include "nnue/network_file.h"
#include "nnue/piece_square_values.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya::test {
namespace {

namespace values = piece_square;

// The evaluation as one would write it without a network, in 48ths of a centipawn from White's
// view, without the tempo.
struct Slow {
  int endgame = 0;     // E
  int difference = 0;  // D
  int phase = 0;       // P

  explicit Slow(const Position& position) {
    for (const Square square : position.occupied()) {
      const Piece piece = *position.piece_at(square);
      const Square seen = relative(piece.color(), square);
      const int sign = piece.color() == Color::White ? 1 : -1;
      const int value = values::endgame(piece.type(), seen);
      endgame += sign * value;
      difference += sign * (stepped_middlegame(piece.type(), seen) - value);
      phase += values::phase(piece.type());
    }
  }

  bool in_range() const {
    return std::abs(endgame) <= 4080 && std::abs(difference) <= 4 * 127 && phase <= 32;
  }
  int total() const { return 48 * endgame + 2 * difference * std::min(phase, 24); }
};

TEST(Bootstrap, ScoresLikeAnEvaluationWithoutANetwork) {
  const Network network = Network::from(bootstrap_parts()).value();
  Random random(7);
  int compared = 0;
  int out_of_range = 0;
  for (int game = 0; game < 100; ++game) {
    random_game(random, 250, [&](const Position& position, const MoveList&) {
      const Slow slow(position);
      if (!slow.in_range()) {
        ++out_of_range;
        return;
      }
      ++compared;
      const int sign = position.side_to_move() == Color::White ? 1 : -1;
      ASSERT_EQ(evaluate(network, position), (sign * slow.total() + 48 * kTempo) / 48);
    });
  }
  EXPECT_GT(compared, 10'000);
  EXPECT_LT(out_of_range, compared / 20);
}

TEST(Bootstrap, ScoresTheStartPositionAsTheTempo) {
  EXPECT_EQ(evaluate(*Network::built_in(), Position::start()), kTempo);
}

// Until a trained network takes its place.
TEST(Bootstrap, IsTheNetworkThatIsCompiledIn) {
  const auto built_in = built_in_network_file();
  const auto bootstrap = network_file(bootstrap_parts());
  EXPECT_TRUE(std::ranges::equal(built_in, bootstrap))
      << "make it again: tabiya net bootstrap -o nets/default.nnue";
}

}  // namespace
}  // namespace tabiya::test
