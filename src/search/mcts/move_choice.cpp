#include "search/mcts/move_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "chess/movegen.h"
#include "chess/values.h"

namespace tabiya {
namespace {

// In (0, 1].
double uniform(Random& random) { return random.fraction() + 0x1p-53; }

double normal(Random& random) {  // Box and Muller
  return std::sqrt(-2 * std::log(uniform(random))) *
         std::cos(2 * std::numbers::pi * uniform(random));
}

// The logarithm of a gamma variable, after Marsaglia and Tsang (2000). In logarithms, because for
// small shapes most samples are too small for a number.
double log_gamma_variable(double shape, Random& random) {
  if (shape < 1) return log_gamma_variable(shape + 1, random) + std::log(uniform(random)) / shape;
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform(random)) < x * x / 2 + d - d * v + d * std::log(v))
      return std::log(d) + std::log(v);
  }
}

constexpr int kMate = 1000;

int worth(PieceType type) { return centipawns_of(type) / 100; }  // a king is never taken

// What the move takes and what a pawn becomes.
int gain(const Position& position, Move move) {
  int gain = 0;
  if (move.kind() == Move::Kind::EnPassant) gain = worth(PieceType::Pawn);
  // Castling ends on a rook of one's own.
  if (const auto taken = position.piece_at(move.to());
      taken && taken->color() != position.side_to_move())
    gain = worth(taken->type());
  if (const auto promoted = move.promotes_to()) gain += worth(*promoted) - worth(PieceType::Pawn);
  return gain;
}

// The most the player to move can win by one move, if what it takes with may be taken back.
int best_gain(const Position& position) {
  int best = 0;
  MoveList moves;
  legal_captures_and_promotions(position, moves);
  for (const Move move : moves) {
    int gained = gain(position, move);
    const Bitboard left = position.occupied() ^ Bitboard(move.from());
    if (position.is_attacked(move.to(), !position.side_to_move(), left))
      gained -= worth(move.promotes_to().value_or(position.piece_at(move.from())->type()));
    best = std::max(best, gained);
  }
  return best;
}

}  // namespace

std::vector<float> dirichlet_noise(std::size_t count, float alpha, Random& random) {
  std::vector<double> logs;
  logs.reserve(count);
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    logs.push_back(log_gamma_variable(static_cast<double>(alpha), random));
    highest = std::max(highest, logs.back());
  }
  double sum = 0;
  for (double& value : logs) sum += value = std::exp(value - highest);
  std::vector<float> shares;
  shares.reserve(count);
  for (const double value : logs) shares.push_back(static_cast<float>(value / sum));
  return shares;
}

Move sample_move(std::span<const MoveStatistics> moves, float temperature, Random& random) {
  // A win that is certain is played, a certain loss only if there is nothing else.
  if (temperature <= 0 || moves.front().proof.is_loss() || moves.front().proof.is_win())
    return moves.front().move;
  std::uint64_t most = 0;
  for (const MoveStatistics& move : moves)
    if (!move.proof.is_loss()) most = std::max(most, move.visits);
  if (most == 0) return moves.front().move;
  // Relative to the most visited, so that no power overflows.
  std::vector<double> odds;
  odds.reserve(moves.size());
  double all = 0;
  for (const MoveStatistics& move : moves) {
    const double share =
        move.proof.is_loss() ? 0 : static_cast<double>(move.visits) / static_cast<double>(most);
    odds.push_back(all += std::pow(share, 1.0 / static_cast<double>(temperature)));
  }
  const double sampled = random.fraction() * all;
  const auto found = std::upper_bound(odds.begin(), odds.end(), sampled);
  const auto index =
      std::min<std::size_t>(static_cast<std::size_t>(found - odds.begin()), moves.size() - 1);
  return moves[index].move;
}

Move move_without_search(const Position& position, std::span<const Move> moves) {
  Move best = moves.front();
  int best_score = std::numeric_limits<int>::min();
  for (const Move move : moves) {
    const Position after = position.after(move);
    int score = gain(position, move) - best_gain(after);
    if (!has_legal_move(after)) score = after.in_check() ? kMate : 0;
    if (score > best_score) {
      best_score = score;
      best = move;
    }
  }
  return best;
}

}  // namespace tabiya
