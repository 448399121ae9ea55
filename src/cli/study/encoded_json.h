// Encodings for programs.
#pragma once

#include <span>
#include <string>

#include "cli/study/encoded.h"

namespace tabiya {

// One object each, on one line. The values are lists in lists, as deep as the tensor has
// dimensions.
std::string planes_json(const Game&, int history_steps);
std::string features_json(const Position&, FeatureOrder);
std::string policy_json(const Game&);
std::string indices_json(const Game&, std::span<const int> indices);

}  // namespace tabiya
