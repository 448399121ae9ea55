#include "dataset/position_reader.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "chess/movegen.h"
#include "dataset/record_decoder.h"

namespace tabiya {

template class ShuffledReader<PositionFilter>;

namespace {

std::int8_t result_for(Color player, const std::optional<RecordedGame::Result>& result) {
  if (!result || !result->winner) return 0;
  return *result->winner == player ? 1 : -1;
}

// The reason to leave the position out, or null.
std::uint64_t* objection(const RecordDecoder& game, const std::optional<std::int16_t>& score,
                         const PositionFilter& filter, LeftOut& out) {
  if (!score) return &out.without_score;
  if (std::abs(int{*score}) > filter.highest_score) return &out.with_high_score;
  if (static_cast<int>(game.ply()) < filter.first_ply) return &out.early;
  if (filter.skip_checks && game.position().in_check()) return &out.in_check;
  return nullptr;
}

void add(const RecordDecoder& game, const std::optional<std::int16_t>& score,
         const PositionFilter& filter, PositionFilter::Part& part) {
  if (auto* const reason = objection(game, score, filter, part.left_out)) {
    ++*reason;
    return;
  }
  const Position& position = game.position();
  part.positions.push_back(
      packed(position, *score, result_for(position.side_to_move(), game.result())));
}

}  // namespace

void LeftOut::add(const LeftOut& more) {
  games += more.games;
  of_games_without_result += more.of_games_without_result;
  without_score += more.without_score;
  with_high_score += more.with_high_score;
  early += more.early;
  in_check += more.in_check;
  before_captures += more.before_captures;
}

std::string LeftOut::why_nothing_passes() const {
  if (games == 0) return "There are no games to learn from: all are held out for validation";
  const std::array reasons = {
      std::pair(without_score, "have no score, as games of people have none"),
      std::pair(of_games_without_result, "are of games without a result"),
      std::pair(with_high_score, "have too high a score"),
      std::pair(early, "come too early in their games"),
      std::pair(in_check, "are in check"),
      std::pair(before_captures, "are before a capture or a promotion"),
  };
  std::string text;
  for (const auto& [count, what] : reasons)
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", count, what);
  return "No position of the training data can be learnt from" + text;
}

std::expected<std::size_t, RecordError> PositionFilter::add_game(std::span<const std::byte> record,
                                                                 Part& part) const {
  RecordDecoder game(record);
  const std::size_t before = part.positions.size();
  ++part.left_out.games;
  if (skip_without_result && !game.result() && !game.error()) {
    part.left_out.of_games_without_result += std::max<std::size_t>(game.plies(), 1);
    return 0;
  }
  while (game.next()) {
    const auto [move, score] = std::pair(game.played().move, game.played().score);
    if (score && skip_captures && is_capture_or_promotion(game.position(), move))
      ++part.left_out.before_captures;
    else
      add(game, score, *this, part);
    game.play();
  }
  if (const auto error = game.error()) return std::unexpected(*error);
  if (game.final_score()) add(game, game.final_score(), *this, part);
  return part.positions.size() - before;
}

PositionFilter::Chunk PositionFilter::joined(std::vector<Part> parts) {
  std::size_t size = 0;
  for (const Part& part : parts) size += part.positions.size();
  Chunk chunk;
  chunk.reserve(size);
  for (Part& part : parts) {
    chunk.insert(chunk.end(), part.positions.begin(), part.positions.end());
    part.positions = {};  // memory holds no chunk twice
  }
  return chunk;
}

}  // namespace tabiya
