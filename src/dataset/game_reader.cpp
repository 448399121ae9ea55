#include "dataset/game_reader.h"

#include <fmt/format.h>

#include <utility>

#include "base/result.h"

namespace tabiya {

Result<GameReader> GameReader::open(std::span<const std::filesystem::path> files_and_folders) {
  auto files = DataFiles::open(files_and_folders);
  if (!files) return std::unexpected(files.error());
  return GameReader(*std::move(files));
}

Result<std::optional<std::span<const std::byte>>> GameReader::next_record() {
  while (game_ == records_.size()) {
    if (next_block_ == files_.blocks()) return std::nullopt;
    const std::size_t block = next_block_++;
    auto bytes = files_.read(block);
    if (!bytes) {
      end();
      return std::unexpected(bytes.error());
    }
    auto records = shard::records_of(*bytes, files_.header(block).games);
    if (!records) {
      end();
      return failure("{}: {}", files_.place(block), records.error().message);
    }
    block_ = *std::move(bytes);
    records_ = *std::move(records);
    game_ = 0;
  }
  return records_[game_++];
}

Result<std::optional<RecordedGame>> GameReader::next() {
  const auto record = next_record();
  if (!record) return std::unexpected(record.error());
  if (!*record) return std::nullopt;
  auto game = decode_record(**record);
  if (game) return *std::move(game);
  std::string error = complaint(game.error());
  end();
  return failure("{}", error);
}

void GameReader::end() {
  next_block_ = files_.blocks();
  game_ = records_.size();
}

std::string GameReader::place() const {
  if (next_block_ == 0) return "before the first game";
  return fmt::format("{}, game {}", files_.place(next_block_ - 1), game_);
}

std::string GameReader::complaint(const RecordError& error) const {
  return fmt::format("{}, byte {} of it: {}", place(), error.at, error.message);
}

}  // namespace tabiya
