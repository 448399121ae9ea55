// A game as training wants it: what was played, and what the players thought at each move.
//
// Tensors are not kept: they are made when a game is read, so that a new encoding needs no new
// data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/outcome.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/win_draw_loss.h"

namespace tabiya {

// How often a search went down a root move.
struct RecordedVisits {
  Move move;
  std::uint32_t visits = 0;

  bool operator==(const RecordedVisits&) const = default;
};

// What a tree search thought of a position, for the player to move, in ten-thousandths; the rest to
// 10,000 is the chance of a draw.
struct RecordedChances {
  std::uint16_t win = 0;
  std::uint16_t loss = 0;

  WinDrawLoss win_draw_loss() const {
    const float wins = static_cast<float>(win) / 10'000;
    const float losses = static_cast<float>(loss) / 10'000;
    return {wins, 1 - wins - losses, losses};
  }

  bool operator==(const RecordedChances&) const = default;
};

// A move and what its player thought before it. A move without a score and without chances was not
// thought about: the random beginning of a game, or a game between people.
struct RecordedMove {
  Move move;
  // Centipawns for the player to move; beyond ±31,000 a mate, ±(32,000 − half-moves to it).
  std::optional<std::int16_t> score{};
  std::optional<RecordedChances> chances{};
  std::uint32_t first_visits = 0;  // where this move's part of `visits` begins, and how long it is;
  std::uint32_t visits_count = 0;  // 0: none are kept, as after a search cut short

  bool operator==(const RecordedMove&) const = default;
};

struct RecordedGame {
  Position start = Position::start();
  Variant variant = Variant::Standard;
  std::string players;  // who played and how, for people: "alphabeta bootstrap 5000 nodes"
  std::vector<RecordedMove> moves;
  std::vector<RecordedVisits> visits;  // of all moves, one after another, only those above 0
  // What is thought of the last position, which nobody moved in: how single positions are kept.
  std::optional<std::int16_t> final_score;

  // Nothing: the game did not end. A result without an ending has a reason nobody told.
  struct Result {
    std::optional<Color> winner;  // nobody: a draw
    std::optional<Ending> ending;

    bool operator==(const Result&) const = default;
  };
  std::optional<Result> result;

  std::span<const RecordedVisits> visits_at(std::size_t ply) const {
    return std::span(visits).subspan(moves[ply].first_visits, moves[ply].visits_count);
  }

  bool operator==(const RecordedGame&) const = default;
};

// Plays the game and looks at its end: what is wrong, as a sentence, or nothing. Endings that only
// players can bring about (resignation, agreement, time) cannot be checked, but a winner they must
// have or must not have.
std::optional<std::string> wrong_end_of(const RecordedGame&);

}  // namespace tabiya
