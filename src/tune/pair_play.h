// A pair of games between two settings of one engine: from one opening, with colours exchanged.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "match/engine_spec.h"
#include "match/game_play.h"
#include "match/results.h"
#include "match/uci_engine.h"
#include "openings/opening_book.h"
#include "tune/spsa.h"

namespace tabiya {

// What every pair of a run has in common.
struct PairRules {
  EngineSpec engine;               // with limits
  std::vector<std::string> names;  // of the options that are tuned
  GameRules game{};
  EngineTimeouts timeouts{};
};

struct PairTask {
  std::uint64_t iteration = 0;
  Spsa::Trial trial;
  Opening opening;
};

struct PairResult {
  std::uint64_t iteration = 0;
  Wdl wdl{};            // of plus
  int time_losses = 0;  // among them
  // A game that an engine lost because it crashed, fell silent or gave an illegal move says nothing
  // about its values: the pair does not count then. A sentence.
  std::optional<std::string> failure{};
};

// One thread's two engines, which stay from pair to pair and are started again after a failure.
class PairPlayer {
 public:
  explicit PairPlayer(const PairRules& rules) : rules_(rules) {}

  // Nothing if it was stopped. The error is an engine that does not start any more.
  std::expected<std::optional<PairResult>, EngineFailure> play(const PairTask&,
                                                               const std::stop_token&);

 private:
  // Starts it if need be, and sets its options.
  std::expected<void, EngineFailure> prepare(std::unique_ptr<UciEngine>& engine,
                                             const std::vector<std::int64_t>& values,
                                             const std::stop_token&) const;

  const PairRules& rules_;
  std::unique_ptr<UciEngine> plus_;
  std::unique_ptr<UciEngine> minus_;
};

}  // namespace tabiya
