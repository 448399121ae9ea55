// Learning by libtorch. Nothing of libtorch is to be seen here: its headers take long to compile.
#pragma once

#include <cstdint>
#include <memory>

#include "train/az/learner.h"

namespace tabiya {

// The same seed gives the same network. Sets how many threads libtorch uses, which is one number
// for the whole process. Errors inside libtorch are exceptions (std::exception), as memory that is
// not there.
std::unique_ptr<Learner> torch_learner(const LearnerSettings&, std::uint64_t seed);

}  // namespace tabiya
