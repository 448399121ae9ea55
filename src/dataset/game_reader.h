// All games of files and folders, one after another, with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dataset/data_files.h"
#include "dataset/game_record.h"
#include "dataset/recorded_game.h"

namespace tabiya {

class GameReader {
 public:
  // Looks at all files before it begins: the errors are those of DataFiles.
  static Result<GameReader> open(std::span<const std::filesystem::path> files_and_folders);

  const DataFiles& files() const { return files_; }
  DataCount count() const { return files_.count(); }

  // The next game; nothing at the end. An error names the file and the place, and reading ends with
  // it.
  Result<std::optional<RecordedGame>> next();

  // Of the game read last: its bytes, valid until the next call. Precondition: there is one.
  std::span<const std::byte> record() const { return records_[game_ - 1]; }
  // And where it is: "runs/000001.games, byte 16, game 3".
  std::string place() const;

 private:
  explicit GameReader(DataFiles files) : files_(std::move(files)) {}
  // Goes to the next record; false at the end.
  Result<bool> advance();
  void end();

  DataFiles files_;
  std::size_t next_block_ = 0;
  std::size_t game_ = 0;  // the next one of the block before
  std::vector<std::byte> block_;
  std::vector<std::span<const std::byte>> records_;  // of this block
};

}  // namespace tabiya
