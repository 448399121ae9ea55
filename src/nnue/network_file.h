// A network's parts ⇄ the bytes of a file. docs/nnue.md describes the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "nnue/network_error.h"
#include "nnue/network_parts.h"

namespace tabiya {

// No file of ours is longer.
std::size_t longest_network_file();

struct ReadNetwork {
  NetworkParts parts;  // without a fault
  std::uint64_t checksum;
};

// Takes anything, and takes no longer than its length deserves.
std::expected<ReadNetwork, NetworkError> parse_network_file(std::span<const std::byte> file);

// Precondition: the parts have no fault.
std::vector<std::byte> network_file(const NetworkParts&);

}  // namespace tabiya
