// Samples with their targets, what the network should say: from files of games, in random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "dataset/sample_reader.h"
#include "inference/evaluator.h"
#include "train/az/batch.h"
#include "train/az/settings.h"

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

// Fills as much of the batch as there is; over the end of an epoch only if it goes round.
using SampleSource = ShuffledSource<AzBatch&>;

class ReaderSource : public SampleSource {
 public:
  // Training goes round and round; the validation ends.
  static Result<std::unique_ptr<ReaderSource>> open(const AzSettings&, Part);

  Result<void> read(AzBatch&) override;
  ShuffleCursor cursor() const override { return reader_->cursor(); }
  Result<void> go_to(const ShuffleCursor&) override;

  std::uint64_t positions() const;  // in an epoch, about
  std::uint64_t fingerprint() const { return reader_->fingerprint(); }

 private:
  ReaderSource(const AzSettings&, Part, std::unique_ptr<SampleReader>);
  void write_targets(AzBatch&, std::size_t place, const PlaneSample&) const;

  Part part_;
  double validation_percent_;
  double smoothing_;
  double result_share_;
  std::unique_ptr<SampleReader> reader_;
  bool at_end_ = false;
  SampleBatch read_;
};

}  // namespace tabiya
