// From a trained network to the files that play.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "chess/game.h"
#include "inference/network_comparison.h"
#include "inference/tower.h"

namespace tabiya {

// An ONNX file. A network with weights that are not numbers is refused. The error names the file.
Result<void> write_network(const TowerWeights&, const std::filesystem::path&);

// The same network computing in 8 bits, and how much that changes what it says; `positions` are
// those of the data. Needs ONNX Runtime. Precondition: there are positions, with legal moves.
Result<NetworkComparison> write_int8_network(const TowerWeights&, const std::filesystem::path&,
                                             std::span<const Game> positions, const KeepGoing&);

}  // namespace tabiya
