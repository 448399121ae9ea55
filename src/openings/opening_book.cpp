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

// White's material after the captures on the board, exact as far as it matters for a balance
// around `about`.
int material_for_white(const Position& position, int about) {
  const Centipawns limit{std::abs(about) + OpeningBook::kBalance.value};
  const int mover = material_after_captures(position, limit).value;
  return position.side_to_move() == Color::White ? mover : -mover;
}

bool is_balanced(const Game& game, int about) {
  const Position& position = game.position();
  if (game.is_over() || position.in_check()) return false;
  return std::abs(material_for_white(position, about) - about) <= OpeningBook::kBalance.value;
}

// Random moves that go on with the game; nothing if they led nowhere or into a position whose
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
