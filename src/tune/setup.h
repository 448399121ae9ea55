// From settings to a run: what the file alone cannot tell is read, and the engine is asked.
#pragma once

#include <stop_token>
#include <vector>

#include "base/result.h"
#include "tune/config.h"
#include "tune/run_folder.h"
#include "tune/tune.h"

namespace tabiya {

struct TuneSetup {
  TunePlan plan;
  std::vector<RunSetting> settings;  // the length of the run, concurrency and patience left out
};

// Reads the openings, and starts the engine once: whatever is wrong must show before the first
// game. The error is a sentence.
Result<TuneSetup> tune_setup(const TuneConfig&, const std::stop_token&);

// The engine, started once, to look at its options. The error is a sentence that names it.
Result<std::unique_ptr<UciEngine>> engine_to_look_at(const EngineSpec&, bool chess960,
                                                     const EngineTimeouts&, const std::stop_token&);

}  // namespace tabiya
