// Running another command of this program until it ends, on the same terminal.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tabiya {

// The exit code. The child is in a process group of its own, so that Ctrl-C does not reach it from
// the terminal: it is sent, once, the signal that `interrupted` names (0: none came). A child does
// not outlive this program: if that is killed, the child is told to end.
Result<int> run_child(const std::filesystem::path& program, const std::vector<std::string>& words,
                      const std::function<int()>& interrupted);

}  // namespace tabiya
