#include "nnue/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "nnue/built_in.h"
#include "nnue/network_file.h"

namespace tabiya {

namespace {

std::unexpected<NetworkError> unreadable(const std::filesystem::path& file, std::string_view why) {
  return std::unexpected(NetworkError{NetworkError::Kind::Unreadable,
                                      fmt::format("{} could not be read: {}", file.string(), why)});
}

}  // namespace

Network::Network(const NetworkParts& parts, std::uint64_t checksum)
    : name_(parts.name),
      notes_(parts.notes),
      activation_(parts.activation),
      width_(static_cast<std::size_t>(parts.width)),
      scale_(parts.scale),
      checksum_(checksum),
      feature_weights_(parts.feature_weights),
      feature_biases_(parts.feature_biases),
      output_weights_(parts.output_weights),
      output_bias_(parts.output_bias),
      kernels_(&fastest_kernels()) {}

std::expected<Network, NetworkError> Network::parse(std::span<const std::byte> file) {
  const auto read = parse_network_file(file);
  if (!read) return std::unexpected(read.error());
  return Network(read->parts, read->checksum);
}

std::expected<Network, NetworkError> Network::from(const NetworkParts& parts) {
  if (auto fault = fault_of(parts)) return std::unexpected(*std::move(fault));
  return parse(network_file(parts));
}

std::expected<Network, NetworkError> Network::load(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (error) return unreadable(file, error.message());
  // Reading a pipe could take for ever.
  if (!std::filesystem::is_regular_file(status))
    return unreadable(file, "it is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return unreadable(file, error.message());

  // Of a file that is too long, what is read is enough to say so.
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(std::min<std::uintmax_t>(size, longest_network_file() + 1)));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return unreadable(file, "it could not be opened");
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (stream.bad()) return unreadable(file, "reading failed");
  bytes.resize(static_cast<std::size_t>(stream.gcount()));

  auto network = parse(bytes);
  if (!network)
    return std::unexpected(NetworkError{
        network.error().kind, fmt::format("{}: {}", file.string(), network.error().message)});
  return network;
}

std::shared_ptr<const Network> Network::built_in() {
  // A test reads it, so that no program is given away in which this fails.
  return std::make_shared<const Network>(parse(built_in_network_file()).value());
}

// The order of these steps is part of what a network means (docs/nnue.md).
int Network::score(Row own, Row other) const {
  std::int64_t output = 0;
  if (activation_ == Activation::Clipped)
    output = kernels_->clipped_output(own, other, output_weights_.data(), width_);
  else
    output = kernels_->squared_output(own, other, output_weights_.data(), width_) / kQuantumA;
  output += output_bias_;
  const std::int64_t centipawns = output * scale_ / (std::int64_t{kQuantumA} * kQuantumB);
  return static_cast<int>(
      std::clamp<std::int64_t>(centipawns, -kHighestEvaluation, kHighestEvaluation));
}

Network Network::computed_with(const Kernels& kernels) && {
  Network other = std::move(*this);
  other.kernels_ = &kernels;
  return other;
}

}  // namespace tabiya
