// A game as bytes: the record that shards are made of. docs/data.md describes every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/recorded_game.h"

namespace tabiya {

// Appends the record. Refuses what could not be read back: an illegal move, chances above one,
// visits to moves that are not legal or named twice, more moves or text than the format allows. The
// error is a sentence; nothing is appended then.
Result<void> append_record(const RecordedGame&, std::vector<std::byte>& out);

struct RecordError {
  std::size_t at;       // byte of the record
  std::string message;  // a sentence without its place
};

// Any bytes give a game with legal moves only, or an error. Visits come in the order of
// Move::bits(), and only those above 0, in whatever order they were written.
std::expected<RecordedGame, RecordError> decode_record(std::span<const std::byte>);

// Equal for equal records; the split into training and validation goes by it.
std::uint64_t fingerprint_of(std::span<const std::byte> record);

}  // namespace tabiya
