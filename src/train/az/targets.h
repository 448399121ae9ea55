// What the network should say about a position, from what is recorded of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "dataset/sample_reader.h"
#include "inference/evaluator.h"
#include "train/az/batch.h"

namespace tabiya {

// Writes moves, masks, shares and whether there was a search. What a tree search preferred is taken
// as it is. Of a move played it is not known how good the others were: a part of the target
// (`smoothing`) is spread over all legal moves. Preconditions: there is a legal move; the shares'
// moves are legal; at least one share is above 0.
void write_policy(AzBatch&, std::size_t place, std::span<const std::uint16_t> legal_moves,
                  std::span<const PolicyShare>, bool searched, double smoothing);

// WinDrawLoss of the player to move by what a search found, centipawns or a mate as games record
// them, with this many pieces on the board.
WinDrawLoss chances_of_score(std::int16_t score, int pieces);

// Writes the chances to learn: `result_share` of how the game ended (1 won, 0 drawn, −1 lost by
// the player to move), the rest of what the search thought; all of one if the other is not known.
// Precondition: one of them is known.
void write_chances(AzBatch&, std::size_t place, std::optional<int> result,
                   const std::optional<WinDrawLoss>& thought, double result_share);

}  // namespace tabiya
