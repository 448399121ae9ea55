// From settings to a run, and from an engine to settings: what the file alone cannot tell is read,
// and the engine is asked.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "match/engine_spec.h"
#include "match/uci_engine.h"
#include "tune/config.h"
#include "tune/run_folder.h"
#include "tune/tune.h"

namespace tabiya {

struct TuneSetup {
  TunePlan plan;
  std::vector<RunSetting> settings;  // the length of the run, concurrency and timeouts left out
};

// Reads the openings, and starts the engine once: whatever is wrong must show before the first
// game. The error is a sentence.
Result<TuneSetup> tune_setup(const TuneConfig&, const std::stop_token&);

// The engine, started once, to look at its options. The error is a sentence that names it.
Result<std::unique_ptr<UciEngine>> engine_to_look_at(const EngineSpec&, bool chess960,
                                                     const EngineTimeouts&, const std::stop_token&);

// A settings file to begin with: TOML with all of the engine's whole numbers that look like
// constants of its search. Left out are the size of its memory, the number of threads and the like,
// which all engines have, and ranges that cannot be tuned. Read again it gives what it says; what
// cannot be known is a usual value. The error is a sentence: there is none.
Result<std::string> tune_template(const EngineSpec&, const UciEngine&);

}  // namespace tabiya
