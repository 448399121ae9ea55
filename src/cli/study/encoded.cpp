#include "cli/study/encoded.h"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

// Along a line or as a knight jumps: what some piece might do on an empty board.
bool some_piece_moves_so(Square from, Square to) {
  const int files = std::abs(index(file_of(to)) - index(file_of(from)));
  const int ranks = std::abs(index(rank_of(to)) - index(rank_of(from)));
  if (files == 0 && ranks == 0) return false;
  return files == 0 || ranks == 0 || files == ranks || files * ranks == 2;
}

IndexReading reading_of_legal(const Game& game, Move move, int index) {
  return {.index = index,
          .move = to_uci(game.position(), move, game.variant()),
          .san = to_san(game.position(), move),
          .why_not = {}};
}

}  // namespace

Tensor planes_tensor(const Game& game, int history_steps) {
  Tensor tensor{.shape = {planes_for(history_steps), 8, 8},
                .values = std::vector<float>(plane_floats_for(history_steps))};
  encode_planes(History(game), history_steps, tensor.values);
  return tensor;
}

Tensor features_tensor(const Position& position, FeatureOrder order) {
  Tensor tensor{
      .shape = order == FeatureOrder::Virgo ? std::vector{2, 6, 64} : std::vector{kFeatures},
      .values = std::vector<float>(kFeatures)};
  encode_features(position, order, std::span<float, kFeatures>(tensor.values));
  return tensor;
}

Tensor policy_tensor(const Game& game) {
  Tensor tensor{.shape = {kPolicySize}, .values = std::vector<float>(kPolicySize)};
  const Position& position = game.position();
  for (const Move move : legal_moves(position))
    tensor.values[static_cast<std::size_t>(
        policy_index(move, position.side_to_move(), game.variant()))] = 1;
  return tensor;
}

IndexReading reading_of(const Game& game, int index) {
  const Position& position = game.position();
  if (const auto move = move_of_policy_index(index, position, game.variant()))
    return reading_of_legal(game, *move, index);
  const PolicyMeaning meaning = meaning_of_policy_index(index, position.side_to_move());
  IndexReading reading{.index = index, .move = {}, .san = {}, .why_not = "not legal here"};
  if (!meaning.to) {
    reading.why_not =
        "belongs to no move: a promotion that leaves the board from " + to_string(meaning.from);
    return reading;
  }
  reading.move = to_string(meaning.from) + to_string(*meaning.to);
  if (meaning.underpromotion)
    reading.move += letter(*meaning.underpromotion);
  else if (!some_piece_moves_so(meaning.from, *meaning.to))
    reading.why_not = "belongs to no move: no piece goes so";
  return reading;
}

std::vector<IndexReading> legal_readings(const Game& game) {
  std::vector<IndexReading> readings;
  const Position& position = game.position();
  for (const Move move : legal_moves(position))
    readings.push_back(
        reading_of_legal(game, move, policy_index(move, position.side_to_move(), game.variant())));
  std::ranges::sort(readings, {}, &IndexReading::index);
  return readings;
}

}  // namespace tabiya
