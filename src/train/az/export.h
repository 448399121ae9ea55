// From a trained network to the files that play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "inference/network_comparison.h"
#include "inference/tower.h"

namespace tabiya {

// An ONNX file. A network with weights that are not numbers is refused. The error names the file.
Result<void> write_network(const TowerWeights&, const std::filesystem::path&);

// At most this many positions of these files and folders of games, each of another game, with legal
// moves. Ends early, with what it has, when `stop` says so. The error names the file.
Result<std::vector<Game>> some_positions(std::span<const std::string> data, std::size_t most,
                                         std::uint64_t seed, const std::function<bool()>& stop);

// The same network computing in 8 bits, and how much that changes what it says; `positions` are
// those of the data. Needs ONNX Runtime. Precondition: there are positions, with legal moves.
Result<NetworkComparison> write_int8_network(const TowerWeights&, const std::filesystem::path&,
                                             std::span<const Game> positions, const KeepGoing&);

}  // namespace tabiya
