#include "search/mcts/move_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya {
namespace {

TEST(Noise, AddsUpToOneAndIsFinite) {
  Random random(1);
  for (const float alpha : {0.001F, 0.03F, 0.3F, 1.0F, 10.0F}) {
    for (const std::size_t count : {1, 2, 20, 218}) {
      const auto shares = dirichlet_noise(count, alpha, random);
      ASSERT_EQ(shares.size(), count);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-4);
      for (const float share : shares) ASSERT_TRUE(share >= 0 && share <= 1);
    }
  }
}

// Of n shares each has the mean 1/n and the variance (n − 1) / (n² (n·alpha + 1)).
TEST(Noise, HasTheMeanAndTheVarianceOfItsDistribution) {
  constexpr std::size_t n = 5;
  constexpr int draws = 20'000;
  for (const float alpha : {0.3F, 2.0F}) {
    Random random(2);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      const double share = static_cast<double>(dirichlet_noise(n, alpha, random)[2]);
      sum += share;
      squares += share * share;
    }
    const double mean = sum / draws;
    const double variance = squares / draws - mean * mean;
    EXPECT_NEAR(mean, 1.0 / n, 0.01);
    EXPECT_NEAR(variance, (n - 1.0) / (n * n * (n * static_cast<double>(alpha) + 1)), 0.003);
  }
}

TEST(MoveSampling, FollowsTheVisitsAndTheTemperature) {
  std::vector<MoveStatistics> moves(3);
  for (std::size_t i = 0; i < 3; ++i) moves[i].move = legal_moves(Position::start())[i];
  moves[0].visits = 60;
  moves[1].visits = 30;
  moves[2].visits = 10;
  Random random(1);
  EXPECT_EQ(sample_move(moves, 0, random), moves[0].move);
  const auto share = [&](float temperature, std::size_t which) {
    int sampled = 0;
    for (int i = 0; i < 20'000; ++i)
      sampled += sample_move(moves, temperature, random) == moves[which].move;
    return sampled / 20'000.0;
  };
  EXPECT_NEAR(share(1, 0), 0.6, 0.02);
  EXPECT_NEAR(share(1, 2), 0.1, 0.02);
  EXPECT_NEAR(share(0.5F, 0), 3600.0 / 4600, 0.02);
  EXPECT_GT(share(0.01F, 0), 0.999);
}

Move chosen(std::string_view fen) {
  const Position position = parse_fen(fen).value();
  const MoveList moves = legal_moves(position);
  return move_without_search(position, {moves.begin(), moves.end()});
}

void expect_move(std::string_view fen, std::string_view uci) {
  EXPECT_EQ(chosen(fen), parse_uci(parse_fen(fen).value(), uci).value()) << fen;
}

TEST(MoveWithoutSearch, Mates) {
  expect_move("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8");
  // Rather than take a rook.
  expect_move("6k1/5ppp/8/r7/8/2B5/5PPP/3R2K1 w - - 0 1", "d1d8");
}

TEST(MoveWithoutSearch, TakesWhatIsFree) {
  expect_move("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5");
}

TEST(MoveWithoutSearch, DoesNotGiveAQueenForAPawn) {
  const Move move = chosen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1");
  EXPECT_FALSE(move.to() == Square::D6);
}

TEST(MoveWithoutSearch, RescuesWhatIsAttacked) {
  // The pawn attacks the queen; everything else stands still.
  const Move move = chosen("7k/8/8/2p5/3p4/4Q3/8/4K3 w - - 0 1");
  EXPECT_EQ(move.from(), Square::E3);
}

TEST(MoveWithoutSearch, PromotesAndCastles) {
  EXPECT_EQ(chosen("8/P6k/8/8/8/8/8/K7 w - - 0 1").promotes_to(), PieceType::Queen);
  // Castling lands on a rook, but takes nothing.
  const Move only = Move::castling(Square::E1, Square::H1);
  EXPECT_EQ(move_without_search(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value(), {&only, 1}),
            only);
}

}  // namespace
}  // namespace tabiya
