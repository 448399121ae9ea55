// The 768 inputs of an NNUE: two colours × six piece types × 64 squares, 1 where such a piece
// stands.
//
// There are two orders:
//  - by player: own pieces first, 384 inputs, then the opponent's, ranks counted from the player's
//    own side. So both players see mirrored positions alike, and one set of weights serves both.
//    Networks are fed this.
//  - Virgo's: [2][6][64] with black first and the board as White sees it, whoever is to move. Only
//    here black comes before white.
// By player there is a second form, mirrored by the king: left and right are exchanged for a player
// whose own king stands on files e to h, so that it is always on files a to d.
// In both the types go from pawn to king.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"

namespace tabiya {

inline constexpr int kFeatures = 768;

// Files a to h become h to a: by exclusive or for the number of a square, and so of a feature.
inline constexpr int kLeftRight = 7;
constexpr Bitboard left_right_exchanged(Bitboard squares) {
  constexpr std::uint64_t kEverySecond = 0x5555'5555'5555'5555;
  constexpr std::uint64_t kEveryOtherPair = 0x3333'3333'3333'3333;
  constexpr std::uint64_t kLowHalves = 0x0f0f'0f0f'0f0f'0f0f;
  std::uint64_t set = squares.bits();  // bits of each byte in reverse, by halves
  set = (set >> 1 & kEverySecond) | (set & kEverySecond) << 1;
  set = (set >> 2 & kEveryOtherPair) | (set & kEveryOtherPair) << 2;
  return Bitboard((set >> 4 & kLowHalves) | (set & kLowHalves) << 4);
}
constexpr bool stands_right(Square king) { return index(file_of(king)) >= 4; }

// How one player sees the board: a small value, equal if all pieces have equal inputs.
class PlayerView {
 public:
  constexpr explicit PlayerView(Color player)
      : turn_(static_cast<std::uint8_t>(relative(player, Square::A1))) {}
  // Mirrored if the player's own king stands on files e to h.
  static constexpr PlayerView mirrored_by_king(Color player, Square own_king) {
    PlayerView view(player);
    if (stands_right(own_king)) view.turn_ ^= kLeftRight;
    return view;
  }

  constexpr int feature(Piece piece, Square square) const {
    return (piece.color() == player() ? 0 : kFeatures / 2) + kSquares * index(piece.type()) +
           (index(square) ^ turn_);
  }

  bool operator==(const PlayerView&) const = default;

 private:
  constexpr Color player() const { return turn_ > kLeftRight ? Color::Black : Color::White; }

  // Where this player sees a1: exclusive or with it turns any square. Ranks are turned for Black.
  std::uint8_t turn_;
};

constexpr int feature_index(Color perspective, Piece piece, Square square) {
  return PlayerView(perspective).feature(piece, square);
}

constexpr int virgo_index(Color color) { return color == Color::Black ? 0 : 1; }
constexpr int virgo_index(Piece piece, Square square) {
  return virgo_index(piece.color()) * kFeatures / 2 + kSquares * index(piece.type()) +
         index(square);
}

enum class FeatureOrder : std::uint8_t {
  SideToMove,          // by player, the one to move
  SideToMoveMirrored,  // the same, mirrored by the king
  Virgo,
};

// The inputs that are 1, ascending: as many as there are pieces.
class FeatureList {
 public:
  void add(int feature) { features_[size_++] = static_cast<std::uint16_t>(feature); }

  std::size_t size() const { return size_; }
  std::uint16_t operator[](std::size_t i) const { return features_[i]; }
  const std::uint16_t* begin() const { return features_.data(); }
  const std::uint16_t* end() const { return features_.data() + size_; }

 private:
  std::array<std::uint16_t, 32> features_;  // a legal position has no more pieces
  std::size_t size_ = 0;
};
FeatureList active_features(const Position&, FeatureOrder);

// All 768, every one of them written. Virgo's order is [2][6][64], flattened.
void encode_features(const Position&, FeatureOrder, std::span<float, kFeatures> out);
// A batch into one buffer, [positions][768]. Precondition: `out` has 768 floats for each.
void encode_features(std::span<const Position>, FeatureOrder, std::span<float> out);

// Virgo's form with its three dimensions: bitmap[virgo_index(color)][index(type)][index(square)].
using SquareFloats = std::array<float, kSquares>;
using VirgoBitmap = std::array<std::array<SquareFloats, 6>, 2>;
VirgoBitmap virgo_bitmap(const Position&);
// One of its twelve boards: 1 where these pieces stand.
SquareFloats piece_bitmap(const Position&, Color, PieceType);

}  // namespace tabiya
