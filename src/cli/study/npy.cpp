#include "cli/study/npy.h"

#include <fmt/format.h>

#include <bit>
#include <span>

namespace tabiya {

// Numbers are written as they are in memory; the header says so.
static_assert(std::endian::native == std::endian::little);

std::string npy_header(const std::string& shape) {
  constexpr std::size_t kBefore = 10;  // magic, version and the dictionary's length
  constexpr std::size_t kWhole = 128;
  std::string dictionary =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", shape);
  dictionary.resize(kWhole - kBefore - 1, ' ');
  dictionary += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size());
  header += '\0';
  return header + dictionary;
}

std::string npy_file(const Tensor& tensor) {
  const char* const comma = tensor.shape.size() == 1 ? "," : "";
  std::string file = npy_header(fmt::format("{}{}", fmt::join(tensor.shape, ", "), comma));
  const auto bytes = std::as_bytes(std::span(tensor.values));
  return file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace tabiya
