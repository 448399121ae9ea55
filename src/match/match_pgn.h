// A played game as PGN, with what is needed to go on with the match from the file alone.
#pragma once

#include <string>
#include <string_view>

#include "match/game_play.h"
#include "match/schedule.h"

namespace tabiya {

// Which match a game belongs to: the fingerprint of its settings; and its number there, from 1.
inline constexpr std::string_view kMatchTag = "Match";
inline constexpr std::string_view kMatchGameTag = "MatchGame";

struct GameLabels {
  std::string event;
  std::string date;   // "2026.11.16"
  std::string white;  // names
  std::string black;
  std::string white_limits;
  std::string black_limits;
  std::string match;  // fingerprint
};

// Moves of the engines carry comments: [%eval …] from White's side, and [%emt …].
std::string match_game_to_pgn(const PlayedGame&, const ScheduledGame&, const GameLabels&);

// Today, as PGN writes dates, in UTC.
std::string pgn_date_today();

}  // namespace tabiya
