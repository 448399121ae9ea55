#include "cli/study/encoded_json.h"

#include <fmt/format.h>

#include "notation/fen.h"

namespace tabiya {

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
