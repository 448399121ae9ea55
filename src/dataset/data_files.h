// All blocks of files and folders of training games, to be read in any order by any thread.
//
// Shards may be sealed by another program meanwhile: open ones are held open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"
#include "dataset/shard_file.h"

namespace tabiya {

class DataFiles {
 public:
  // Folders stand for the shards in them. The error is that a file cannot be read, is no shard or
  // is cut off, or that a folder has none.
  static Result<DataFiles> open(std::span<const std::filesystem::path> files_and_folders);

  DataCount count() const { return count_; }  // as the files tell it
  std::uint64_t bytes() const { return bytes_; }
  // Of what is in the files, in the order in which they were given: equal for equal blocks one
  // after another, whatever the files' names. From the blocks' checksums, so nothing is read.
  std::uint64_t fingerprint() const { return fingerprint(0, blocks()); }
  std::size_t files() const { return files_.size(); }
  // The nth file and its blocks, which follow each other.
  struct FileBlocks {
    std::filesystem::path name;
    std::size_t first = 0;
    std::size_t count = 0;
  };
  FileBlocks file(std::size_t) const;
  // As of all files, if there were only this one.
  std::uint64_t fingerprint(const FileBlocks& file) const {
    return fingerprint(file.first, file.count);
  }

  std::size_t blocks() const { return blocks_.size(); }
  const shard::BlockHeader& header(std::size_t block) const { return blocks_[block].place.header; }
  // The records, checked. May be called from several threads.
  Result<std::vector<std::byte>> read(std::size_t block) const;
  // "runs/000001.games, byte 16"
  std::string place(std::size_t block) const;

 private:
  struct File {
    std::filesystem::path name;
    std::size_t first_block;
    std::shared_ptr<const OpenFile> held;  // of an open shard
  };
  struct Block {
    std::size_t file;
    shard::BlockPlace place;
  };

  Result<void> add(const std::filesystem::path& file);
  std::uint64_t fingerprint(std::size_t first, std::size_t count) const;

  std::vector<File> files_;
  std::vector<Block> blocks_;
  DataCount count_;
  std::uint64_t bytes_ = 0;
};

}  // namespace tabiya
