// A settings file to begin with, from what an engine offers.
#pragma once

#include <string>

#include "base/result.h"
#include "match/engine_spec.h"
#include "match/uci_engine.h"

namespace tabiya {

// TOML with all of the engine's whole numbers that look like constants of its search: not the size
// of its memory, the number of threads and the like, which all engines have. Read again it gives
// what it says; what cannot be known is a usual value. The error is a sentence: there is none.
Result<std::string> tune_template(const EngineSpec&, const UciEngine&);

}  // namespace tabiya
