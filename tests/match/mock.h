// Engines for tests, and a look at which of them still run.
#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "match/engine_spec.h"
#include "support/data.h"

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

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Mock engines that run with this word among their arguments.
inline int running(const std::string& tag) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string arguments = content_of(entry.path() / "cmdline");
    count += arguments.starts_with(TABIYA_MOCK_ENGINE) && arguments.find(tag) != arguments.npos;
  }
  return count;
}

// Waits, but not for ever, until something is so.
template <class Condition>
bool comes_true(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < deadline) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace tabiya::test
