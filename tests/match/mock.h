// Engines for tests, and a look at which of them still run.
#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "match/engine_spec.h"
#include "support/data.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {

// mock_engine with these arguments.
inline EngineSpec mock(const std::string& name, const std::string& arguments = {},
                       const EngineLimits& limits = {.nodes = 100}) {
  return {.command = TABIYA_MOCK_ENGINE,
          .name = name,
          .arguments = *split_arguments(arguments),
          .limits = limits};
}

// A word that no other process on this machine has among its arguments.
inline std::string unique_tag() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return "tag-" + std::to_string(getpid()) + "-" + std::to_string(now);
}

// Mock engines that run with this word among their arguments.
inline int running(const std::string& tag) { return running(TABIYA_MOCK_ENGINE, tag); }

}  // namespace tabiya::test
