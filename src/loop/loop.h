// Generation after generation: self-play, training, a match against the best so far, and if it was
// won, matches against opponents that never change.
//
// Each step is a command of this program that can be stopped and resumes when it is started again,
// so the loop only has to start them in their order. All are checked before the first begins. A
// generation is finished when its file is written; one that is not begins again with the first
// step, which finds its work done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "loop/config.h"
#include "loop/generation.h"

namespace tabiya {

struct LoopHooks {
  // Says what a command of the program would refuse of these words, a sentence, and runs nothing.
  std::function<Result<void>(const std::vector<std::string>& words)> check;
  // Runs a command of the program and returns its exit code. Calls `meanwhile` now and then.
  std::function<Result<int>(const std::vector<std::string>& words,
                            const std::function<void()>& meanwhile)>
      run;
  // Tells people what comes next, a sentence.
  std::function<void(const std::string&)> say;
  std::function<bool()> stop_requested;
};

enum class LoopEnd : std::uint8_t { Finished, Stopped };

// `program` is what the match starts as engines. The error is a sentence that names the step.
Result<LoopEnd> run_loop(const LoopConfig&, const std::filesystem::path& program, const LoopHooks&);

}  // namespace tabiya
