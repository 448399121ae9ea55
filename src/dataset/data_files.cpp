#include "dataset/data_files.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"

namespace tabiya {

Result<DataFiles> DataFiles::open(std::span<const std::filesystem::path> files_and_folders) {
  DataFiles data;
  for (const std::filesystem::path& path : files_and_folders) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      if (auto added = data.add(path); !added) return std::unexpected(added.error());
      continue;
    }
    const auto shards = shards_in(path);
    if (!shards) return std::unexpected(shards.error());
    if (shards->empty()) return failure("There are no training games in {}", path.string());
    for (const ShardName& shard : *shards) {
      auto added = data.add(shard.file);
      // Its writer may have sealed it just now.
      if (!added && !shard.sealed && !std::filesystem::exists(shard.file, error))
        added = data.add(shard_file(path, shard.number, true));
      if (!added) return std::unexpected(added.error());
    }
  }
  return data;
}

Result<void> DataFiles::add(const std::filesystem::path& file) {
  auto opened = std::make_shared<const OpenFile>(shard::opened_file(file));
  auto index = shard::index_of(*opened, file);
  if (!index) return std::unexpected(index.error());
  const std::size_t first_block = blocks_.size();
  for (const shard::BlockPlace& place : index->blocks)
    blocks_.push_back({.file = files_.size(), .place = place});
  count_.games += index->count.games;
  count_.positions += index->count.positions;
  bytes_ += index->end;
  if (index->kind == shard::Kind::Sealed) opened.reset();
  files_.push_back({.name = file, .first_block = first_block, .held = std::move(opened)});
  return {};
}

DataFiles::FileBlocks DataFiles::file(std::size_t n) const {
  const std::size_t first = files_[n].first_block;
  const std::size_t end = n + 1 < files_.size() ? files_[n + 1].first_block : blocks_.size();
  return {.name = files_[n].name, .first = first, .count = end - first};
}

std::uint64_t DataFiles::fingerprint(std::size_t first, std::size_t count) const {
  std::vector<std::uint64_t> checksums;
  checksums.reserve(count);
  for (const Block& block : std::span(blocks_).subspan(first, count))
    checksums.push_back(block.place.header.checksum);
  return checksum_of(std::as_bytes(std::span(checksums)));
}

Result<std::vector<std::byte>> DataFiles::read(std::size_t block) const {
  const Block& wanted = blocks_[block];
  const File& file = files_[wanted.file];
  return file.held ? shard::read_block(*file.held, file.name, wanted.place)
                   : shard::read_block(file.name, wanted.place);
}

std::string DataFiles::place(std::size_t block) const {
  return shard::place_text(files_[blocks_[block].file].name, blocks_[block].place.at);
}

}  // namespace tabiya
