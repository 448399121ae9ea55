// Training data in random order, the same for the same seed, whatever the number of threads.
//
// Blocks of all files are put in an order that seed and epoch decide. Those with about
// chunk_positions positions together make a chunk, which is shuffled as a whole; while one chunk is
// read, the next is made. So memory holds two chunks, and positions of a game that lie in one chunk
// are as far apart as chance has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "dataset/data_files.h"

namespace tabiya {

// Games are told apart by what is in them, so that a game stays in its part when files are merged,
// sorted or added.
enum class Part : std::uint8_t { All, Training, Validation };

struct ShuffleSettings {
  std::vector<std::filesystem::path> files;  // and folders
  std::uint64_t seed = 0;
  Part part = Part::All;
  double validation_percent = 5;    // of the games; the others are for training
  std::size_t chunk_positions = 0;  // 0: what suits the reader
  unsigned threads = 1;             // that make chunks
};

bool is_in(Part, double validation_percent, std::span<const std::byte> record);
bool is_in(Part, double validation_percent, std::uint64_t fingerprint_of_record);

// Whether a copy of the data in two parts has the game in its part for validation. Independent of
// is_in(), so that each part has its share for validation when it is trained on.
bool is_split_off(double percent, std::span<const std::byte> record);

// Where to go on. Meaningful with the same files and settings (but for threads) only.
struct ShuffleCursor {
  std::uint64_t epoch = 0;
  std::uint64_t chunk = 0;   // of the epoch
  std::uint64_t offset = 0;  // positions read of the chunk

  bool operator==(const ShuffleCursor&) const = default;
};

// The chunks of one epoch: every block is in one of them.
class EpochPlan {
 public:
  EpochPlan(const DataFiles&, std::uint64_t seed, std::uint64_t epoch, std::size_t chunk_positions);

  std::size_t chunks() const { return ends_.size(); }
  std::span<const std::uint32_t> blocks_of(std::size_t chunk) const;

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> ends_;  // of the chunks, in order_
};

// A seed for what depends on all three.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t epoch, std::uint64_t chunk);

}  // namespace tabiya
