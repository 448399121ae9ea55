#include "encode/planes.h"

#include <algorithm>
#include <cassert>

#include "encode/square_floats.h"

namespace tabiya {

namespace {

// Writes planes one after another.
class PlaneWriter {
 public:
  explicit PlaneWriter(float* out) : out_(out) {}

  void write(Bitboard squares) {
    write_floats(squares, out_);
    out_ += kSquares;
  }
  void fill(float value, int planes = 1) { out_ = std::fill_n(out_, planes * kSquares, value); }
  void fill(bool value) { fill(value ? 1.0F : 0.0F); }

 private:
  float* out_;
};

template <Color Us>
Bitboard as_seen(Bitboard squares) {
  return Us == Color::White ? squares : mirrored(squares);
}

template <Color Us>
void write_step(const History::Step& step, PlaneWriter& planes) {
  for (const Color color : {Us, !Us})
    for (const PieceType type : kPieceTypes)
      planes.write(as_seen<Us>(step.position->pieces(color, type)));
  planes.fill(step.occurrences >= 2);
  planes.fill(step.occurrences >= 3);
}

template <Color Us>
void write_planes(std::span<const History::Step> steps, int missing, PlaneWriter planes) {
  for (const History::Step& step : steps) write_step<Us>(step, planes);
  planes.fill(0.0F, missing * kPlanesOfStep);

  const Position& present = *steps.front().position;
  for (const Color color : {Us, !Us})
    for (const Wing wing : {Wing::Queenside, Wing::Kingside})
      planes.fill(present.castling_rook(color, wing).has_value());
  planes.fill(static_cast<float>(present.halfmove_clock()));
  planes.fill(static_cast<float>(present.fullmove_number()));
  planes.fill(0.0F);
}

}  // namespace

void encode_planes(const History& history, int history_steps, std::span<float> out) {
  assert(!history.steps().empty());
  assert(history_steps >= 1 && history_steps <= kMostHistory);
  assert(out.size() >= plane_floats_for(history_steps));
  const auto wanted = static_cast<std::size_t>(history_steps);
  const auto steps = history.steps().first(std::min(history.steps().size(), wanted));
  const int missing = static_cast<int>(wanted - steps.size());
  const PlaneWriter planes(out.data());
  if (history.present().side_to_move() == Color::White)
    write_planes<Color::White>(steps, missing, planes);
  else
    write_planes<Color::Black>(steps, missing, planes);
}

}  // namespace tabiya
