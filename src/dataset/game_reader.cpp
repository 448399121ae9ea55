#include "dataset/game_reader.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "dataset/data_folder.h"

namespace tabiya {

namespace {

using Failure = std::unexpected<std::string>;

std::expected<std::vector<std::filesystem::path>, std::string> shard_files(
    std::span<const std::filesystem::path> files_and_folders) {
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& path : files_and_folders) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const auto shards = shards_in(path);
    if (!shards) return Failure(shards.error());
    if (shards->empty())
      return Failure(fmt::format("There are no training games in {}", path.string()));
    for (const ShardName& shard : *shards) files.push_back(shard.file);
  }
  return files;
}

}  // namespace

std::expected<GameReader, std::string> GameReader::open(
    std::span<const std::filesystem::path> files_and_folders) {
  const auto files = shard_files(files_and_folders);
  if (!files) return Failure(files.error());
  GameReader reader;
  for (const std::filesystem::path& file : *files) {
    auto index = shard::index_of(file);
    if (!index) return Failure(index.error());
    reader.count_.games += index->count.games;
    reader.count_.positions += index->count.positions;
    reader.bytes_ += index->end;
    reader.shards_.push_back({.file = file, .index = *std::move(index)});
  }
  return reader;
}

std::expected<std::optional<std::span<const std::byte>>, std::string> GameReader::next_record() {
  while (game_ == records_.size()) {
    while (shard_ < shards_.size() && block_ == shards_[shard_].index.blocks.size()) {
      ++shard_;
      block_ = 0;
    }
    if (shard_ == shards_.size()) return std::nullopt;
    const Shard& shard = shards_[shard_];
    const shard::BlockPlace& place = shard.index.blocks[block_];
    auto bytes = shard::read_block(shard.file, place);
    auto records =
        bytes ? shard::records_of(*bytes, place.header.games) : std::unexpected(std::string());
    if (!bytes || !records) {
      shard_ = shards_.size();
      return Failure(
          !bytes ? bytes.error()
                 : fmt::format("{}: {}", shard::place_text(shard.file, place.at), records.error()));
    }
    block_bytes_ = *std::move(bytes);
    records_ = *std::move(records);
    game_ = 0;
    last_shard_ = &shard;
    last_block_at_ = place.at;
    ++block_;
  }
  return records_[game_++];
}

std::expected<std::optional<RecordedGame>, std::string> GameReader::next() {
  const auto record = next_record();
  if (!record) return Failure(record.error());
  if (!*record) return std::nullopt;
  auto game = decode_record(**record);
  if (game) return *std::move(game);
  auto error = fmt::format("{}, byte {} of it: {}", place(), game.error().at, game.error().message);
  shard_ = shards_.size();
  game_ = records_.size();
  return Failure(std::move(error));
}

std::string GameReader::place() const {
  if (last_shard_ == nullptr) return "before the first game";
  return fmt::format("{}, game {}", shard::place_text(last_shard_->file, last_block_at_), game_);
}

}  // namespace tabiya
