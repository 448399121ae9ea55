#include "dataset/damage.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/file.h"
#include "dataset/shard_format.h"

namespace tabiya::shard {

namespace {

using Bytes = std::span<const std::byte>;

// Beyond this, trying every bit takes minutes.
constexpr std::size_t kLongestSearch = std::size_t{256} << 10;

std::optional<std::size_t> size_of_block(Bytes from_here) {
  if (from_here.size() < kBlockHeader) return std::nullopt;
  const auto header = block_header_of(from_here);
  if (!header || kBlockHeader + header->packed > from_here.size()) return std::nullopt;
  return kBlockHeader + header->packed;
}

bool is_right(Bytes from_here) {
  const auto size = size_of_block(from_here);
  return size && checksum_of(from_here.subspan(sizeof(BlockHeader::checksum),
                                               *size - sizeof(BlockHeader::checksum))) ==
                     block_header_of(from_here)->checksum;
}

// The byte of the block in which one bit is wrong.
std::optional<std::size_t> wrong_byte(Bytes from_here, const std::function<bool()>& keep_going) {
  const auto size = size_of_block(from_here);
  const std::size_t searched = size && *size <= kLongestSearch ? *size : kBlockHeader;
  std::vector<std::byte> block(
      from_here.begin(), from_here.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                 from_here.size(), kBlockHeader + kLargestBlock)));
  for (std::size_t at = 0; at < std::min(searched, block.size()); ++at) {
    if (at % 64 == 0 && !keep_going()) return std::nullopt;
    for (int bit = 0; bit < 8; ++bit) {
      block[at] ^= std::byte(1 << bit);
      const bool found = is_right(block);
      block[at] ^= std::byte(1 << bit);
      if (found) return at;
    }
  }
  return std::nullopt;
}

// The same of the bytes before the first block.
std::optional<std::size_t> wrong_byte_of_header(Bytes header) {
  for (const Kind kind : {Kind::Sealed, Kind::Open}) {
    const auto right = file_header(kind);
    std::optional<std::size_t> found;
    int bits = 0;
    for (std::size_t at = 0; at < right.size(); ++at) {
      const auto turned = std::to_integer<unsigned>(header[at] ^ right[at]);
      if (turned != 0) found = at;
      bits += std::popcount(turned);
    }
    if (bits == 1) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Damage> first_damage(Bytes file, const std::function<bool()>& keep_going) {
  if (file.size() < kFileHeader) return std::nullopt;
  const auto kind = kind_of(file);
  if (!kind) {
    const auto byte = wrong_byte_of_header(file);
    if (!byte) return std::nullopt;
    return Damage{.begin = 0, .end = kFileHeader, .byte = byte};
  }
  for (std::size_t at = kFileHeader; file.size() - at >= kBlockHeader;) {
    const Bytes rest = file.subspan(at);
    const auto size = size_of_block(rest);
    if (is_right(rest)) {
      at += *size;
      continue;
    }
    Damage damage{.begin = at, .end = std::nullopt, .byte = std::nullopt};
    if (size) damage.end = at + *size;
    if (const auto byte = wrong_byte(rest, keep_going)) damage.byte = at + *byte;
    const bool may_be_torn = *kind == Kind::Open && !size;
    if (may_be_torn && !damage.byte) return std::nullopt;
    return damage;
  }
  return std::nullopt;
}

}  // namespace tabiya::shard
