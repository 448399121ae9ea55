#include "encode/features.h"

#include <cassert>

#include "encode/square_floats.h"

namespace tabiya {

namespace {

// Calls visit(set of squares) for the twelve kinds of piece, in their order.
template <class Visit>
void for_each_kind(const Position& position, FeatureOrder order, Visit visit) {
  const bool by_player = order != FeatureOrder::Virgo;
  const Color first = by_player ? position.side_to_move() : Color::Black;
  const bool turned = by_player && first == Color::Black;
  const bool exchanged =
      order == FeatureOrder::SideToMoveMirrored && stands_right(position.king(first));
  for (const Color color : {first, !first}) {
    for (const PieceType type : kPieceTypes) {
      Bitboard squares = position.pieces(color, type);
      if (turned) squares = mirrored(squares);
      if (exchanged) squares = left_right_exchanged(squares);
      visit(squares);
    }
  }
}

void write_features(const Position& position, FeatureOrder order, float* out) {
  for_each_kind(position, order, [&](Bitboard squares) {
    write_floats(squares, out);
    out += kSquares;
  });
}

}  // namespace

FeatureList active_features(const Position& position, FeatureOrder order) {
  FeatureList list;
  int base = 0;
  for_each_kind(position, order, [&](Bitboard squares) {
    for (const Square square : squares) list.add(base + index(square));
    base += kSquares;
  });
  return list;
}

void encode_features(const Position& position, FeatureOrder order,
                     std::span<float, kFeatures> out) {
  write_features(position, order, out.data());
}

void encode_features(std::span<const Position> positions, FeatureOrder order,
                     std::span<float> out) {
  assert(out.size() >= positions.size() * kFeatures);
  float* place = out.data();
  for (const Position& position : positions) {
    write_features(position, order, place);
    place += kFeatures;
  }
}

VirgoBitmap virgo_bitmap(const Position& position) {
  VirgoBitmap bitmap;
  static_assert(sizeof bitmap == kFeatures * sizeof(float));
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      write_floats(
          position.pieces(color, type),
          bitmap[static_cast<std::size_t>(virgo_index(color))][static_cast<std::size_t>(type)]
              .data());
  return bitmap;
}

SquareFloats piece_bitmap(const Position& position, Color color, PieceType type) {
  SquareFloats floats;
  write_floats(position.pieces(color, type), floats.data());
  return floats;
}

}  // namespace tabiya
