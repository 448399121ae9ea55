// Plays the games of a match, several at a time, and tells of each as it ends.
//
// Every game in play has a thread of its own with its two engines, which stay from game to game.
// The thread that calls play_match() only waits, and hears of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/engine_spec.h"
#include "match/game_play.h"
#include "match/results.h"
#include "match/uci_engine.h"
#include "openings/opening_book.h"

namespace tabiya {

struct MatchPlan {
  std::vector<EngineSpec> engines;  // all with a name and limits
  Schedule schedule;
  std::size_t rounds = 1;
  OpeningBook book;
  GameRules rules{};
  EngineTimeouts timeouts{};
  std::size_t concurrency = 1;

  std::size_t games() const { return rounds * schedule.games_in_round(); }
};

// All calls come from the thread that called play_match(), one at a time.
struct MatchEvents {
  // Should this game be left out, because it has been played before?
  std::function<bool(std::size_t game)> is_played;
  // A game has ended. False ends the match.
  std::function<bool(const ScheduledGame&, const PlayedGame&)> finished;
  // About twenty times a second. False ends the match.
  std::function<bool()> goes_on;
};

enum class MatchEnd : std::uint8_t { AllPlayed, Ended };

// When it returns, no engine is left. The error is a sentence: an engine that cannot be started
// any more.
Result<MatchEnd> play_match(const MatchPlan&, const MatchEvents&);

// Starts and ends every engine once: a wrong name or option must show before the first game.
// Engines without a name get the one they give themselves; equal names get a number behind.
Result<void> try_engines(std::vector<EngineSpec>&, bool chess960, const EngineTimeouts&,
                         const std::stop_token&);

}  // namespace tabiya
