#include "dataset/shard_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/system.h"

namespace tabiya::shard {

namespace {

std::unexpected<Error> unreadable(const std::filesystem::path& file, int reason) {
  return failure("{} could not be read: {}", file.string(), system_message(reason));
}

std::unexpected<Error> damaged(const std::filesystem::path& file, std::uint64_t at,
                               std::string_view what) {
  return failure("{}: {}", place_text(file, at), what);
}

struct Opened {
  Kind kind;
  std::uint64_t size;
};

Result<Opened> look_at(const OpenFile& file, const std::filesystem::path& name) {
  if (!file.is_open()) return unreadable(name, errno);
  const auto size = size_of_file(file.descriptor());
  if (!size) return failure("{} is not a file of training games", name.string());
  std::array<std::byte, kFileHeader> header{};
  const auto there = std::span(header).first(std::min<std::size_t>(*size, kFileHeader));
  if (!read_at(file.descriptor(), 0, there)) return unreadable(name, errno);
  if (name.extension() == ".open" && never_began(there))
    return Opened{.kind = Kind::Open, .size = kFileHeader};
  const auto kind = kind_of(there);
  if (!kind) return failure("{}: {}", name.string(), kind.error().message);
  return Opened{.kind = *kind, .size = *size};
}

}  // namespace

std::string place_text(const std::filesystem::path& file, std::uint64_t at) {
  return fmt::format("{}, byte {}", file.string(), at);
}

OpenFile opened_file(const std::filesystem::path& name) {
  return {name.string(), O_RDONLY | O_NONBLOCK};
}

Result<Index> index_of(const std::filesystem::path& name) {
  return index_of(opened_file(name), name);
}

Result<Index> index_of(const OpenFile& file, const std::filesystem::path& name) {
  const auto opened = look_at(file, name);
  if (!opened) return std::unexpected(opened.error());
  Index index{
      .kind = opened->kind, .blocks = {}, .count = {}, .end = kFileHeader, .size = opened->size};
  const bool sealed = index.kind == Kind::Sealed;
  while (index.size - index.end >= kBlockHeader) {
    std::array<std::byte, kBlockHeader> bytes{};
    if (!read_at(file.descriptor(), index.end, bytes)) return unreadable(name, errno);
    const auto header = block_header_of(bytes);
    if (!header) return damaged(name, index.end, header.error().message);
    // Room that a loss of power left unwritten is a torn end, too.
    if (!sealed && bytes == std::array<std::byte, kBlockHeader>{}) break;
    if (header->is_end()) {
      if (!sealed) return damaged(name, index.end, "an open shard has no end");
      if (header->games != index.count.games || header->positions != index.count.positions)
        return damaged(name, index.end, "the shard should have more or fewer games");
      if (index.end + kBlockHeader != index.size)
        return damaged(name, index.end + kBlockHeader, "there are bytes behind the end");
      const auto checked = unpacked_block(bytes);
      if (!checked) return damaged(name, index.end, checked.error().message);
      index.end = index.size;
      return index;
    }
    const std::uint64_t end = index.end + kBlockHeader + header->packed;
    if (end > index.size) break;
    index.blocks.push_back({.at = index.end, .header = *header});
    index.count.games += header->games;
    index.count.positions += header->positions;
    index.end = end;
  }
  if (sealed) return damaged(name, index.end, "the file is cut off");
  return index;
}

Result<DataCount> count_of_sealed(const std::filesystem::path& name) {
  const OpenFile file = opened_file(name);
  const auto opened = look_at(file, name);
  if (!opened) return std::unexpected(opened.error());
  if (opened->kind != Kind::Sealed || opened->size < kFileHeader + kBlockHeader)
    return damaged(name, opened->size, "the file is cut off");
  std::array<std::byte, kBlockHeader> bytes{};
  const std::uint64_t at = opened->size - kBlockHeader;
  if (!read_at(file.descriptor(), at, bytes)) return unreadable(name, errno);
  const auto header = block_header_of(bytes);
  if (!header || !header->is_end() || !unpacked_block(bytes))
    return damaged(name, at, "the file is cut off or damaged");
  return DataCount{.games = header->games, .positions = header->positions};
}

Result<std::vector<std::byte>> read_block(const std::filesystem::path& name,
                                          const BlockPlace& place) {
  return read_block(opened_file(name), name, place);
}

Result<std::vector<std::byte>> read_block(const OpenFile& file, const std::filesystem::path& name,
                                          const BlockPlace& place) {
  if (!file.is_open()) return unreadable(name, errno);
  std::vector<std::byte> block(kBlockHeader + place.header.packed);
  if (!read_at(file.descriptor(), place.at, block)) {
    if (errno != 0) return unreadable(name, errno);
    return damaged(name, place.at, "the file is cut off");
  }
  auto records = unpacked_block(block);
  if (!records) return damaged(name, place.at, records.error().message);
  // The index may be older than the file.
  if (records->size() != place.header.raw)
    return damaged(name, place.at, "the file was changed while it was read");
  return records;
}

}  // namespace tabiya::shard
