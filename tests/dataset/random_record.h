// Random games with everything a record can hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "dataset/game_record.h"
#include "dataset/record_format.h"
#include "dataset/recorded_game.h"
#include "support/random_walk.h"

namespace tabiya::test {

struct RecordedKinds {
  bool scores = true;
  bool chances = true;
  bool visits = true;
  bool odd_starts = true;  // not only the standard one, and middles of games
  int plies = 120;         // at most
};

inline void add_random_visits(RecordedGame& game, RecordedMove& played, MoveList legal,
                              Random& random) {
  std::sort(legal.begin(), legal.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
  played.first_visits = static_cast<std::uint32_t>(game.visits.size());
  const std::uint64_t odds = 1 + random.below(10);
  for (const Move move : legal)
    if (random.below(odds) == 0)
      game.visits.push_back(
          {move, static_cast<std::uint32_t>(
                     1 + random.below(random.below(20) == 0 ? 0xFFFFFFFFULL : 300))});
  played.visits_count = static_cast<std::uint32_t>(game.visits.size()) - played.first_visits;
}

inline RecordedGame random_record(Random& random, const RecordedKinds& kinds = {}) {
  RecordedGame game;
  if (kinds.odd_starts) {
    game.start = random_start(random);
    if (random.below(2) == 0) game.variant = Variant::Chess960;
    if (random.below(4) == 0)  // a middle, which needs a FEN
      for (int ply = 0; ply < 20; ++ply) {
        const MoveList moves = legal_moves(game.start);
        if (moves.empty()) break;
        game.start.play(moves[random.below(moves.size())]);
      }
  }
  if (random.below(2) == 0) game.players = std::string(random.below(40), 'x') + "\n\xC3\xA9 5000";
  const std::uint64_t unscored = random.below(12);
  const std::uint64_t plies = random.below(static_cast<std::uint64_t>(kinds.plies) + 1);
  std::int64_t level = 0;  // White's view
  Position position = game.start;
  for (std::uint64_t ply = 0; ply < plies; ++ply) {
    const MoveList legal = legal_moves(position);
    if (legal.empty()) break;
    RecordedMove played{};
    played.move = legal[random.below(legal.size())];
    level += static_cast<std::int64_t>(random.below(81)) - 40;
    if (random.below(60) == 0) level = static_cast<std::int64_t>(random.below(65536)) - 32768;
    level = std::clamp<std::int64_t>(level, -32768, 32767);
    const bool white = position.side_to_move() == Color::White;
    if (kinds.scores && ply >= unscored && random.below(20) != 0)
      played.score = static_cast<std::int16_t>(
          std::clamp<std::int64_t>(white ? level : -level, -32768, 32767));
    if (kinds.chances && ply >= unscored && random.below(20) != 0) {
      const auto win = static_cast<std::uint16_t>(random.below(10001));
      played.chances = {.win = win, .loss = static_cast<std::uint16_t>(random.below(10001U - win))};
    }
    played.first_visits = static_cast<std::uint32_t>(game.visits.size());
    if (kinds.visits && ply >= unscored && random.below(4) != 0)
      add_random_visits(game, played, legal, random);
    game.moves.push_back(played);
    position.play(played.move);
  }
  if (random.below(4) != 0) {
    game.result.emplace();
    if (const std::uint64_t winner = random.below(3); winner < 2)
      game.result->winner = winner == 0 ? Color::White : Color::Black;
    if (random.below(3) != 0)
      game.result->ending = record::kEndings[random.below(record::kEndings.size())];
  }
  if (random.below(5) == 0)
    game.final_score = static_cast<std::int16_t>(static_cast<int>(random.below(65536)) - 32768);
  return game;
}

inline std::vector<std::byte> record_of(const RecordedGame& game) {
  std::vector<std::byte> bytes;
  if (auto written = append_record(game, bytes); !written)
    throw std::runtime_error(written.error().message);
  return bytes;
}

}  // namespace tabiya::test
