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

// The rows of some pieces, for both players.
class Rows {
 public:
  explicit Rows(const Network& network) : network_(network) {}

  void add(Piece piece, Bitboard squares) {
    for (const Square square : squares) {
      assert(count_ < kMostPieces);
      for (const Color player : kColors)
        rows_[static_cast<std::size_t>(player)][count_] =
            network_.row(feature_index(player, piece, square));
      ++count_;
    }
  }
  std::span<const Row> of(Color player) const {
    return {rows_[static_cast<std::size_t>(player)].data(), count_};
  }
  std::size_t count() const { return count_; }

 private:
  const Network& network_;
  std::array<std::array<Row, kMostPieces>, 2> rows_;  // filled as far as count_
  std::size_t count_ = 0;
};

void compute(const Network& network, Row before, std::size_t before_step, std::int16_t* after,
             const Rows& removed, const Rows& placed) {
  const auto width = static_cast<std::size_t>(network.width());
  for (const Color player : kColors) {
    const auto half = static_cast<std::size_t>(player);
    network.kernels().change(before + half * before_step, after + half * width, removed.of(player),
                             placed.of(player), width);
  }
}

int score_of(const Network& network, const Position& position, Row sums) {
  const Row white = sums;
  const Row black = sums + network.width();
  return position.side_to_move() == Color::White ? network.score(white, black)
                                                 : network.score(black, white);
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

}  // namespace

void refresh(const Network& network, const Position& position, std::int16_t* sums) {
  const Rows none(network);
  Rows all(network);
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      all.add(Piece(color, type), position.pieces(color, type));
  compute(network, network.biases(), 0, sums, none, all);
}

int evaluate(const Network& network, const Position& position) {
  RoomForSums sums;
  refresh(network, position, sums.data());
  return score_of(network, position, sums.data());
}

void evaluate(const Network& network, std::span<const Position> positions, std::span<int> scores) {
  assert(scores.size() == positions.size());
  const auto width = static_cast<std::size_t>(network.width());
  RoomForSums sums;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Rows removed(network);
    Rows placed(network);
    if (i > 0 && differ_little(positions[i - 1], positions[i], removed, placed))
      compute(network, sums.data(), width, sums.data(), removed, placed);
    else
      refresh(network, positions[i], sums.data());
    scores[i] = score_of(network, positions[i], sums.data());
  }
}

}  // namespace tabiya
