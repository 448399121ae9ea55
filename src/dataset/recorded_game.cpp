#include "dataset/recorded_game.h"

#include <fmt/format.h>

#include <string_view>

#include "chess/game.h"

namespace tabiya {

namespace {

Game played(const RecordedGame& record) {
  Game game(record.start, record.variant);
  for (const RecordedMove& move : record.moves) game.play(move.move);
  return game;
}

std::string_view name(const std::optional<Color>& winner) {
  if (!winner) return "a draw";
  return *winner == Color::White ? "a win for White" : "a win for Black";
}

// What must be true on the board for an ending to be told; nothing if it cannot be seen there.
std::optional<bool> is_on_board(Ending ending, const Game& game) {
  const Position& position = game.position();
  const auto decided = outcome_of(position);
  switch (ending) {
    case Ending::Checkmate:
    case Ending::Stalemate:
    case Ending::InsufficientMaterial:
      return decided && decided->ending == ending;
    case Ending::FiftyMoves:
      return position.halfmove_clock() >= 100;
    case Ending::SeventyFiveMoves:
      return position.halfmove_clock() >= 150;
    case Ending::ThreefoldRepetition:
      return game.occurrences() >= 3;
    case Ending::FivefoldRepetition:
      return game.occurrences() >= 5;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> wrong_end_of(const RecordedGame& record) {
  if (!record.result) return std::nullopt;
  const Game game = played(record);
  const auto& result = *record.result;
  const auto decided = outcome_of(game.position());
  if (decided && decided->winner != result.winner)
    return fmt::format("it is said to be {}, and on the board is {} ({})", name(result.winner),
                       name(decided->winner), describe(decided->ending));
  if (!result.ending) return std::nullopt;
  const Ending ending = *result.ending;
  if (is_on_board(ending, game) == false)
    return fmt::format("it is said to end by {}, which is not on the board", describe(ending));
  const bool needs_winner = ending == Ending::Checkmate || ending == Ending::Resignation;
  const bool needs_draw = !needs_winner && ending != Ending::TimeForfeit;
  if ((needs_winner && !result.winner) || (needs_draw && result.winner))
    return fmt::format("it is said to be {} by {}, which cannot be", name(result.winner),
                       describe(ending));
  return std::nullopt;
}

}  // namespace tabiya
