#include "nnue/evaluate.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "encode/features.h"

namespace tabiya {

namespace {

constexpr std::size_t kMostPieces = 32;

// On the stack: faster than asking for memory, and enough for every network. Not cleared.
struct RoomForSums {
  std::int16_t* data() { return numbers.data(); }

  alignas(AlignedArray<std::int16_t>::kAlignment)
      std::array<std::int16_t, std::size_t{2} * kHighestWidth> numbers;
};

// How both players see a position: White's view, then Black's.
using Views = std::array<PlayerView, 2>;

// The rows of some pieces, for both players.
class Rows {
 public:
  Rows(const Network& network, const Views& views) : network_(network), views_(views) {}

  void add(Piece piece, Bitboard squares) {
    for (const Square square : squares) {
      assert(count_ < kMostPieces);
      for (std::size_t player = 0; player < views_.size(); ++player)
        rows_[player][count_] = network_.row(views_[player].feature(piece, square));
      ++count_;
    }
  }
  void add_all(const Position& position) {
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes)
        add(Piece(color, type), position.pieces(color, type));
  }
  std::span<const Row> of(std::size_t player) const { return {rows_[player].data(), count_}; }

 private:
  const Network& network_;
  Views views_;
  std::array<std::array<Row, kMostPieces>, 2> rows_;  // filled as far as count_
  std::size_t count_ = 0;
};

int score_of(const Network& network, const Position& position, Row sums) {
  const Row white = sums;
  const Row black = sums + network.width();
  const int pieces = position.occupied().count();
  return position.side_to_move() == Color::White ? network.score(white, black, pieces)
                                                 : network.score(black, white, pieces);
}

// Where two positions differ, or nothing if starting anew is less work.
bool differ_little(const Position& from, const Position& to, Rows& removed, Rows& placed) {
  const int pieces = to.occupied().count();
  int changes = 0;
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      changes += (from.pieces(color, type) ^ to.pieces(color, type)).count();
  if (changes >= pieces) return false;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const Bitboard before = from.pieces(color, type);
      const Bitboard after = to.pieces(color, type);
      removed.add(Piece(color, type), before & ~after);
      placed.add(Piece(color, type), after & ~before);
    }
  }
  return true;
}

// From the sums of one position to those of the next, in place.
void go_on(const Network& network, const Position& from, const Position& to, std::int16_t* sums) {
  const auto width = static_cast<std::size_t>(network.width());
  const Views views = network.views(to);
  Rows removed(network, views);
  Rows placed(network, views);
  if (!differ_little(from, to, removed, placed)) return refresh(network, to, sums);
  const Views before = network.views(from);
  for (const Color color : kColors) {
    const auto player = static_cast<std::size_t>(color);
    std::int16_t* const half = sums + player * width;
    if (before[player] == views[player])
      network.kernels().change(half, half, removed.of(player), placed.of(player), width);
    else
      refresh(network, to, color, half);
  }
}

}  // namespace

void refresh(const Network& network, const Position& position, Color player, std::int16_t* sums) {
  Rows rows(network, network.views(position));
  rows.add_all(position);
  network.kernels().change(network.biases(), sums, {}, rows.of(static_cast<std::size_t>(player)),
                           static_cast<std::size_t>(network.width()));
}

void refresh(const Network& network, const Position& position, std::int16_t* sums) {
  const auto width = static_cast<std::size_t>(network.width());
  Rows rows(network, network.views(position));
  rows.add_all(position);
  for (const std::size_t player : {std::size_t{0}, std::size_t{1}})
    network.kernels().change(network.biases(), sums + player * width, {}, rows.of(player), width);
}

int evaluate(const Network& network, const Position& position) {
  RoomForSums sums;
  refresh(network, position, sums.data());
  return score_of(network, position, sums.data());
}

void evaluate(const Network& network, std::span<const Position> positions, std::span<int> scores) {
  assert(scores.size() == positions.size());
  RoomForSums sums;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i == 0)
      refresh(network, positions[i], sums.data());
    else
      go_on(network, positions[i - 1], positions[i], sums.data());
    scores[i] = score_of(network, positions[i], sums.data());
  }
}

}  // namespace tabiya
