// All games of files and folders, one after another, with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dataset/game_record.h"
#include "dataset/recorded_game.h"
#include "dataset/shard_file.h"

namespace tabiya {

class GameReader {
 public:
  // Folders stand for the shards in them. Looks at all files before it begins: the error is that
  // one of them cannot be read, is no shard or is cut off, or that there is none.
  static std::expected<GameReader, std::string> open(
      std::span<const std::filesystem::path> files_and_folders);

  DataCount count() const { return count_; }  // as the files tell it
  std::uint64_t bytes() const { return bytes_; }
  std::size_t files() const { return shards_.size(); }

  // The bytes of the next game, valid until the next call; nothing at the end. An error names the
  // file and the place, and reading ends with it.
  std::expected<std::optional<std::span<const std::byte>>, std::string> next_record();
  // The same, decoded.
  std::expected<std::optional<RecordedGame>, std::string> next();

  // Of the game read last: "runs/000001.games, byte 16, game 3".
  std::string place() const;

 private:
  struct Shard {
    std::filesystem::path file;
    shard::Index index;
  };

  std::vector<Shard> shards_;
  DataCount count_;
  std::uint64_t bytes_ = 0;
  // What is read next.
  std::size_t shard_ = 0;
  std::size_t block_ = 0;
  std::size_t game_ = 0;
  std::vector<std::byte> block_bytes_;
  std::vector<std::span<const std::byte>> records_;  // of the block
  // What was read last.
  const Shard* last_shard_ = nullptr;
  std::uint64_t last_block_at_ = 0;
};

}  // namespace tabiya
