#include "dataset/shard_format.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "dataset/byte_stream.h"

namespace tabiya::shard {

namespace {

constexpr std::string_view kMagic = "TABIYADS";
constexpr std::uint32_t kVersion = 1;

template <class Number>
void put(std::vector<std::byte>& out, Number value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out.push_back(std::byte(value >> (8 * i) & 255));
}

template <class Number>
Number number_at(std::span<const std::byte> bytes, std::size_t at) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i)
    value |= static_cast<Number>(static_cast<Number>(bytes[at + i]) << (8 * i));
  return value;
}

std::vector<std::byte> block_of(const BlockHeader& header, std::span<const std::byte> payload) {
  std::vector<std::byte> block;
  block.reserve(kBlockHeader + payload.size());
  put(block, std::uint64_t{0});
  for (const std::uint32_t value : {header.packed, header.raw, header.games, header.positions})
    put(block, value);
  block.insert(block.end(), payload.begin(), payload.end());
  const std::uint64_t checksum = checksum_of(std::span(block).subspan(sizeof header.checksum));
  for (std::size_t i = 0; i < sizeof checksum; ++i) block[i] = std::byte(checksum >> (8 * i) & 255);
  return block;
}

}  // namespace

std::vector<std::byte> file_header(Kind kind) {
  std::vector<std::byte> header;
  for (const char c : kMagic) header.push_back(static_cast<std::byte>(c));
  put(header, kVersion);
  put(header, static_cast<std::uint32_t>(kind));
  return header;
}

bool never_began(std::span<const std::byte> file) {
  if (std::ranges::all_of(file, [](std::byte byte) { return byte == std::byte{0}; })) return true;
  const auto header = file_header(Kind::Open);
  return file.size() < header.size() &&
         std::ranges::equal(file, std::span(header).first(file.size()));
}

Result<Kind> kind_of(std::span<const std::byte> file) {
  if (file.size() < kFileHeader) return failure("it is too short for a file of training games");
  const auto magic = std::as_bytes(std::span(kMagic));
  if (!std::ranges::equal(file.first(magic.size()), magic))
    return failure("not a file of training games");
  const auto version = number_at<std::uint32_t>(file, 8);
  if (version != kVersion)
    return failure("its format has the number {}; this program knows {}", version, kVersion);
  const auto kind = number_at<std::uint32_t>(file, 12);
  if (kind > static_cast<std::uint32_t>(Kind::Sealed))
    return failure("byte 12 should tell whether it is sealed, and does not");
  return static_cast<Kind>(kind);
}

Result<BlockHeader> block_header_of(std::span<const std::byte> bytes) {
  const BlockHeader header{.checksum = number_at<std::uint64_t>(bytes, 0),
                           .packed = number_at<std::uint32_t>(bytes, 8),
                           .raw = number_at<std::uint32_t>(bytes, 12),
                           .games = number_at<std::uint32_t>(bytes, 16),
                           .positions = number_at<std::uint32_t>(bytes, 20)};
  if (header.is_end()) {
    if (header.packed != 0) return failure("the sizes of the block contradict each other");
    return header;
  }
  if (header.raw > kLargestBlock || header.packed > header.raw || header.packed == 0)
    return failure("the sizes of the block cannot be");
  // Each takes at least a byte: no more room is made.
  if (header.games == 0 || header.games > header.raw || header.positions > header.raw)
    return failure("the block cannot have that many games or positions");
  return header;
}

std::vector<std::byte> packed_block(std::span<const std::byte> records, std::uint32_t games,
                                    std::uint32_t positions, int level) {
  std::vector<std::byte> packed(ZSTD_compressBound(records.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), records.data(), records.size(), level);
  const bool smaller = ZSTD_isError(size) == 0 && size < records.size();
  const auto payload = smaller ? std::span<const std::byte>(packed).first(size) : records;
  return block_of({.packed = static_cast<std::uint32_t>(payload.size()),
                   .raw = static_cast<std::uint32_t>(records.size()),
                   .games = games,
                   .positions = positions},
                  payload);
}

std::vector<std::byte> end_block(std::uint32_t games, std::uint32_t positions) {
  return block_of({.games = games, .positions = positions}, {});
}

Result<BlockHeader> checked_block(std::span<const std::byte> block) {
  if (block.size() < kBlockHeader) return failure("the block is cut off");
  const auto header = block_header_of(block);
  if (!header) return std::unexpected(header.error());
  if (block.size() != kBlockHeader + header->packed) return failure("the block is cut off");
  if (checksum_of(block.subspan(sizeof header->checksum)) != header->checksum)
    return failure("the checksum of the block is wrong: the file is damaged");
  return header;
}

Result<std::vector<std::byte>> unpacked_block(std::span<const std::byte> block) {
  const auto header = checked_block(block);
  if (!header) return std::unexpected(header.error());
  const auto payload = block.subspan(kBlockHeader);
  if (header->packed == header->raw) return std::vector(payload.begin(), payload.end());
  std::vector<std::byte> records(header->raw);
  const std::size_t size =
      ZSTD_decompress(records.data(), records.size(), payload.data(), payload.size());
  if (ZSTD_isError(size) != 0 || size != records.size())
    return failure("the block cannot be decompressed");
  return records;
}

Result<std::vector<std::span<const std::byte>>> records_of(std::span<const std::byte> records,
                                                           std::uint32_t games) {
  std::vector<std::span<const std::byte>> result;
  result.reserve(games);
  ByteReader in(records);
  for (std::uint32_t game = 0; game < games; ++game) {
    const std::string_view record =
        in.text(record::kLongestRecord, "a record is longer than it may be");
    if (in.failed()) return failure("game {} of the block: {}", game + 1, in.failure());
    result.push_back(std::as_bytes(std::span(record)));
  }
  if (in.left() > 0) return failure("the block has more bytes than games");
  return result;
}

}  // namespace tabiya::shard
