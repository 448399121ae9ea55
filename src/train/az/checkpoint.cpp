// The file, all numbers little endian:
//
//   8 bytes   "TabiyaAZ"
//   u32       format version, 2
//   texts     u32 how many, then for each u32 length and bytes: the settings, "name=value"
//   u64       positions of the data, their fingerprint, step, cursor (epoch, chunk, offset), steps
//             summed, steps of Adam: eight numbers
//   f64       rate factor, sums of the losses of policy and value and of same moves: four numbers
//   rows      u32 how many, then for each nine f64, in the order of AzRow
//   arrays    u32 how many, then for each its name (u32 length, bytes), u32 dimensions, u64 for
//             each of them, and its f32
//   u64       XXH3 of all before
#include "train/az/checkpoint.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/read_file.h"
#include "base/result.h"
#include "train/checkpoint_file.h"

namespace tabiya {

namespace {

constexpr CheckpointKind kKind{.magic = "TabiyaAZ", .version = 2, .trainer = "tabiya train az"};
// The largest network has 200 million weights, of which a checkpoint has four sets.
constexpr std::size_t kLongestFile = std::size_t{4} << 30;

template <class Row, class Visit>
void for_each_number(Row& row, Visit visit) {
  for (auto* number :
       {&row.step, &row.positions, &row.rate, &row.policy, &row.value, &row.same_move,
        &row.validation_policy, &row.validation_value, &row.validation_same_move})
    visit(*number);
}

NamedArray array_from(CheckpointReader& reader) {
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
  std::size_t floats = 0;
  for (const NamedArray& array : checkpoint.learner.arrays) floats += array.values.size();
  CheckpointWriter writer(kKind, floats * sizeof(float) + (std::size_t{1} << 16));
  const std::vector<std::string> lines = lines_of(checkpoint.settings);
  writer.number(static_cast<std::uint32_t>(lines.size()));
  for (const std::string& line : lines) writer.text(line);
  writer.number(checkpoint.data_positions);
  writer.number(checkpoint.fingerprint);
  writer.number(checkpoint.step);
  writer.cursor(checkpoint.cursor);
  writer.number(checkpoint.steps_summed);
  writer.number(checkpoint.learner.steps);
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
    writer.floats(array.values);
  }
  return std::move(writer).sealed();
}

Result<AzCheckpoint> checkpoint_of(std::span<const std::byte> bytes) {
  auto opened = CheckpointReader::open(bytes, kKind);
  if (!opened) return std::unexpected(opened.error());
  CheckpointReader& reader = *opened;

  AzCheckpoint checkpoint;
  std::vector<std::string> lines(
      reader.lasting(reader.number<std::uint32_t>(), sizeof(std::uint32_t)));
  for (std::string& line : lines) line = reader.text();
  checkpoint.data_positions = reader.number<std::uint64_t>();
  checkpoint.fingerprint = reader.number<std::uint64_t>();
  checkpoint.step = reader.number<std::uint64_t>();
  checkpoint.cursor = reader.cursor();
  checkpoint.steps_summed = reader.number<std::uint64_t>();
  checkpoint.learner.steps = reader.number<std::uint64_t>();
  for (double* number : {&checkpoint.rate_factor, &checkpoint.sums.policy, &checkpoint.sums.value,
                         &checkpoint.sums.same_move})
    *number = reader.number<double>();
  checkpoint.rows.resize(reader.lasting(reader.number<std::uint32_t>(), sizeof(AzRow)));
  for (AzRow& row : checkpoint.rows)
    for_each_number(row, [&](double& number) { number = reader.number<double>(); });
  checkpoint.learner.arrays.resize(
      reader.lasting(reader.number<std::uint32_t>(), 2 * sizeof(std::uint32_t)));
  for (NamedArray& array : checkpoint.learner.arrays) array = array_from(reader);
  if (!reader.is_whole()) return failure("the checkpoint is not as long as it says");
  if (!std::isfinite(checkpoint.rate_factor) || !checkpoint.learner.is_finite())
    return failure("the checkpoint is damaged: some of its numbers are not finite");
  auto settings = az_settings(lines);
  if (!settings) return failure("the checkpoint has wrong settings: {}", settings.error().message);
  checkpoint.settings = *std::move(settings);
  return checkpoint;
}

Result<AzCheckpoint> read_checkpoint(const std::filesystem::path& file) {
  const auto bytes = read_file(file, kLongestFile);
  if (!bytes) return std::unexpected(bytes.error());
  if (bytes->size() > kLongestFile)
    return failure("{}: this is not a checkpoint of tabiya train az", file.string());
  auto checkpoint = checkpoint_of(*bytes);
  if (!checkpoint) return failure("{}: {}", file.string(), checkpoint.error().message);
  return checkpoint;
}

}  // namespace tabiya
