// --engine, --net and --option: which search thinks, and with what.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabiya {

struct EngineChoice {
  std::string engine;                // empty: the usual one
  std::string network;               // empty: the usual one
  std::vector<std::string> options;  // NAME=VALUE
};

// Adds the options to a command. The choice must live as long as the command.
void add_engine_choice(CLI::App& command, EngineChoice&);

using OptionSetter = std::function<Result<void>(std::string_view name, std::string_view value)>;

// Sets what was chosen, or says what was wrong with it.
Result<void> apply(const EngineChoice&, const OptionSetter&);

}  // namespace tabiya
