#include "openings/opening_book.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/values.h"

namespace tabiya {

namespace {

int material(const Position& position) {
  const Color us = position.side_to_move();
  int sum = 0;
  for (const PieceType type : kPieceTypes)
    sum += centipawns_of(type) *
           (position.pieces(us, type).count() - position.pieces(!us, type).count());
  return sum;
}

int victim_value(const Position& position, Move move) {
  const auto victim = position.piece_at(move.to());
  return centipawns_of(victim ? victim->type() : PieceType::Pawn);  // en passant
}

int search(const Position& position, int alpha, int beta) {
  const int standing = material(position);
  if (standing >= beta) return standing;
  alpha = std::max(alpha, standing);
  MoveList moves;
  legal_captures_and_promotions(position, moves);
  std::ranges::sort(moves, std::greater{}, [&](Move move) { return victim_value(position, move); });
  int best = standing;
  for (const Move move : moves) {
    best = std::max(best, -search(position.after(move), -beta, -alpha));
    alpha = std::max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
}

// White's material after the captures on the board, exact as far as it matters for a balance
// around `about`.
int material_for_white(const Position& position, int about) {
  const int limit = std::abs(about) + OpeningBook::kBalance;
  const int mover = material_after_captures(position, limit);
  return position.side_to_move() == Color::White ? mover : -mover;
}

bool is_balanced(const Game& game, int about) {
  const Position& position = game.position();
  if (game.is_over() || position.in_check()) return false;
  return std::abs(material_for_white(position, about) - about) <= OpeningBook::kBalance;
}

// Random moves that continue the game; nothing if they led nowhere or into a position whose
// material differs from `about`.
std::optional<std::vector<Move>> random_moves(Game game, std::size_t plies, int about,
                                              Random& random) {
  std::vector<Move> moves;
  while (moves.size() < plies) {
    const MoveList legal = legal_moves(game.position());
    if (legal.empty()) return std::nullopt;
    moves.push_back(legal[random.below(legal.size())]);
    game.play(moves.back());
  }
  if (!is_balanced(game, about)) return std::nullopt;
  return moves;
}

Opening extended(Opening opening, const Game& game, std::size_t plies, int about, Random& random) {
  // About every second try succeeds for the usual eight half-moves. After very many random moves
  // balance is rare; then the opening as it is has to do.
  for (int attempt = 0; attempt < 2000; ++attempt) {
    if (const auto moves = random_moves(game, plies, about, random)) {
      opening.moves.insert(opening.moves.end(), moves->begin(), moves->end());
      break;
    }
  }
  return opening;
}

}  // namespace

int material_after_captures(const Position& position, int limit) {
  return search(position, -limit - 1, limit + 1);
}

OpeningBook OpeningBook::listed(std::vector<Opening> openings, Order order, std::uint64_t seed) {
  assert(!openings.empty());
  OpeningBook book;
  book.starts_ = std::move(openings);
  if (order == Order::Shuffled) {
    Random random(seed);
    shuffle(book.starts_, random);
  }
  return book;
}

OpeningBook OpeningBook::random(Variant variant, std::size_t plies, std::uint64_t seed) {
  assert(plies <= kMostRandomPlies);
  OpeningBook book;
  book.random_plies_ = plies;
  book.seed_ = seed;
  if (variant == Variant::Standard) {
    book.starts_.push_back({});
    return book;
  }
  for (int number = 0; number < kChess960Positions; ++number)
    book.starts_.push_back({.start = chess960_start(number)});
  Random random(seed);
  shuffle(book.starts_, random);
  return book;
}

Opening OpeningBook::opening(std::size_t round) const {
  Opening opening = starts_[round % starts_.size()];
  if (random_plies_ == 0) return opening;
  SplitMix64 spread(seed_);
  Random random(spread.next() ^ SplitMix64(round).next());
  const Game game(opening.start);
  return extended(std::move(opening), game, random_plies_, 0, random);
}

std::optional<std::size_t> OpeningBook::rounds_without_repeat() const {
  if (random_plies_ > 0) return std::nullopt;
  return starts_.size();
}

Opening with_random_moves(Opening opening, std::size_t plies, Random& random) {
  constexpr int kWhole = 20'000;  // more than all pieces of one side
  Game game(opening.start);
  for (const Move move : opening.moves) game.play(move);
  const int about = material_for_white(game.position(), kWhole);
  return extended(std::move(opening), game, plies, about, random);
}

}  // namespace tabiya
