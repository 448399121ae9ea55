#include "nnue/network_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/file.h"

namespace tabiya {

namespace {

using Kind = NetworkError::Kind;

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

constexpr std::string_view kMagic = "TabiyaNN";
constexpr std::uint32_t kFirstVersion = 1;
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kBlock = 64;  // the weights begin at a multiple of it
constexpr std::size_t kChecksumSize = sizeof(std::uint64_t);

// The file's first bytes, as they lie in it.
struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t inputs;
  std::uint32_t width;
  std::uint32_t activation;
  std::uint32_t quantum_a;
  std::uint32_t quantum_b;
  std::uint32_t scale;
  std::uint32_t name_size;
  std::uint32_t notes_size;
  std::uint32_t mirrored;  // zero in the first version, and so is all that follows
  std::uint32_t outputs;
  std::array<std::uint32_t, 3> reserved;  // zero
};
static_assert(sizeof(Header) == kBlock);

// What the first version of the format can say.
bool is_simple(const NnueShape& shape) { return shape == NnueShape{.width = shape.width}; }

std::size_t weights_begin(std::size_t texts) {
  return (sizeof(Header) + texts + kBlock - 1) / kBlock * kBlock;
}

std::size_t file_size(std::size_t texts, std::size_t width, std::size_t outputs) {
  const std::size_t weights = kFeatures * width + width + outputs * 2 * width;
  return weights_begin(texts) + weights * sizeof(std::int16_t) + outputs * sizeof(std::int32_t) +
         kChecksumSize;
}

std::unexpected<NetworkError> error(Kind kind, std::string message) {
  return std::unexpected(NetworkError{kind, std::move(message)});
}

std::unexpected<NetworkError> wrong(std::string_view what, std::uint32_t found,
                                    std::string_view expected) {
  return error(Kind::Architecture,
               fmt::format("the network's {} {}; {} was expected", what, found, expected));
}

std::expected<void, NetworkError> check_version(const Header& header) {
  const bool is_first = header.version == kFirstVersion;
  const bool is_known = is_first || header.version == kVersion;
  const bool has_additions = header.reserved != decltype(header.reserved){} ||
                             (is_first && (header.mirrored != 0 || header.outputs != 0));
  if (is_known && !has_additions) return {};
  return error(Kind::Version, fmt::format("the network file has format version {}{}; this "
                                          "program reads versions {} and {}",
                                          header.version, is_known ? " with additions" : "",
                                          kFirstVersion, kVersion));
}

// What the first version leaves open. Precondition: check_version() passed.
std::expected<void, NetworkError> check_shape(const Header& header) {
  if (header.version == kFirstVersion) {
    if (header.quantum_b != kCoarseQuantumB)
      return wrong("quantum B is", header.quantum_b, fmt::to_string(kCoarseQuantumB));
    return {};
  }
  if (header.quantum_b != kCoarseQuantumB && header.quantum_b != kFineQuantumB)
    return wrong("quantum B is", header.quantum_b,
                 fmt::format("{} or {}", kCoarseQuantumB, kFineQuantumB));
  if (header.mirrored > 1)
    return wrong("view of its inputs is", header.mirrored,
                 "0 (as they are) or 1 (mirrored by the king)");
  if (header.outputs != 1 && header.outputs != kMostOutputs)
    return wrong("number of outputs is", header.outputs, fmt::format("1 or {}", kMostOutputs));
  return {};
}

NnueShape shape_of(const Header& header) {
  NnueShape shape{.width = static_cast<int>(header.width)};
  if (header.version == kFirstVersion) return shape;
  shape.mirrored = header.mirrored != 0;
  shape.outputs = static_cast<int>(header.outputs);
  shape.quantum_b = static_cast<int>(header.quantum_b);
  return shape;
}

// Everything that the length of the file follows from.
std::expected<void, NetworkError> check(const Header& header) {
  if (const auto version = check_version(header); !version) return version;
  if (header.inputs != kFeatures)
    return wrong("inputs number", header.inputs, fmt::to_string(kFeatures));
  if (header.width < kLowestWidth || header.width > kHighestWidth || header.width % kWidthStep != 0)
    return wrong(
        "width is", header.width,
        fmt::format("a multiple of {} from {} to {}", kWidthStep, kLowestWidth, kHighestWidth));
  if (header.activation > static_cast<std::uint32_t>(Activation::Squared))
    return wrong("activation is", header.activation, "0 (clipped) or 1 (squared)");
  if (header.quantum_a != kQuantumA)
    return wrong("quantum A is", header.quantum_a, fmt::to_string(kQuantumA));
  if (const auto shape = check_shape(header); !shape) return shape;
  if (header.scale < 1 || header.scale > kHighestScale)
    return wrong("scale is", header.scale, fmt::format("1 to {}", kHighestScale));
  if (header.name_size > kLongestName)
    return wrong("name's length is", header.name_size, fmt::format("at most {}", kLongestName));
  if (header.notes_size > kLongestNotes)
    return wrong("notes' length is", header.notes_size, fmt::format("at most {}", kLongestNotes));
  return {};
}

// Takes the file's parts off its front. Precondition: they are there.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void skip(std::size_t count) { bytes_ = bytes_.subspan(count); }
  std::string text(std::size_t length) {
    std::string result(length, '\0');
    take(result.data(), length);
    return result;
  }
  template <class Number>
  std::vector<Number> numbers(std::size_t count) {
    std::vector<Number> result(count);
    take(result.data(), count * sizeof(Number));
    return result;
  }
  template <class T>
  T value() {
    T result{};
    take(&result, sizeof result);
    return result;
  }

 private:
  void take(void* to, std::size_t count) {
    assert(count <= bytes_.size());
    if (count > 0) std::memcpy(to, bytes_.data(), count);
    skip(count);
  }

  std::span<const std::byte> bytes_;
};

// Fills a file of known size from its front. Precondition: there is room.
class Writer {
 public:
  explicit Writer(std::span<std::byte> bytes) : bytes_(bytes) {}

  void skip(std::size_t count) { bytes_ = bytes_.subspan(count); }
  void put(const void* from, std::size_t count) {
    assert(count <= bytes_.size());
    if (count > 0) std::memcpy(bytes_.data(), from, count);
    skip(count);
  }
  void put(const std::string& text) { put(text.data(), text.size()); }
  template <class Number>
  void put(const std::vector<Number>& numbers) {
    put(numbers.data(), numbers.size() * sizeof(Number));
  }

 private:
  std::span<std::byte> bytes_;
};

}  // namespace

std::size_t longest_network_file() {
  return file_size(kLongestName + kLongestNotes, kHighestWidth, kMostOutputs);
}

std::expected<ReadNetwork, NetworkError> parse_network_file(std::span<const std::byte> file) {
  if (file.size() < kMagic.size() || std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0)
    return error(Kind::Foreign, fmt::format("this is not a Tabiya network: such a file begins with "
                                            "\"{}\"",
                                            kMagic));
  if (file.size() < sizeof(Header))
    return error(Kind::Truncated, fmt::format("the network file has {} bytes, less than its header "
                                              "of {}: a part of it is missing",
                                              file.size(), sizeof(Header)));
  Reader reader(file);
  const auto header = reader.value<Header>();
  if (const auto checked = check(header); !checked) return std::unexpected(checked.error());

  const std::size_t texts = header.name_size + header.notes_size;
  const NnueShape shape = shape_of(header);
  const auto width = static_cast<std::size_t>(shape.width);
  const auto outputs = static_cast<std::size_t>(shape.outputs);
  const std::size_t expected = file_size(texts, width, outputs);
  if (file.size() != expected)
    return error(
        file.size() < expected ? Kind::Truncated : Kind::Oversize,
        fmt::format(
            "the network file has {} bytes where {} were expected: {}", file.size(), expected,
            file.size() < expected ? "a part of it is missing" : "something was added to it"));

  const auto summed = file.first(file.size() - kChecksumSize);
  const std::uint64_t checksum = checksum_of(summed);
  const auto stored = Reader(file.last(kChecksumSize)).value<std::uint64_t>();
  if (checksum != stored)
    return error(Kind::Altered, fmt::format("the network file was altered or damaged: its checksum "
                                            "is {:016x} where {:016x} was expected",
                                            checksum, stored));

  NetworkParts parts;
  parts.name = reader.text(header.name_size);
  parts.notes = reader.text(header.notes_size);
  parts.activation = static_cast<Activation>(header.activation);
  parts.shape = shape;
  parts.scale = static_cast<int>(header.scale);
  reader.skip(weights_begin(texts) - sizeof(Header) - texts);
  parts.feature_weights = reader.numbers<std::int16_t>(kFeatures * width);
  parts.feature_biases = reader.numbers<std::int16_t>(width);
  parts.output_weights = reader.numbers<std::int16_t>(outputs * 2 * width);
  parts.output_biases = reader.numbers<std::int32_t>(outputs);
  if (auto fault = fault_of(parts)) return std::unexpected(*std::move(fault));
  return ReadNetwork{std::move(parts), checksum};
}

std::vector<std::byte> network_file(const NetworkParts& parts) {
  assert(!fault_of(parts));
  const NnueShape& shape = parts.shape;
  const bool simple = is_simple(shape);
  Header header{.magic = {},
                .version = simple ? kFirstVersion : kVersion,
                .inputs = kFeatures,
                .width = static_cast<std::uint32_t>(shape.width),
                .activation = static_cast<std::uint32_t>(parts.activation),
                .quantum_a = kQuantumA,
                .quantum_b = static_cast<std::uint32_t>(shape.quantum_b),
                .scale = static_cast<std::uint32_t>(parts.scale),
                .name_size = static_cast<std::uint32_t>(parts.name.size()),
                .notes_size = static_cast<std::uint32_t>(parts.notes.size()),
                .mirrored = shape.mirrored ? 1U : 0U,
                .outputs = simple ? 0U : static_cast<std::uint32_t>(shape.outputs),
                .reserved = {}};
  std::copy(kMagic.begin(), kMagic.end(), header.magic.begin());

  const std::size_t texts = parts.name.size() + parts.notes.size();
  std::vector<std::byte> file(file_size(texts, static_cast<std::size_t>(shape.width),
                                        static_cast<std::size_t>(shape.outputs)));
  Writer writer(file);
  writer.put(&header, sizeof header);
  writer.put(parts.name);
  writer.put(parts.notes);
  writer.skip(weights_begin(texts) - sizeof(Header) - texts);
  writer.put(parts.feature_weights);
  writer.put(parts.feature_biases);
  writer.put(parts.output_weights);
  writer.put(parts.output_biases);
  const std::uint64_t checksum = checksum_of(std::span(file).first(file.size() - kChecksumSize));
  writer.put(&checksum, sizeof checksum);
  return file;
}

}  // namespace tabiya
