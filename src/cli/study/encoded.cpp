#include "cli/study/encoded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/fen.h"
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
    reading.why_not = "belongs to no move: no piece moves like that";
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

namespace {

// No text here needs escaping: FEN, UCI, SAN and our own words have neither quotes nor backslashes.

std::string joined(std::span<const std::string> parts) {
  return fmt::format("[{}]", fmt::join(parts, ","));
}

std::string nested(std::span<const int> shape, std::span<const float> values) {
  if (shape.size() == 1) return fmt::format("[{}]", fmt::join(values, ","));
  const std::size_t length = values.size() / static_cast<std::size_t>(shape.front());
  std::vector<std::string> parts;
  for (; !values.empty(); values = values.subspan(length))
    parts.push_back(nested(shape.subspan(1), values.first(length)));
  return joined(parts);
}

std::string beginning(const Position& position) {
  return fmt::format(R"({{"fen":"{}","to_move":"{}",)", to_fen(position),
                     name(position.side_to_move()));
}

std::string with_values(const Tensor& tensor) {
  return fmt::format(R"("shape":[{}],"values":{}}})", fmt::join(tensor.shape, ","),
                     nested(tensor.shape, tensor.values)) +
         "\n";
}

std::string of_reading(const IndexReading& reading) {
  const auto text = [](const std::string& value) {
    return value.empty() ? std::string("null") : fmt::format(R"("{}")", value);
  };
  return fmt::format(R"({{"index":{},"legal":{},"uci":{},"san":{}}})", reading.index,
                     reading.why_not.empty(), text(reading.move), text(reading.san));
}

std::string with_readings(const Game& game, std::span<const IndexReading> readings) {
  std::vector<std::string> parts;
  for (const IndexReading& reading : readings) parts.push_back(of_reading(reading));
  return fmt::format("{}\"moves\":{}}}\n", beginning(game.position()), joined(parts));
}

}  // namespace

std::string planes_json(const Game& game, int history_steps) {
  return beginning(game.position()) + with_values(planes_tensor(game, history_steps));
}

std::string features_json(const Position& position, FeatureOrder order) {
  const FeatureList active = active_features(position, order);
  return beginning(position) + fmt::format(R"("active":[{}],)", fmt::join(active, ",")) +
         with_values(features_tensor(position, order));
}

std::string policy_json(const Game& game) { return with_readings(game, legal_readings(game)); }

std::string indices_json(const Game& game, std::span<const int> indices) {
  std::vector<IndexReading> readings;
  for (const int index : indices) readings.push_back(reading_of(game, index));
  return with_readings(game, readings);
}

}  // namespace tabiya
