// The file, all numbers little endian:
//
//   8 bytes   "TabiyaAZ"
//   u32       format version, 1
//   texts     u32 how many, then for each u32 length and bytes: the settings, "name=value"
//   u64       positions of the data, step, cursor (epoch, chunk, offset), steps summed, steps of
//             Adam: seven numbers
//   f64       rate factor, sums of the losses of policy and value and of same moves: four numbers
//   rows      u32 how many, then for each nine f64, in the order of AzRow
//   arrays    u32 how many, then for each its name (u32 length, bytes), u32 dimensions, u64 for
//   each
//             of them, and its f32
//   u64       XXH3 of all before
#include "train/az/checkpoint.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "base/atomic_file.h"
#include "base/checksum.h"
#include "base/read_file.h"

namespace tabiya {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

constexpr std::string_view kMagic = "TabiyaAZ";
constexpr std::uint32_t kVersion = 1;
// The largest network has 200 million weights, of which a checkpoint has four sets.
constexpr std::size_t kLongestFile = std::size_t{4} << 30;

class Writer {
 public:
  template <class Number>
  void number(Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    raw(&value, sizeof value);
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    raw(text.data(), text.size());
  }
  void raw(const void* from, std::size_t count) {
    const auto* const bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// After the first thing that is not there all answers are empty, and ok() is false.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number value{};
    raw(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string text(lasting(number<std::uint32_t>()), '\0');
    raw(text.data(), text.size());
    return text;
  }
  std::vector<float> floats(std::uint64_t count) {
    std::vector<float> values(lasting(count, sizeof(float)));
    raw(values.data(), values.size() * sizeof(float));
    return values;
  }
  // How many things of that size follow, if there can be so many.
  std::size_t lasting(std::uint64_t count, std::size_t size = 1) {
    if (count > bytes_.size() / size) ok_ = false;
    return ok_ ? static_cast<std::size_t>(count) : 0;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  void raw(void* to, std::size_t count) {
    if (!ok_ || count > bytes_.size()) {
      ok_ = false;
      return;
    }
    if (count > 0) std::memcpy(to, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

template <class Row, class Visit>
void for_each_number(Row& row, Visit visit) {
  for (auto* number :
       {&row.step, &row.positions, &row.rate, &row.policy, &row.value, &row.same_move,
        &row.validation_policy, &row.validation_value, &row.validation_same_move})
    visit(*number);
}

NamedArray array_from(Reader& reader) {
  NamedArray array;
  array.name = reader.text();
  array.dims.resize(reader.lasting(reader.number<std::uint32_t>(), sizeof(std::uint64_t)));
  std::uint64_t count = 1;
  for (std::int64_t& dim : array.dims) {
    const auto size = reader.number<std::uint64_t>();
    // So that products cannot overflow: neither factor is above the file's length.
    dim = static_cast<std::int64_t>(reader.lasting(size));
    count = reader.lasting(count * static_cast<std::uint64_t>(dim));
  }
  array.values = reader.floats(count);
  return array;
}

}  // namespace

std::vector<std::byte> bytes_of(const AzCheckpoint& checkpoint) {
  Writer writer;
  std::size_t floats = 0;
  for (const NamedArray& array : checkpoint.learner.arrays) floats += array.values.size();
  writer.bytes().reserve(floats * sizeof(float) + (std::size_t{1} << 16));
  writer.raw(kMagic.data(), kMagic.size());
  writer.number(kVersion);
  const std::vector<std::string> lines = lines_of(checkpoint.settings);
  writer.number(static_cast<std::uint32_t>(lines.size()));
  for (const std::string& line : lines) writer.text(line);
  for (const std::uint64_t number :
       {checkpoint.data_positions, checkpoint.step, checkpoint.cursor.epoch,
        checkpoint.cursor.chunk, checkpoint.cursor.offset, checkpoint.steps_summed,
        checkpoint.learner.steps})
    writer.number(number);
  for (const double number : {checkpoint.rate_factor, checkpoint.sums.policy, checkpoint.sums.value,
                              checkpoint.sums.same_move})
    writer.number(number);
  writer.number(static_cast<std::uint32_t>(checkpoint.rows.size()));
  for (const AzRow& row : checkpoint.rows)
    for_each_number(row, [&](double number) { writer.number(number); });
  writer.number(static_cast<std::uint32_t>(checkpoint.learner.arrays.size()));
  for (const NamedArray& array : checkpoint.learner.arrays) {
    writer.text(array.name);
    writer.number(static_cast<std::uint32_t>(array.dims.size()));
    for (const std::int64_t dim : array.dims) writer.number(static_cast<std::uint64_t>(dim));
    writer.raw(array.values.data(), array.values.size() * sizeof(float));
  }
  writer.number(checksum_of(writer.bytes()));
  return std::move(writer.bytes());
}

std::expected<AzCheckpoint, std::string> checkpoint_of(std::span<const std::byte> bytes) {
  const auto wrong = [](std::string text) { return std::unexpected(std::move(text)); };
  constexpr std::size_t shortest = kMagic.size() + sizeof kVersion + sizeof(std::uint64_t);
  if (bytes.size() < shortest || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    return wrong("this is not a checkpoint of tabiya train az");
  Reader reader(bytes.subspan(kMagic.size(), bytes.size() - kMagic.size() - sizeof(std::uint64_t)));
  if (const auto version = reader.number<std::uint32_t>(); version != kVersion)
    return wrong(fmt::format("the checkpoint has format version {}; this program reads version {}",
                             version, kVersion));
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, bytes.last(sizeof checksum).data(), sizeof checksum);
  if (checksum != checksum_of(bytes.first(bytes.size() - sizeof checksum)))
    return wrong("the checkpoint does not fit its checksum: it is damaged");

  AzCheckpoint checkpoint;
  std::vector<std::string> lines(
      reader.lasting(reader.number<std::uint32_t>(), sizeof(std::uint32_t)));
  for (std::string& line : lines) line = reader.text();
  for (std::uint64_t* number :
       {&checkpoint.data_positions, &checkpoint.step, &checkpoint.cursor.epoch,
        &checkpoint.cursor.chunk, &checkpoint.cursor.offset, &checkpoint.steps_summed,
        &checkpoint.learner.steps})
    *number = reader.number<std::uint64_t>();
  for (double* number : {&checkpoint.rate_factor, &checkpoint.sums.policy, &checkpoint.sums.value,
                         &checkpoint.sums.same_move})
    *number = reader.number<double>();
  checkpoint.rows.resize(reader.lasting(reader.number<std::uint32_t>(), sizeof(AzRow)));
  for (AzRow& row : checkpoint.rows)
    for_each_number(row, [&](double& number) { number = reader.number<double>(); });
  checkpoint.learner.arrays.resize(
      reader.lasting(reader.number<std::uint32_t>(), 2 * sizeof(std::uint32_t)));
  for (NamedArray& array : checkpoint.learner.arrays) array = array_from(reader);
  if (!reader.ok() || !reader.at_end()) return wrong("the checkpoint is not as long as it says");
  auto settings = az_settings(lines);
  if (!settings)
    return wrong(fmt::format("the checkpoint has wrong settings: {}", settings.error()));
  checkpoint.settings = *std::move(settings);
  return checkpoint;
}

std::expected<void, std::string> write_checkpoint(const std::filesystem::path& file,
                                                  const AzCheckpoint& checkpoint) {
  return write_file_atomically(file, bytes_of(checkpoint));
}

std::expected<AzCheckpoint, std::string> read_checkpoint(const std::filesystem::path& file) {
  const auto bytes = read_file(file, kLongestFile);
  if (!bytes) return std::unexpected(bytes.error());
  if (bytes->size() > kLongestFile)
    return std::unexpected(
        fmt::format("{}: this is not a checkpoint of tabiya train az", file.string()));
  auto checkpoint = checkpoint_of(*bytes);
  if (!checkpoint) return std::unexpected(fmt::format("{}: {}", file.string(), checkpoint.error()));
  return checkpoint;
}

}  // namespace tabiya
