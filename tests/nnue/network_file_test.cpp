#include "nnue/network_parts.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "nnue/network.h"
#include "random_network.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = NetworkError::Kind;

NetworkParts some_parts(Activation activation = Activation::Clipped,
                        const NnueShape& shape = first_shape(128)) {
  Random random(9);
  return random_parts(random, shape, activation);
}

std::uint32_t number_at(const Bytes& file, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

NetworkError error_of(const Bytes& file) {
  const auto read = parse_network_file(file);
  if (read) return {static_cast<Kind>(255), "no error"};
  return read.error();
}

bool says(const NetworkError& error, std::string_view words) {
  return error.message.find(words) != std::string::npos;
}

// A file altered on purpose, with a checksum that fits.
void sign(Bytes& file) {
  const std::uint64_t checksum = checksum_of(std::span(file).first(file.size() - 8));
  std::memcpy(file.data() + file.size() - 8, &checksum, 8);
}

void put(Bytes& file, std::size_t at, std::uint32_t value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

TEST(NetworkFile, GivesBackWhatWasWritten) {
  for (const Activation activation : {Activation::Clipped, Activation::Squared}) {
    NetworkParts parts = some_parts(activation);
    for (const char* const notes : {"", "kurz", "trained on 10⁸ positions\nby hand"}) {
      parts.notes = notes;
      const auto read = parse_network_file(network_file(parts));
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(read->parts, parts);
    }
  }
}

TEST(NetworkFile, GivesBackEveryShape) {
  for (const bool mirrored : {false, true})
    for (const int outputs : {1, kMostOutputs})
      for (const int quantum : {kCoarseQuantumB, kFineQuantumB}) {
        const NnueShape shape{
            .width = 64, .mirrored = mirrored, .outputs = outputs, .quantum_b = quantum};
        const NetworkParts parts = some_parts(Activation::Squared, shape);
        const Bytes file = network_file(parts);
        const auto read = parse_network_file(file);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->parts, parts);
        EXPECT_EQ(number_at(file, 8), shape == first_shape(64) ? 1U : 2U);
      }
}

// Programs of before can read what they can compute.
TEST(NetworkFile, IsOfTheFirstVersionByteForByteWhereThatCanHoldIt) {
  const auto built_in = built_in_network_file();
  const Bytes bytes(built_in.begin(), built_in.end());
  if (number_at(bytes, 8) == 1) {
    EXPECT_EQ(network_file(parse_network_file(bytes)->parts), bytes);
  }
  Bytes file = network_file(some_parts());
  for (std::size_t at = 44; at < 64; at += 4) EXPECT_EQ(number_at(file, at), 0U);
  // The second version may say the same, and it is the same network.
  put(file, 8, 2);
  put(file, 48, 1);
  sign(file);
  const auto read = parse_network_file(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->parts, some_parts());
}

TEST(NetworkFile, TellsTruncatedFiles) {
  const Bytes whole = network_file(some_parts());
  for (const std::size_t size : {std::size_t{8}, std::size_t{63}, std::size_t{64}, std::size_t{100},
                                 whole.size() / 2, whole.size() - 1}) {
    const NetworkError error =
        error_of(Bytes(whole.begin(), whole.begin() + static_cast<long>(size)));
    EXPECT_EQ(error.kind, Kind::Truncated) << size;
    EXPECT_TRUE(says(error, "has " + std::to_string(size) + " bytes")) << error.message;
  }
}

TEST(NetworkFile, TellsWhatWasAdded) {
  Bytes file = network_file(some_parts());
  file.push_back({});
  const NetworkError error = error_of(file);
  EXPECT_EQ(error.kind, Kind::Oversize);
  EXPECT_TRUE(says(error, "something was added")) << error.message;
}

TEST(NetworkFile, TellsEveryAlteredByte) {
  const Bytes whole = network_file(some_parts());
  for (std::size_t at = 0; at < whole.size(); at += at < 300 ? 1 : 97) {
    Bytes file = whole;
    file[at] ^= std::byte{0x10};
    const NetworkError error = error_of(file);
    EXPECT_NE(error.message, "no error") << at;
    if (at >= 64) {
      EXPECT_EQ(error.kind, Kind::Altered) << at;
    }
  }
}

TEST(NetworkFile, TellsForeignFiles) {
  for (const std::string_view text : {"", "T", "TabiyaN", "not a network at all", "TABIYANN"}) {
    const auto bytes = std::as_bytes(std::span(text));
    EXPECT_EQ(error_of(Bytes(bytes.begin(), bytes.end())).kind, Kind::Foreign) << text;
  }
}

struct WrongField {
  const char* name;
  std::size_t at;
  std::uint32_t value;
  Kind kind;
  const char* words;
};

void expect_refused(const Bytes& whole, const std::vector<WrongField>& fields) {
  for (const WrongField& wrong : fields) {
    Bytes file = whole;
    put(file, wrong.at, wrong.value);
    sign(file);
    const NetworkError error = error_of(file);
    EXPECT_EQ(error.kind, wrong.kind) << wrong.name;
    EXPECT_TRUE(says(error, wrong.words)) << error.message;
  }
}

TEST(NetworkFile, NamesTheFieldThatIsWrongAndWhatWasExpected) {
  expect_refused(network_file(some_parts()),
                 {
                     {"version", 8, 3, Kind::Version, "version 3; this program reads"},
                     {"version", 8, 0, Kind::Version, "version 0"},
                     {"outputs of version 2", 8, 2, Kind::Architecture, "outputs is 0"},
                     {"inputs", 12, 41024, Kind::Architecture, "41024; 768 was expected"},
                     {"width", 16, 0, Kind::Architecture, "width is 0"},
                     {"width", 16, 100, Kind::Architecture, "a multiple of 64 from 64 to 2048"},
                     {"width", 16, 0xFFFFFFC0, Kind::Architecture, "width is 4294967232"},
                     {"activation", 20, 2, Kind::Architecture, "activation is 2"},
                     {"quantum", 24, 127, Kind::Architecture, "127; 255 was expected"},
                     {"quantum", 28, 63, Kind::Architecture, "63; 64 was expected"},
                     {"scale", 32, 0, Kind::Architecture, "scale is 0"},
                     {"name", 36, 65, Kind::Architecture, "at most 64"},
                     {"notes", 40, 0xFFFFFFFF, Kind::Architecture, "at most 4096"},
                     {"quantum", 28, 128, Kind::Architecture, "128; 64 was expected"},
                     {"view", 44, 1, Kind::Version, "with additions"},
                     {"outputs", 48, 8, Kind::Version, "with additions"},
                     {"reserved", 60, 1, Kind::Version, "with additions"},
                 });
}

TEST(NetworkFile, NamesTheFieldOfTheSecondVersionThatIsWrong) {
  expect_refused(network_file(some_parts(Activation::Squared, second_shape(64))),
                 {
                     {"quantum", 28, 255, Kind::Architecture, "255; 64 or 128 was expected"},
                     {"view", 44, 2, Kind::Architecture, "2; 0 (as they are) or 1 (mirrored"},
                     {"outputs", 48, 0, Kind::Architecture, "outputs is 0; 1 or 8"},
                     {"outputs", 48, 7, Kind::Architecture, "outputs is 7; 1 or 8"},
                     {"outputs", 48, 0xFFFFFFFF, Kind::Architecture, "outputs is 4294967295"},
                     {"fewer outputs", 48, 1, Kind::Oversize, "something was added"},
                     {"width", 16, 2048, Kind::Truncated, "a part of it is missing"},
                     {"reserved", 52, 1, Kind::Version, "version 2 with additions"},
                     {"reserved", 60, 1, Kind::Version, "version 2 with additions"},
                     {"first version", 8, 1, Kind::Version, "version 1 with additions"},
                 });
}

TEST(NetworkFile, TellsDamageOfTheSecondVersion) {
  const Bytes whole = network_file(some_parts(Activation::Squared, second_shape(64)));
  for (std::size_t at = 0; at < whole.size(); at += at < 300 ? 1 : 997) {
    Bytes file = whole;
    file[at] ^= std::byte{0x10};
    EXPECT_NE(error_of(file).message, "no error") << at;
  }
  for (const std::size_t size : {std::size_t{64}, whole.size() / 2, whole.size() - 1})
    EXPECT_EQ(error_of(Bytes(whole.begin(), whole.begin() + static_cast<long>(size))).kind,
              Kind::Truncated)
        << size;
}

struct Fault {
  const char* name;
  std::function<void(NetworkParts&)> make;
  Kind kind;
};

// Both the reader and the maker of networks refuse them.
TEST(NetworkParts, RefusesWhatCouldOverflowOrHarmATerminal) {
  const std::vector<Fault> faults{
      {"bias", [](NetworkParts& p) { p.feature_biases[7] = 32767; }, Kind::Weights},
      {"own officers", [](NetworkParts& p) { p.feature_weights[128 * 64 + 5] = 2200; },
       Kind::Weights},
      {"their officers", [](NetworkParts& p) { p.feature_weights[128 * (384 + 64) + 5] = -2200; },
       Kind::Weights},
      {"their king",
       [](NetworkParts& p) {
         for (std::size_t i = 384 + 320; i < 768; ++i) p.feature_weights[128 * i + 5] = 32767;
       },
       Kind::Weights},
      {"control", [](NetworkParts& p) { p.notes = "\x1b[2J"; }, Kind::Text},
      {"line", [](NetworkParts& p) { p.name = "two\nlines"; }, Kind::Text},
      {"delete", [](NetworkParts& p) { p.name = "\x7f"; }, Kind::Text},
      {"c1", [](NetworkParts& p) { p.name = "\xc2\x9b"; }, Kind::Text},
      {"overlong", [](NetworkParts& p) { p.name = "\xc0\xaf"; }, Kind::Text},
      {"surrogate", [](NetworkParts& p) { p.name = "\xed\xa0\x80"; }, Kind::Text},
      {"cut", [](NetworkParts& p) { p.name = "\xe2\x82"; }, Kind::Text},
      {"beyond", [](NetworkParts& p) { p.name = "\xf4\x90\x80\x80"; }, Kind::Text},
      {"long", [](NetworkParts& p) { p.name = std::string(65, 'x'); }, Kind::Text},
      {"width", [](NetworkParts& p) { p.shape.width = 96; }, Kind::Architecture},
      {"size", [](NetworkParts& p) { p.feature_biases.pop_back(); }, Kind::Architecture},
      {"scale", [](NetworkParts& p) { p.scale = 0; }, Kind::Architecture},
      {"outputs", [](NetworkParts& p) { p.shape.outputs = 4; }, Kind::Architecture},
      {"weights of outputs", [](NetworkParts& p) { p.shape.outputs = 8; }, Kind::Architecture},
      {"biases", [](NetworkParts& p) { p.output_biases.clear(); }, Kind::Architecture},
      {"quantum", [](NetworkParts& p) { p.shape.quantum_b = 0; }, Kind::Architecture},
  };
  for (const Fault& fault : faults) {
    NetworkParts parts = some_parts();
    ASSERT_FALSE(fault_of(parts));
    fault.make(parts);
    const auto found = fault_of(parts);
    ASSERT_TRUE(found) << fault.name;
    EXPECT_EQ(found->kind, fault.kind) << fault.name;
    EXPECT_FALSE(Network::from(parts)) << fault.name;
  }
}

TEST(NetworkParts, RefusesLargeOutputWeightsOnlyWithSquaredActivation) {
  for (const NnueShape& shape : {first_shape(128), second_shape(128)}) {
    NetworkParts parts = some_parts(Activation::Squared, shape);
    parts.output_weights.back() = -129;
    ASSERT_TRUE(fault_of(parts));
    EXPECT_EQ(fault_of(parts)->kind, Kind::Weights);
    parts.activation = Activation::Clipped;
    EXPECT_FALSE(fault_of(parts));
  }
}

TEST(NetworkFile, RefusesSignedWeightsThatCouldOverflow) {
  Bytes file = network_file(some_parts());
  std::memset(file.data() + 200, 0x7F, 1000);
  sign(file);
  EXPECT_EQ(error_of(file).kind, Kind::Weights);
}

TEST(Network, LoadsAFile) {
  const TemporaryFolder folder;
  const Bytes file = network_file(some_parts());
  folder.write("net", file);
  const auto network = Network::load(folder.path() / "net");
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ(network->name(), "random");
  EXPECT_EQ(network->width(), 128);
  EXPECT_EQ(network->scale(), 400);
  EXPECT_EQ(network->notes(), "for tests");
}

TEST(Network, NamesTheFileItCouldNotLoad) {
  const TemporaryFolder folder;
  folder.write("text", "hello");
  folder.write("huge", std::string(longest_network_file() + 1000, 'x'));
  std::filesystem::create_directory(folder.path() / "folder");
  EXPECT_TRUE(says(Network::load(folder.path() / "text").error(), "text: this is not a Tabiya"));
  EXPECT_TRUE(says(Network::load(folder.path() / "huge").error(), "huge: this is not a Tabiya"));
  const NetworkError missing = Network::load(folder.path() / "missing").error();
  EXPECT_EQ(missing.kind, Kind::Unreadable);
  EXPECT_TRUE(says(missing, "missing could not be read: No such file")) << missing.message;
  const NetworkError directory = Network::load(folder.path() / "folder").error();
  EXPECT_EQ(directory.kind, Kind::Unreadable);
  EXPECT_TRUE(says(directory, "not a regular file")) << directory.message;
}

TEST(Network, HasABuiltInOneThatEveryCallGives) {
  EXPECT_GE(Network::built_in()->width(), kLowestWidth);
  EXPECT_EQ(Network::built_in()->checksum(), Network::built_in()->checksum());
  ASSERT_TRUE(Network::parse(built_in_network_file()));
}

}  // namespace
}  // namespace tabiya::test
