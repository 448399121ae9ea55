#include "cli/study/npy.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace tabiya {

std::string npy_file(const Tensor& tensor) {
  // Written as they are in memory; the header says so.
  static_assert(std::endian::native == std::endian::little);
  // A tuple of one needs its comma.
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}{}), }}",
                  fmt::join(tensor.shape, ", "), tensor.shape.size() == 1 ? "," : "");
  constexpr std::size_t kBefore = 10;  // magic, version and the header's length
  constexpr std::size_t kAlignment = 64;
  const std::size_t total =
      (kBefore + header.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  header.resize(total - kBefore - 1, ' ');
  header += '\n';

  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  for (const float value : tensor.values) {
    const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
    file.append(bytes.data(), bytes.size());
  }
  return file;
}

}  // namespace tabiya
