// What the player sees: a game, or a board on which pieces are being set up.
//
// A board becomes a game as soon as a move is played on it, if it is legal. Setting up pieces
// during a game ends that game: its moves no longer lead to what stands on the board.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "chess/game.h"
#include "chess/setup.h"

namespace tabiya {

class EditableGame {
 public:
  // What to show: always there.
  Setup setup() const;

  // The game to play on. An error says why the board is not a legal position.
  Result<Game*> game();
  void begin(Game game) { state_ = std::move(game); }

  void clear();
  // Nothing empties the square.
  void put(Square, std::optional<Piece>);
  void give_turn(Color);
  // Letters as in FEN: "KQkq", "-". Refused, with the reason, if king or rook are not there.
  Result<void> allow_castling(std::string_view letters);

 private:
  Setup& edit();

  std::variant<Game, Setup> state_;
};

}  // namespace tabiya
