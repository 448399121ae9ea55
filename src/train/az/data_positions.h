// Games of the data in memory, and some of their positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"

namespace tabiya {

// At most this many positions of these folders, each of another game, with legal moves. Ends early,
// with what it has, when `stop` says so. The error names the file.
Result<std::vector<Game>> some_positions(std::span<const std::string> folders, std::size_t most,
                                         std::uint64_t seed, const std::function<bool()>& stop);

}  // namespace tabiya
