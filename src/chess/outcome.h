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
  std::optional<Color> winner;  // nobody: a draw

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

}  // namespace tabiya
