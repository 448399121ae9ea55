// The numbers of a network as plain values: what a trainer makes, a file holds and a Network
// computes; and the bytes of that file. docs/nnue.md describes the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nnue/shape.h"

namespace tabiya {

// What a neuron of the feature layer passes on of its sum v, with v clipped to 0…kQuantumA.
enum class Activation : std::uint8_t {
  Clipped,  // v
  Squared,  // v²
};

std::string_view name(Activation);

inline constexpr int kHighestScale = 100'000;
inline constexpr std::size_t kLongestName = 64;     // bytes
inline constexpr std::size_t kLongestNotes = 4096;  // bytes
// With squared activation, the product of a clipped sum and a weight has to fit 16 bits.
inline constexpr int kHighestSquaredWeight = 128;

struct NetworkParts {
  std::string name;   // UTF-8, one line
  std::string notes;  // UTF-8: where it comes from, how it was trained
  Activation activation = Activation::Clipped;
  NnueShape shape;
  int scale = 400;                            // centipawns of an output of one
  std::vector<std::int16_t> feature_weights;  // [feature][neuron]
  std::vector<std::int16_t> feature_biases;   // [neuron]
  std::vector<std::int16_t> output_weights;   // [output][neuron], the side to move's first
  std::vector<std::int32_t> output_biases;    // [output], in quanta of kQuantumA * quantum_b

  bool operator==(const NetworkParts&) const = default;
};

// Why a file is not a network this program can use.
struct NetworkError {
  enum class Kind : std::uint8_t {
    Unreadable,    // no such file, a folder, a failing disk
    Foreign,       // not a file of ours
    Version,       // a later format
    Architecture,  // a kind of network this program does not compute
    Truncated,
    Oversize,
    Altered,  // the checksum does not fit
    Text,     // name or notes
    Weights,  // numbers that could overflow
  };

  Kind kind;
  std::string message;  // a sentence for people: what was found and what was expected
};

// What makes a name and notes unusable, if anything does.
std::optional<NetworkError> fault_of_texts(std::string_view name, std::string_view notes);

// What makes these numbers unusable, if anything does. A network without such a fault gives the
// same score for the same position on every machine, whatever the order of its additions.
std::optional<NetworkError> fault_of(const NetworkParts&);

// No file of ours is longer.
std::size_t longest_network_file();

struct ReadNetwork {
  NetworkParts parts;  // without a fault
  std::uint64_t checksum;
};

// Takes anything, and takes no longer than its length deserves.
std::expected<ReadNetwork, NetworkError> parse_network_file(std::span<const std::byte> file);

// In the first version of the format if that can hold it. Precondition: the parts have no fault.
std::vector<std::byte> network_file(const NetworkParts&);

}  // namespace tabiya
