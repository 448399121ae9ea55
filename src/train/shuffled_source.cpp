#include "train/shuffled_source.h"

#include <utility>

#include "base/result.h"

namespace tabiya {

ShuffledSource::ShuffledSource(const ShuffleSettings& settings, const PositionFilter& filter,
                               PositionReader reader)
    : settings_(settings), filter_(filter), reader_(std::move(reader)) {}

Result<std::unique_ptr<ShuffledSource>> ShuffledSource::open(const ShuffleSettings& settings,
                                                             const PositionFilter& filter) {
  auto reader = PositionReader::open(settings, filter);
  if (!reader) return std::unexpected(reader.error());
  return std::unique_ptr<ShuffledSource>(new ShuffledSource(settings, filter, *std::move(reader)));
}

Result<void> ShuffledSource::next(std::span<ScoredPosition> positions) {
  return reader_.read(positions);
}

Result<void> ShuffledSource::go_to(const ShuffleCursor& cursor) {
  // Where it stands already: opening would make the chunk again.
  if (cursor == this->cursor()) return {};
  auto reader = PositionReader::open(settings_, filter_, cursor);
  if (!reader) return std::unexpected(reader.error());
  if (reader->fingerprint() != reader_.fingerprint())
    return failure("the data have changed since the training began");
  reader_ = *std::move(reader);
  return {};
}

Result<std::vector<ScoredPosition>> first_positions(const ShuffleSettings& settings,
                                                    const PositionFilter& filter,
                                                    std::size_t most) {
  auto reader = PositionReader::open(settings, filter);
  if (!reader) return std::unexpected(reader.error());
  std::vector<ScoredPosition> positions(most);
  std::size_t count = 0;
  while (count < most) {
    const auto read = reader->read_within_epoch(std::span(positions).subspan(count));
    if (!read) return std::unexpected(read.error());
    if (*read == 0) break;
    count += *read;
  }
  positions.resize(count);
  return positions;
}

}  // namespace tabiya
