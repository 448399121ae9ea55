// Samples for networks with a policy, in random order: planes, where the search went, how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/data_count.h"
#include "dataset/recorded_game.h"
#include "dataset/shuffle.h"

namespace tabiya {

struct SampleSettings {
  int history_steps = 8;
  int planes = 120;  // of a sample in the buffer; those behind the encoded ones are zero
  // Moves that nobody thought about, in games where others were: random beginnings.
  bool skip_unthought = true;
  // Moves whose visits were not kept, in games where others' were: quick searches teach no policy.
  bool skip_quick = true;
  bool skip_without_result = true;  // of games that did not end
  int first_ply = 0;                // half-moves of the game before
  // Half of the samples in which nobody may castle any more are mirrored left to right.
  bool mirror = false;
};

// A place in the policy's output (encode/policy_index.h) and what share of one it should get.
struct PolicyShare {
  std::uint16_t index = 0;
  float share = 0;

  bool operator==(const PolicyShare&) const = default;
};

// All from the view of the player to move.
struct PlaneSample {
  // Its part of SampleBatch::policy: the moves visited, or the move played if no visits are kept.
  std::uint32_t first_share = 0;
  std::uint32_t shares = 0;
  // Its part of SampleBatch::legal: all legal moves.
  std::uint32_t first_legal = 0;
  std::uint32_t legal_moves = 0;
  bool has_visits = false;
  bool mirrored = false;
  std::optional<std::int8_t> result;       // of the game: 1 won, 0 drawn, −1 lost
  std::optional<RecordedChances> chances;  // what the search thought
  std::optional<std::int16_t> score;
  std::uint8_t pieces = 0;  // on the board
  std::uint32_t ply = 0;    // half-moves before
  std::uint32_t plies = 0;  // of the whole game

  bool operator==(const PlaneSample&) const = default;
};

struct SampleBatch {
  std::vector<PlaneSample> samples;
  std::vector<PolicyShare> policy;   // of all samples, one after another
  std::vector<std::uint16_t> legal;  // likewise, as places in the policy's output

  std::span<const PolicyShare> policy_of(const PlaneSample& sample) const {
    return std::span(policy).subspan(sample.first_share, sample.shares);
  }
  std::span<const std::uint16_t> legal_of(const PlaneSample& sample) const {
    return std::span(legal).subspan(sample.first_legal, sample.legal_moves);
  }
};

class SampleReader {
 public:
  static constexpr std::size_t kStandardChunk = 200'000;  // positions: some 80 MB

  // It is an error if the history has more planes than there is room for.
  static Result<SampleReader> open(const ShuffleSettings&, const SampleSettings& = {},
                                   const ShuffleCursor& = {});
  SampleReader(SampleReader&&) noexcept;
  SampleReader& operator=(SampleReader&&) noexcept;
  ~SampleReader();

  // Reads `count` samples, going on with the next epoch when one ends. Every float is written.
  // Precondition: `planes` has 64 · SampleSettings::planes floats for each.
  Result<void> read(std::size_t count, std::span<float> planes, SampleBatch& out);
  // As many as this epoch has left; none once at its end, and then the next epoch begins.
  Result<void> read_within_epoch(std::size_t count, std::span<float> planes, SampleBatch& out);

  const ShuffleCursor& cursor() const;  // where the next read begins
  DataCount count() const;              // of all files, before filters
  std::uint64_t fingerprint() const;    // DataFiles::fingerprint

 private:
  class Impl;
  explicit SampleReader(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

// The index of the same move when left and right are exchanged.
int mirrored_policy_index(int index);

}  // namespace tabiya
