#include "dataset/open_shard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <vector>

#include "base/atomic_file.h"
#include "base/file.h"
#include "base/result.h"
#include "base/system.h"
#include "dataset/byte_stream.h"
#include "dataset/shard_format.h"

namespace tabiya {

namespace {

using Bytes = std::span<const std::byte>;

// Games wait here only until they are sealed.
constexpr int kQuickLevel = 1;
constexpr int kSealedLevel = 9;

constexpr std::size_t kLargestOpenShard = std::size_t{2} << 30;

std::unexpected<Error> not_done(const std::filesystem::path& file, std::string_view what,
                                int reason) {
  return failure("{} could not be {}: {}", file.string(), what, system_message(reason));
}

// What lies behind the whole blocks of a shard.
struct Tail {
  std::size_t begins = shard::kFileHeader;
  DataCount before;
  bool is_explained = true;  // a last game that was not written to its end, or nothing
};

// A loss of power can leave a part of the file that was never written: zeros.
bool is_unwritten(Bytes bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

// Whether games follow that were written to their end. The size that a block tells of itself may be
// what is wrong; then it seems to reach beyond the file, and so does a game that was cut off.
bool holds_a_game(Bytes bytes) {
  for (std::size_t at = 1; at + shard::kBlockHeader <= bytes.size(); ++at) {
    const Bytes rest = bytes.subspan(at);
    const auto header = shard::block_header_of(rest);
    if (!header || header->games != 1) continue;
    const std::size_t size = shard::kBlockHeader + header->packed;
    if (size <= rest.size() && shard::unpacked_block(rest.first(size))) return true;
  }
  return false;
}

Tail tail_of(Bytes file) {
  Tail tail;
  while (tail.begins < file.size()) {
    const Bytes rest = file.subspan(tail.begins);
    if (rest.size() < shard::kBlockHeader) return tail;
    const auto header = shard::block_header_of(rest);
    const std::size_t size = header ? shard::kBlockHeader + header->packed : 0;
    const bool cut_off = header && header->games == 1 && size > rest.size();
    if (!header || header->is_end() || size > rest.size() ||
        !shard::unpacked_block(rest.first(size))) {
      tail.is_explained = (cut_off && !holds_a_game(rest)) || is_unwritten(rest);
      return tail;
    }
    tail.before.games += header->games;
    tail.before.positions += header->positions;
    tail.begins += size;
  }
  return tail;
}

}  // namespace

Result<OpenShard> OpenShard::open(const std::filesystem::path& name) {
  OpenFile file(name.string(), O_RDWR | O_CREAT);
  if (!file.is_open()) return not_done(name, "opened", errno);
  OpenShard shard(name, std::move(file));
  if (auto mended = shard.mend(); !mended) return std::unexpected(mended.error());
  return shard;
}

Result<void> OpenShard::mend() {
  const auto content = read_file(name_, kLargestOpenShard);
  if (!content) return std::unexpected(content.error());
  const auto header = shard::file_header(shard::Kind::Open);
  if (shard::never_began(*content)) return write_at_end(header);
  const auto kind = shard::kind_of(*content);
  if (!kind) return failure("{}: {}", name_.string(), kind.error().message);
  if (*kind != shard::Kind::Open)
    return failure("{} is a sealed shard: its name should end in .games", name_.string());

  const Tail tail = tail_of(*content);
  if (!tail.is_explained) {
    std::filesystem::path torn = name_;
    torn.replace_extension(fmt::format("{}.torn", tail.begins));
    if (auto kept = write_file_atomically(torn, Bytes(*content).subspan(tail.begins)); !kept)
      return kept;
    torn_ = torn;
  }
  size_ = tail.begins;
  count_ = tail.before;
  if (ftruncate(file_.descriptor(), static_cast<off_t>(size_)) != 0)
    return not_done(name_, "shortened", errno);
  return {};
}

Result<void> OpenShard::write_at_end(Bytes bytes) {
  // What a failed write may have left there.
  if (ftruncate(file_.descriptor(), static_cast<off_t>(size_)) != 0)
    return not_done(name_, "written", errno);
  if (!write_at(file_.descriptor(), size_, bytes)) {
    const int reason = errno;
    // If this fails as well, the next write tries it again, and so does the next writer.
    [[maybe_unused]] const int cut = ftruncate(file_.descriptor(), static_cast<off_t>(size_));
    return not_done(name_, "written", reason);
  }
  size_ += bytes.size();
  return {};
}

Result<void> OpenShard::append(Bytes record, std::uint32_t positions) {
  std::vector<std::byte> raw;
  ByteWriter(raw).number(record.size());
  raw.insert(raw.end(), record.begin(), record.end());
  if (auto written = write_at_end(shard::packed_block(raw, 1, positions, kQuickLevel)); !written)
    return written;
  count_.games += 1;
  count_.positions += positions;
  return {};
}

Result<void> OpenShard::seal_as(const std::filesystem::path& sealed) {
  const auto content = read_file(name_, kLargestOpenShard);
  if (!content) return std::unexpected(content.error());
  std::vector<std::byte> out = shard::file_header(shard::Kind::Sealed);
  std::vector<std::byte> records;
  std::uint32_t games = 0;
  std::uint32_t positions = 0;
  const auto finish_block = [&] {
    if (games == 0) return;
    const auto block = shard::packed_block(records, games, positions, kSealedLevel);
    out.insert(out.end(), block.begin(), block.end());
    records.clear();
    games = positions = 0;
  };
  for (std::size_t at = shard::kFileHeader; at < size_;) {
    const Bytes rest = Bytes(*content).subspan(std::min(at, content->size()));
    const auto header = rest.size() < shard::kBlockHeader ? failure("the file is cut off")
                                                          : shard::block_header_of(rest);
    const std::size_t size = header ? shard::kBlockHeader + header->packed : 0;
    const auto raw = header ? shard::unpacked_block(rest.first(std::min(size, rest.size())))
                            : std::unexpected(header.error());
    if (!raw)
      return failure("{} was damaged while it was open, byte {}: {}", name_.string(), at,
                     raw.error().message);
    if (records.size() + raw->size() > shard::kUsualBlock) finish_block();
    records.insert(records.end(), raw->begin(), raw->end());
    games += header->games;
    positions += header->positions;
    at += size;
  }
  finish_block();
  const auto end = shard::end_block(static_cast<std::uint32_t>(count_.games),
                                    static_cast<std::uint32_t>(count_.positions));
  out.insert(out.end(), end.begin(), end.end());
  if (auto written = write_file_atomically(sealed, out); !written) return written;
  // If the open one stays, because of a crash or an error, nobody reads it any more, and the next
  // writer removes it.
  std::error_code ignored;
  std::filesystem::remove(name_, ignored);
  return {};
}

}  // namespace tabiya
