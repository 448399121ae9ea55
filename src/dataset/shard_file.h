// A shard as a file: where its blocks are, and reading them.
//
// No file need stay open between calls, so there may be as many shards as one likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"
#include "dataset/shard_format.h"

namespace tabiya::shard {

struct BlockPlace {
  std::uint64_t at = 0;  // byte of the file
  BlockHeader header;
};

struct Index {
  Kind kind = Kind::Sealed;
  std::vector<BlockPlace> blocks;
  DataCount count;
  std::uint64_t end = 0;   // behind the last whole block
  std::uint64_t size = 0;  // of the file; more than `end` only if an open shard is torn
};

// To be read. A pipe where a file should be is opened, too: nobody may ever write to it, so it is
// not waited for, and size_of_file() tells what it is.
OpenFile opened_file(const std::filesystem::path&);

// Looks at headers only, and whether they add up. A block of an open shard that reaches beyond the
// end of the file is being written, or was when its writer died: the index ends before it. Errors
// name the file and the byte.
Result<Index> index_of(const std::filesystem::path&);
Result<Index> index_of(const OpenFile&, const std::filesystem::path&);

// What a sealed shard says it holds, without looking at its blocks.
Result<DataCount> count_of_sealed(const std::filesystem::path&);

// The records of a block, checked.
Result<std::vector<std::byte>> read_block(const std::filesystem::path&, const BlockPlace&);
// The same from a file that is open already; the name is for the error.
Result<std::vector<std::byte>> read_block(const OpenFile&, const std::filesystem::path&,
                                          const BlockPlace&);

// "runs/000001.games, byte 16: …"
std::string place_text(const std::filesystem::path&, std::uint64_t at);

}  // namespace tabiya::shard
