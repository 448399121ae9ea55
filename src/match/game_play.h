// One game between two engines, from the opening to its result.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/milliseconds.h"
#include "chess/game.h"
#include "chess/outcome.h"
#include "match/limits.h"
#include "match/uci_engine.h"
#include "match/uci_output.h"
#include "notation/pgn_tokens.h"
#include "openings/adjudication.h"
#include "openings/opening_book.h"

namespace tabiya {

struct GamePlayer {
  UciEngine* engine;
  EngineLimits limits;
};

struct GameRules {
  Variant variant = Variant::Standard;
  Adjudication adjudication{};
  Milliseconds margin{50};
};

// What an engine said about a move of its own; nothing for moves of the opening.
struct MoveNote {
  std::optional<WrittenScore> score{};  // from its own side
  std::optional<int> depth{};
  Milliseconds elapsed{};
};

// The termination of a game that ended by the rules; its reason tells which.
inline constexpr std::string_view kNormal = "normal";
// Those of engines that did what they must not.
inline constexpr std::string_view kTimeForfeit = "time forfeit";
inline constexpr std::string_view kRulesInfraction = "rules infraction";

struct PlayedGame {
  Game game{};
  std::vector<std::optional<MoveNote>> notes{};  // one for each half-move
  PgnResult result = PgnResult::Unknown;
  std::string termination{};       // as PGN has it: kNormal, "adjudication", "time forfeit" …
  std::string reason{};            // "checkmate", or a sentence; may be empty
  std::optional<Color> culprit{};  // whose engine failed and is of no more use
};

// Nothing if it was stopped. Precondition: the opening is no finished game.
std::optional<PlayedGame> play_game(const Opening&, const std::array<GamePlayer, 2>& players,
                                    const GameRules&, const std::stop_token&);

// The UCI command "position …" for a game, with castling as its variant has it.
std::string position_command(const Game&);

}  // namespace tabiya
