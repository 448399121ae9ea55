// Checkpoints that somebody forged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/file.h"

namespace tabiya::test {

// The same bytes with a checksum that fits them.
inline std::vector<std::byte> resealed(std::vector<std::byte> file) {
  const std::uint64_t sum = checksum_of(std::span(file).first(file.size() - sizeof sum));
  std::memcpy(file.data() + file.size() - sizeof sum, &sum, sizeof sum);
  return file;
}

}  // namespace tabiya::test
