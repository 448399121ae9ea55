// The positions of some games as bytes, 12 to 27 for each, as they lie in a position cache: read
// without playing a move. docs/data.md describes every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dataset/scored_position.h"
#include "dataset/shuffle.h"

namespace tabiya {

// Of one game; is_mirrored is not kept. The fingerprint is that of its record.
void append_packed_game(std::uint64_t fingerprint, std::span<const PackedPosition>,
                        std::vector<std::byte>& out);

// Appends the positions of those games that are in the part, in their order. Any bytes may come:
// false, and nothing that can be trusted is appended, if they are not such games. What is appended
// is fit for unpack(), with one king for each player.
bool append_positions(std::span<const std::byte> games, Part, double validation_percent,
                      std::vector<PackedPosition>& out);

}  // namespace tabiya
