// Which network the tree search uses when a word is given instead of a file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

inline constexpr std::string_view kDefaultNetwork = "<default>";  // the one that comes with us
inline constexpr std::string_view kNoNetwork = "uniform";         // none: all moves alike

// Where the network that comes with the program may be: beside it, in ../share/tabiya, and in the
// folder it was built from.
std::vector<std::filesystem::path> places_of_default_network();

// The file that is meant; empty for "uniform", for an empty name, and for "<default>" if there is
// none in these places.
std::filesystem::path network_named(std::string_view name);

}  // namespace tabiya
