// All of `tabiya train az` but libtorch: from games to files.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "train/az/learner.h"
#include "train/az/settings.h"

namespace tabiya {

// Trains and exports; what happens is told on standard output and standard error. Whether it was
// stopped, who said so knows.
Result<void> run_az(const AzSettings&, const std::function<std::unique_ptr<Learner>()>& learner,
                    const std::function<bool()>& stop);

}  // namespace tabiya
