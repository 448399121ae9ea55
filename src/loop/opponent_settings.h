// One [[opponent]] of a settings file.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "loop/config.h"
#include "loop/toml_settings.h"

namespace tabiya {

// Relative paths are relative to `base`. The error is a sentence with its line.
Result<LoopOpponent> opponent_from(const toml::table&, const std::filesystem::path& base);

}  // namespace tabiya
