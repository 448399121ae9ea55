// Any bytes as a network file. What is accepted scores positions alike with all instructions and is
// written back as it was; what is refused gets a sound error.
//
// A network file is long and its checksum seldom survives a mutation. So each input is also taken
// for the beginning of a file: zeros follow up to the length its header asks for, and a checksum
// that fits. Behind it lie the texts and the weights.
#include <array>
#include <cstring>
#include <vector>

#include "base/file.h"
#include "nnue/evaluate.h"
#include "nnue/network_parts.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

void require_sound(const NetworkError& error) {
  require(!error.message.empty() && error.message.size() <= 300, "errors are short", error.message);
  require_printable(error.message);
}

void require_sound(const Network& network, const Network& plain) {
  constexpr std::array fens{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "QQQQQQQQ/QQQQQQQ1/8/2k5/8/8/qqqqqqq1/qqqqqqKq w - - 0 1",
                            "8/8/4k3/8/8/3PK3/8/8 b - - 0 1"};
  for (const char* const fen : fens) {
    const auto position = parse_fen(fen);
    if (!position) continue;
    const int score = evaluate(network, *position);
    require(score >= -kHighestEvaluation && score <= kHighestEvaluation, "scores are limited", fen);
    require(score == evaluate(plain, *position), "all instructions give the same score", fen);
  }
}

void check(std::span<const std::byte> file) {
  const auto read = parse_network_file(file);
  const auto network = Network::parse(file);
  require(read.has_value() == network.has_value(), "both ways to read agree", "");
  if (!read) {
    require_sound(read.error());
    return;
  }
  const auto again = parse_network_file(network_file(read->parts));
  require(again && again->parts == read->parts, "what is written can be read", read->parts.name);
  require_sound(*network,
                Network::parse(file).value().computed_with(*kernels_for(InstructionSet::Plain)));
}

// The length that docs/nnue.md gives for a header; 0 if there is none worth completing.
std::size_t length_of(std::span<const std::byte> file) {
  std::array<std::uint32_t, 16> header{};
  if (file.size() < sizeof header) return 0;
  std::memcpy(header.data(), file.data(), sizeof header);
  const std::size_t width = header[4];
  const std::size_t name = header[9];
  const std::size_t notes = header[10];
  if (width > kHighestWidth || name > kLongestName || notes > kLongestNotes) return 0;
  const std::size_t outputs = header[2] == 2 ? header[12] : 1;
  if (outputs > kMostOutputs) return 0;
  return (64 + name + notes + 63) / 64 * 64 + 2 * (768 + 1 + 2 * outputs) * width + 4 * outputs + 8;
}

std::vector<std::byte> completed(std::span<const std::byte> file) {
  std::vector<std::byte> result(file.begin(), file.end());
  const std::size_t length = length_of(file);
  if (length == 0) return result;
  result.resize(length);
  const std::uint64_t checksum = checksum_of(std::span(result).first(length - sizeof checksum));
  std::memcpy(result.data() + length - sizeof checksum, &checksum, sizeof checksum);
  return result;
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span file(reinterpret_cast<const std::byte*>(data), size);
  tabiya::fuzz::check(file);
  tabiya::fuzz::check(tabiya::fuzz::completed(file));
  return 0;
}
