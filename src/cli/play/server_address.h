// Where the server keeps its games and is found, as people need to know it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace tabiya {

// $XDG_DATA_HOME/tabiya/games.sqlite or ~/.local/share/tabiya/games.sqlite, its folder made if need
// be.
Result<std::filesystem::path> usual_database();

// What to type into a browser for a server that listens on this address and port.
std::string web_address(const std::string& listen, std::uint16_t port, const std::string& token);

}  // namespace tabiya
