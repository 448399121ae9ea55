#include "openings/opening_book.h"

#include <cassert>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "openings/capture_search.h"

namespace tabiya {

namespace {

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t left = openings.size(); left > 1; --left)
    std::swap(openings[left - 1], openings[random.below(left)]);
}

bool is_balanced(const Game& game) {
  const Position& position = game.position();
  if (game.is_over() || position.in_check()) return false;
  return std::abs(material_after_captures(position, OpeningBook::kBalance).value) <=
         OpeningBook::kBalance.value;
}

// Random moves; nothing if they led nowhere or into an unbalanced position.
std::optional<std::vector<Move>> random_moves(const Position& start, std::size_t plies,
                                              Random& random) {
  Game game(start);
  std::vector<Move> moves;
  while (moves.size() < plies) {
    const MoveList legal = legal_moves(game.position());
    if (legal.empty()) return std::nullopt;
    moves.push_back(legal[random.below(legal.size())]);
    game.play(moves.back());
  }
  if (!is_balanced(game)) return std::nullopt;
  return moves;
}

}  // namespace

OpeningBook OpeningBook::listed(std::vector<Opening> openings, Order order, std::uint64_t seed) {
  assert(!openings.empty());
  OpeningBook book;
  book.starts_ = std::move(openings);
  if (order == Order::Shuffled) shuffle(book.starts_, seed);
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
  shuffle(book.starts_, seed);
  return book;
}

Opening OpeningBook::opening(std::size_t round) const {
  Opening opening = starts_[round % starts_.size()];
  if (random_plies_ == 0) return opening;
  SplitMix64 spread(seed_);
  Random random(spread.next() ^ SplitMix64(round).next());
  // About every second try succeeds for the usual eight half-moves. After very many random moves
  // balance is rare; then the start position has to do.
  for (int attempt = 0; attempt < 2000; ++attempt) {
    if (auto moves = random_moves(opening.start, random_plies_, random)) {
      opening.moves = std::move(*moves);
      break;
    }
  }
  return opening;
}

}  // namespace tabiya
