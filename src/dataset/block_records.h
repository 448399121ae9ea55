// The games of one block of training data, one record after another.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"
#include "dataset/data_files.h"
#include "dataset/shard_format.h"

namespace tabiya {

// Calls look(record) for each; it tells how many positions it found, or what is wrong with the
// record. The error names file, block and game.
template <class Look>
Result<void> for_each_record(const DataFiles& files, std::size_t block, const Look& look) {
  const auto bytes = files.read(block);
  if (!bytes) return std::unexpected(bytes.error());
  const auto records = shard::records_of(*bytes, files.header(block).games);
  if (!records) return failure("{}: {}", files.place(block), records.error().message);
  std::size_t positions = 0;
  for (std::size_t i = 0; i < records->size(); ++i) {
    const auto found = look((*records)[i]);
    if (!found)
      return failure("{}, game {}, byte {} of it: {}", files.place(block), i + 1, found.error().at,
                     found.error().message);
    positions += *found;
    if (positions > files.header(block).positions)
      return failure("{}: the block has more positions than it says", files.place(block));
  }
  return {};
}

}  // namespace tabiya
