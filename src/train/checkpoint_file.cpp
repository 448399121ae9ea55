#include "train/checkpoint_file.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/file.h"
#include "base/result.h"

namespace tabiya {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

using Checksum = decltype(checksum_of({}));

CheckpointWriter::CheckpointWriter(const CheckpointKind& kind) {
  raw(std::as_bytes(std::span(kind.magic)));
  number(kind.version);
}

void CheckpointWriter::doubles(std::span<const double> values) {
  number(static_cast<std::uint32_t>(values.size()));
  raw(std::as_bytes(values));
}

void CheckpointWriter::cursor(const ShuffleCursor& cursor) {
  for (const std::uint64_t part : {cursor.epoch, cursor.chunk, cursor.offset}) number(part);
}

std::vector<std::byte> CheckpointWriter::sealed() && {
  number(checksum_of(bytes_));
  return std::move(bytes_);
}

Result<CheckpointReader> CheckpointReader::open(std::span<const std::byte> file,
                                                const CheckpointKind& kind) {
  const std::size_t magic = kind.magic.size();
  if (file.size() < magic || std::memcmp(file.data(), kind.magic.data(), magic) != 0)
    return failure("this is not a checkpoint of {}", kind.trainer);
  if (file.size() < magic + sizeof kind.version + sizeof(Checksum))
    return failure("the checkpoint is cut off");
  const auto content = file.first(file.size() - sizeof(Checksum));
  CheckpointReader reader(content.subspan(magic));
  // Before the checksum: another format may have another one.
  if (const auto version = reader.number<std::uint32_t>(); version != kind.version)
    return failure("the checkpoint has format version {}; this program reads version {}", version,
                   kind.version);
  Checksum checksum{};
  std::memcpy(&checksum, file.last(sizeof checksum).data(), sizeof checksum);
  if (checksum != checksum_of(content))
    return failure("the checkpoint is cut off or damaged: its checksum is wrong");
  return reader;
}

void CheckpointReader::take(std::span<std::byte> out) {
  if (failed_ || out.size() > rest_.size()) {
    failed_ = true;
    rest_ = {};
    if (!out.empty()) std::memset(out.data(), 0, out.size());
    return;
  }
  if (!out.empty()) std::memcpy(out.data(), rest_.data(), out.size());
  rest_ = rest_.subspan(out.size());
}

std::size_t CheckpointReader::lasting(std::uint64_t count, std::size_t size) {
  if (count > rest_.size() / size) failed_ = true;
  return failed_ ? 0 : static_cast<std::size_t>(count);
}

std::string CheckpointReader::text() {
  std::string text(lasting(number<std::uint32_t>()), '\0');
  take(std::as_writable_bytes(std::span(text)));
  return text;
}

std::vector<float> CheckpointReader::floats(std::uint64_t count) {
  std::vector<float> values(lasting(count, sizeof(float)));
  take(std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<double> CheckpointReader::doubles() {
  std::vector<double> values(lasting(number<std::uint32_t>(), sizeof(double)));
  take(std::as_writable_bytes(std::span(values)));
  return values;
}

ShuffleCursor CheckpointReader::cursor() {
  ShuffleCursor cursor;
  for (std::uint64_t* const part : {&cursor.epoch, &cursor.chunk, &cursor.offset})
    *part = number<std::uint64_t>();
  return cursor;
}

}  // namespace tabiya
