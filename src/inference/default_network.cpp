#include "inference/default_network.h"

#include <system_error>

namespace tabiya {
namespace {

constexpr const char* kFile = "default.onnx";

}  // namespace

std::vector<std::filesystem::path> places_of_default_network() {
  std::vector<std::filesystem::path> places;
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) {
    const std::filesystem::path folder = program.parent_path();
    places.push_back(folder / kFile);
    places.push_back((folder / "nets" / kFile).lexically_normal());
    places.push_back((folder / "../share/tabiya" / kFile).lexically_normal());
  }
  places.push_back(std::filesystem::path(TABIYA_NETWORKS) / kFile);
  return places;
}

std::filesystem::path network_named(std::string_view name) {
  if (name == kNoNetwork) return {};
  if (name != kDefaultNetwork) return name;
  for (const std::filesystem::path& place : places_of_default_network()) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(place, unknown)) return place;
  }
  return {};
}

}  // namespace tabiya
