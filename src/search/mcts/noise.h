// Random shares that add up to one, for exploring in self-play.
#pragma once

#include <cstddef>
#include <vector>

#include "base/random.h"

namespace tabiya {

// Drawn from the symmetric Dirichlet distribution. Precondition: alpha > 0.
std::vector<float> dirichlet_noise(std::size_t count, float alpha, Random&);

}  // namespace tabiya
