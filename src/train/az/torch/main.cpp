// tabiya-train-az: what `tabiya train az` starts. Its arguments are settings, "name=value" each.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/system.h"
#include "train/az/run_az.h"
#include "train/az/torch/torch_learner.h"

namespace {

// As the exit codes of tabiya.
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kSignalled = 128;

void complain(const std::string& text) {
  std::fputs(("tabiya train az: " + text + '\n').c_str(), stderr);
}

int run(const std::vector<std::string>& arguments) {
  const auto settings = tabiya::az_settings(arguments);
  if (!settings) {
    complain(settings.error().message);
    return kWrongUsage;
  }
  const tabiya::Interrupt interrupt;
  const auto ended = tabiya::run_az(
      *settings, [&] { return tabiya::torch_learner(settings->learner(), settings->seed); },
      [&] { return interrupt.requested(); });
  if (!ended) {
    complain(ended.error().message);
    return kFailed;
  }
  if (interrupt.requested()) {
    complain(interrupt.signal() == SIGTERM ? "stopped by SIGTERM" : "stopped by Ctrl-C");
    return kSignalled + interrupt.signal();
  }
  return std::fflush(stdout) == 0 ? 0 : kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  tabiya::occupy_closed_standard_files();
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {  // libtorch's, and memory that is not there
    complain(error.what());
    return kFailed;
  }
}
