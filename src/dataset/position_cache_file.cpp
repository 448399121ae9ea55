#include "dataset/position_cache_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "dataset/shard_file.h"

namespace tabiya {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

namespace {

// Another version whenever what passes a filter changes, or how it is packed: old caches must not
// be read then.
constexpr std::uint32_t kVersion = 1;

constexpr std::size_t kLargestBytes = shard::kBlockHeader + shard::kLargestBlock;

struct Header {
  std::array<char, 8> magic{'T', 'A', 'B', 'I', 'Y', 'A', 'P', 'C'};
  std::uint32_t version = kVersion;
  std::uint32_t blocks = 0;
  std::uint64_t games = 0;
  std::uint32_t skips = 0;
  std::int32_t highest_score = 0;
  std::int32_t first_ply = 0;
  std::uint32_t unused = 0;

  bool operator==(const Header&) const = default;
};
static_assert(sizeof(Header) == 40);

Header header_of(const CacheKey& key) {
  const PositionFilter& filter = key.filter;
  Header header;
  header.blocks = key.blocks;
  header.games = key.games;
  header.skips = (filter.skip_without_result ? 1U : 0U) | (filter.skip_checks ? 2U : 0U) |
                 (filter.skip_captures ? 4U : 0U);
  header.highest_score = filter.highest_score;
  header.first_ply = filter.first_ply;
  return header;
}

}  // namespace

std::size_t cache_header_bytes(std::uint32_t blocks) {
  return sizeof(Header) + sizeof(std::uint32_t) * blocks + sizeof(std::uint64_t);
}

std::vector<std::byte> cache_header(const CacheKey& key,
                                    std::span<const std::uint32_t> bytes_of_blocks) {
  const Header header = header_of(key);
  std::vector<std::byte> out(cache_header_bytes(key.blocks));
  const std::size_t checked = out.size() - sizeof(std::uint64_t);
  std::memcpy(out.data(), &header, sizeof header);
  std::memcpy(out.data() + sizeof header, bytes_of_blocks.data(), bytes_of_blocks.size_bytes());
  const std::uint64_t checksum = checksum_of(std::span(out).first(checked));
  std::memcpy(out.data() + checked, &checksum, sizeof checksum);
  return out;
}

Result<CacheFile> CacheFile::open(const std::filesystem::path& name, const CacheKey& key) {
  CacheFile file(name, shard::opened_file(name));
  const auto size = size_of_file(file.held_.descriptor());
  if (!file.held_.is_open() || !size) return failure("there is no cache");
  std::vector<std::byte> begin(cache_header_bytes(key.blocks));
  if (begin.size() > *size || !read_at(file.held_.descriptor(), 0, begin))
    return failure("the cache is cut off, or of other games");
  std::vector<std::uint32_t> bytes(key.blocks);
  std::memcpy(bytes.data(), begin.data() + sizeof(Header), std::span(bytes).size_bytes());
  if (begin != cache_header(key, bytes))
    return failure("the cache is damaged, or of other games or another filter");

  file.ends_.push_back(begin.size());
  for (const std::uint32_t more : bytes) file.ends_.push_back(file.ends_.back() + more);
  if (std::ranges::any_of(bytes, [](std::uint32_t more) { return more > kLargestBytes; }))
    return failure("the cache is damaged");
  if (file.ends_.back() != *size) return failure("the cache is cut off");
  for (std::size_t block = 0; block < bytes.size(); ++block) {
    if (bytes[block] == 0) continue;
    const auto content = file.bytes_of(block);
    if (!content || !shard::checked_block(*content)) return failure("the cache is damaged");
  }
  return file;
}

std::optional<std::vector<std::byte>> CacheFile::bytes_of(std::size_t block) const {
  std::vector<std::byte> bytes(ends_[block + 1] - ends_[block]);
  const OpenFile opened = held_.is_open() ? OpenFile() : shard::opened_file(name_);
  const OpenFile& file = held_.is_open() ? held_ : opened;
  if (bytes.empty() || !file.is_open() || !read_at(file.descriptor(), ends_[block], bytes))
    return std::nullopt;
  return bytes;
}

std::optional<std::vector<std::byte>> CacheFile::games_of(std::size_t block) const {
  const auto bytes = bytes_of(block);
  if (!bytes) return std::nullopt;
  auto games = shard::unpacked_block(*bytes);
  if (!games) return std::nullopt;
  return *std::move(games);
}

}  // namespace tabiya
