#include "base/read_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/result.h"

namespace tabiya {

Result<std::vector<std::byte>> read_file(const std::filesystem::path& file, std::size_t longest) {
  const auto unreadable = [&](std::string_view why) {
    return failure("{} could not be read: {}", file.string(), why);
  };
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (error) return unreadable(error.message());
  if (!std::filesystem::is_regular_file(status)) return unreadable("it is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return unreadable(error.message());

  std::vector<std::byte> bytes(
      static_cast<std::size_t>(std::min<std::uintmax_t>(size, longest + 1)));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return unreadable("it could not be opened");
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (stream.bad()) return unreadable("reading failed");
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

}  // namespace tabiya
