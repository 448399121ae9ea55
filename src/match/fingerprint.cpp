#include "match/fingerprint.h"

#include <fmt/format.h>

#include <fstream>
#include <vector>

namespace tabiya {

void Fingerprint::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  mix(text);
}

void Fingerprint::add(std::uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) {
    const char c = static_cast<char>(number >> (8 * byte) & 0xFF);
    mix({&c, 1});
  }
}

void Fingerprint::add_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    add(path.string());
    return;
  }
  std::vector<char> buffer(std::size_t{1} << 20);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0)
    mix({buffer.data(), static_cast<std::size_t>(file.gcount())});
}

std::string Fingerprint::hex() const { return fmt::format("{:016x}", state_); }

}  // namespace tabiya
