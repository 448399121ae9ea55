// The bytes of a shard: a file header, then blocks of games with a checksum each, and in a sealed
// shard a last block without games that tells how many there are. docs/data.md has the picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/record_format.h"

namespace tabiya::shard {

enum class Kind : std::uint8_t {
  Open,    // takes games; its last block may be torn
  Sealed,  // complete, or damaged
};

inline constexpr std::size_t kFileHeader = 16;
inline constexpr std::size_t kBlockHeader = 24;
// Records of one block, uncompressed. A block has at least one game, and any game fits.
inline constexpr std::size_t kLargestBlock = 2 * record::kLongestRecord;
// Enough for good compression, and small beside the blocks that are shuffled at once.
inline constexpr std::size_t kUsualBlock = std::size_t{128} << 10;

std::vector<std::byte> file_header(Kind);
// The first bytes of a file; at least kFileHeader, or that is the error.
// An open shard whose writer died, or lost power, before its first bytes were on the disk: a part
// of the file header, or zeros. Any piece of the file from its beginning will do.
bool never_began(std::span<const std::byte> file);

Result<Kind> kind_of(std::span<const std::byte> file);

struct BlockHeader {
  std::uint64_t checksum = 0;   // of all that follows
  std::uint32_t packed = 0;     // bytes behind the header
  std::uint32_t raw = 0;        // bytes of the records; the same number if they are not compressed
  std::uint32_t games = 0;      // of the whole shard in the last block of a sealed one,
  std::uint32_t positions = 0;  // where packed and raw are 0

  bool is_end() const { return raw == 0; }
};

// Precondition: kBlockHeader bytes. The error says what cannot be; the checksum is not looked at.
Result<BlockHeader> block_header_of(std::span<const std::byte>);

// A whole block, header and all. Precondition: no more than kLargestBlock bytes.
std::vector<std::byte> packed_block(std::span<const std::byte> records, std::uint32_t games,
                                    std::uint32_t positions, int level);
std::vector<std::byte> end_block(std::uint32_t games, std::uint32_t positions);

// Checks the whole block, header and payload, as far as its checksum tells.
Result<BlockHeader> checked_block(std::span<const std::byte> block);

// The same, and gives its records.
Result<std::vector<std::byte>> unpacked_block(std::span<const std::byte> block);

// The records of a block, each of which begins with its length.
Result<std::vector<std::span<const std::byte>>> records_of(std::span<const std::byte> records,
                                                           std::uint32_t games);

}  // namespace tabiya::shard
