// Encodings as text: drawn for people, and as JSON for programs.
#pragma once

#include <span>
#include <string>

#include "cli/study/encoded.h"

namespace tabiya {

// Each plane as a small board with its number and name; planes that hold one value are one line.
std::string planes_text(const Game&, int history_steps);
// Which of the 768 are 1, by piece.
std::string features_text(const Position&, FeatureOrder);
// The legal moves by index.
std::string policy_text(const Game&);
// What the indices are in this position.
std::string indices_text(const Game&, std::span<const int> indices);

// JSON: one object each, on one line. The values are lists in lists, as deep as the tensor has
// dimensions.
std::string planes_json(const Game&, int history_steps);
std::string features_json(const Position&, FeatureOrder);
std::string policy_json(const Game&);
std::string indices_json(const Game&, std::span<const int> indices);

}  // namespace tabiya
