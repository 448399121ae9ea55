#include "dataset/shuffle.h"

#include <numeric>
#include <utility>

#include "base/random.h"
#include "dataset/game_record.h"

namespace tabiya {

namespace {

// The chunk whose seed orders the blocks of an epoch.
constexpr std::uint64_t kNoChunk = ~std::uint64_t{0};

// Anything else that goes by the fingerprint must not be in the same order: each has its salt.
constexpr std::uint64_t kSaltOfTraining = 0;
constexpr std::uint64_t kSaltOfSplit = 0x53504c4954;

bool is_below(double percent, std::uint64_t fingerprint, std::uint64_t salt) {
  const std::uint64_t hash = SplitMix64(fingerprint ^ salt).next();
  return fraction_of(hash) < percent / 100;
}

}  // namespace

bool is_in(Part part, double validation_percent, std::span<const std::byte> record) {
  return part == Part::All || is_in(part, validation_percent, fingerprint_of(record));
}

bool is_in(Part part, double validation_percent, std::uint64_t fingerprint) {
  if (part == Part::All) return true;
  return is_below(validation_percent, fingerprint, kSaltOfTraining) == (part == Part::Validation);
}

bool is_split_off(double percent, std::span<const std::byte> record) {
  return is_below(percent, fingerprint_of(record), kSaltOfSplit);
}

std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t epoch, std::uint64_t chunk) {
  const std::uint64_t of_epoch = SplitMix64(seed).next() ^ epoch;
  return SplitMix64(SplitMix64(of_epoch).next() ^ chunk).next();
}

EpochPlan::EpochPlan(const DataFiles& files, std::uint64_t seed, std::uint64_t epoch,
                     std::size_t chunk_positions)
    : order_(files.blocks()) {
  std::iota(order_.begin(), order_.end(), 0U);
  Random random(mixed_seed(seed, epoch, kNoChunk));
  shuffle(order_, random);

  std::size_t positions = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::size_t more = files.header(order_[i]).positions;
    if (positions > 0 && positions + more > chunk_positions) {
      ends_.push_back(i);
      positions = 0;
    }
    positions += more;
  }
  if (!order_.empty()) ends_.push_back(order_.size());
}

std::span<const std::uint32_t> EpochPlan::blocks_of(std::size_t chunk) const {
  const std::size_t begin = chunk == 0 ? 0 : ends_[chunk - 1];
  return std::span(order_).subspan(begin, ends_[chunk] - begin);
}

}  // namespace tabiya
