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

Result<bool> GameReader::advance() {
  while (game_ == records_.size()) {
    if (next_block_ == files_.blocks()) return false;
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
  ++game_;
  return true;
}

Result<std::optional<RecordedGame>> GameReader::next() {
  const auto is_there = advance();
  if (!is_there) return std::unexpected(is_there.error());
  if (!*is_there) return std::nullopt;
  auto game = decode_record(record());
  if (game) return *std::move(game);
  const std::string where = place();
  end();
  return failure("{}, byte {} of it: {}", where, game.error().at, game.error().message);
}

void GameReader::end() {
  next_block_ = files_.blocks();
  game_ = records_.size();
}

std::string GameReader::place() const {
  if (next_block_ == 0) return "before the first game";
  return fmt::format("{}, game {}", files_.place(next_block_ - 1), game_);
}

}  // namespace tabiya
