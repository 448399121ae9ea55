#include "nnue/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/file.h"

namespace tabiya {

Network::Network(const NetworkParts& parts, std::uint64_t checksum)
    : name_(parts.name),
      notes_(parts.notes),
      activation_(parts.activation),
      shape_(parts.shape),
      width_(static_cast<std::size_t>(parts.shape.width)),
      scale_(parts.scale),
      checksum_(checksum),
      feature_weights_(parts.feature_weights),
      feature_biases_(parts.feature_biases),
      output_weights_(parts.output_weights),
      kernels_(&fastest_kernels()) {
  std::ranges::copy(parts.output_biases, output_biases_.begin());
}

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
  // Of a file that is too long, what is read is enough to say so.
  const auto bytes = read_file(file, longest_network_file());
  if (!bytes)
    return std::unexpected(NetworkError{NetworkError::Kind::Unreadable, bytes.error().message});

  auto network = parse(*bytes);
  if (!network)
    return std::unexpected(NetworkError{
        network.error().kind, fmt::format("{}: {}", file.string(), network.error().message)});
  return network;
}

std::shared_ptr<const Network> Network::built_in() {
  // A test reads it, so that no program is given away in which this fails.
  return std::make_shared<const Network>(parse(built_in_network_file()).value());
}

std::expected<std::shared_ptr<const Network>, NetworkError> Network::open(const std::string& file) {
  if (file.empty()) return built_in();
  auto network = load(file);
  if (!network) return std::unexpected(std::move(network.error()));
  return std::make_shared<const Network>(*std::move(network));
}

// The order of these steps is part of what a network means (docs/nnue.md).
int Network::score(Row own, Row other, int pieces) const {
  const auto head = static_cast<std::size_t>(shape_.output_for(pieces));
  const Row weights = output_weights_.data() + head * 2 * width_;
  std::int64_t output = 0;
  if (activation_ == Activation::Clipped)
    output = kernels_->clipped_output(own, other, weights, width_);
  else
    output = kernels_->squared_output(own, other, weights, width_) / kQuantumA;
  output += output_biases_[head];
  // Divisors that the compiler knows: a division takes as long as many neurons.
  const std::int64_t scaled = output * scale_;
  const std::int64_t centipawns = shape_.quantum_b == kFineQuantumB
                                      ? scaled / (std::int64_t{kQuantumA} * kFineQuantumB)
                                      : scaled / (std::int64_t{kQuantumA} * kCoarseQuantumB);
  return static_cast<int>(
      std::clamp<std::int64_t>(centipawns, -kHighestEvaluation, kHighestEvaluation));
}

Network Network::computed_with(const Kernels& kernels) && {
  Network other = std::move(*this);
  other.kernels_ = &kernels;
  return other;
}

}  // namespace tabiya
