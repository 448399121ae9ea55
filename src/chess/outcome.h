// How a game ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/piece.h"
#include "chess/position.h"

namespace tabiya {

enum class Ending : std::uint8_t {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  ThreefoldRepetition,
  SeventyFiveMoves,
  FivefoldRepetition,
  Agreement,
  Resignation,
  TimeForfeit,
};

struct Outcome {
  Ending ending;
  std::optional<Color> winner;  // none: a draw

  static constexpr Outcome win(Color winner, Ending ending) { return {ending, winner}; }
  static constexpr Outcome draw(Ending ending) { return {ending, std::nullopt}; }
  constexpr bool is_draw() const { return !winner; }
  constexpr bool operator==(const Outcome&) const = default;
};

// "checkmate", "threefold repetition", …
std::string_view describe(Ending);

// "1-0", "0-1", "1/2-1/2" as PGN has them; "*" for no outcome.
std::string_view score_text(const std::optional<Outcome>&);

bool is_checkmate(const Position&);
bool is_stalemate(const Position&);

// What the position alone decides: checkmate, stalemate or insufficient material.
std::optional<Outcome> outcome_of(const Position&);

// What the pieces left on the board can still do.

// Drawn at once: K v K, K+N v K, K+B v K, and any number of bishops that all stand on one
// square colour. Everything else is playable.
bool is_insufficient_material(const Position&);

// Could this side mate if the other helped? When a flag falls, the game is drawn if the
// opponent could not. Judged by material alone, as online servers do: a locked position in
// which no mate can be reached still counts as one that can.
bool can_mate(const Position&, Color);

}  // namespace tabiya
