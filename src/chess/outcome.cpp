#include "chess/outcome.h"

#include "chess/material.h"
#include "chess/movegen.h"

namespace tabiya {

std::string_view describe(Ending ending) {
  switch (ending) {
    case Ending::Checkmate:
      return "checkmate";
    case Ending::Stalemate:
      return "stalemate";
    case Ending::InsufficientMaterial:
      return "insufficient material";
    case Ending::FiftyMoves:
      return "fifty-move rule";
    case Ending::ThreefoldRepetition:
      return "threefold repetition";
    case Ending::SeventyFiveMoves:
      return "seventy-five-move rule";
    case Ending::FivefoldRepetition:
      return "fivefold repetition";
    case Ending::Agreement:
      return "agreement";
    case Ending::Resignation:
      return "resignation";
    case Ending::TimeForfeit:
      return "time forfeit";
  }
  __builtin_unreachable();
}

std::string_view score_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "*";
  if (outcome->is_draw()) return "1/2-1/2";
  return outcome->winner == Color::White ? "1-0" : "0-1";
}

bool is_checkmate(const Position& position) {
  return position.in_check() && !has_legal_move(position);
}

bool is_stalemate(const Position& position) {
  return !position.in_check() && !has_legal_move(position);
}

std::optional<Outcome> outcome_of(const Position& position) {
  if (!has_legal_move(position)) {
    if (position.in_check()) return Outcome::win(!position.side_to_move(), Ending::Checkmate);
    return Outcome::draw(Ending::Stalemate);
  }
  if (is_insufficient_material(position)) return Outcome::draw(Ending::InsufficientMaterial);
  return std::nullopt;
}

}  // namespace tabiya
