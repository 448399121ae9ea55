// Scored positions in random order, for training an NNUE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/game_record.h"
#include "dataset/scored_position.h"
#include "dataset/shuffled_reader.h"

namespace tabiya {

// Why positions were left out, for a sentence when none remains.
struct LeftOut {
  std::uint64_t games = 0;  // looked at
  std::uint64_t of_games_without_result = 0;
  std::uint64_t without_score = 0;
  std::uint64_t with_high_score = 0;
  std::uint64_t early = 0;
  std::uint64_t in_check = 0;
  std::uint64_t before_captures = 0;

  void add(const LeftOut&);
  // "No position of the training data can be learnt from: 6 have no score"
  std::string why_nothing_passes() const;
};

// Which positions are read of which games: the Kind of their reader.
struct PositionFilter {
  // All positions need a score. These are left out:
  bool skip_without_result = true;  // else they count as drawn: for training by the score alone
  bool skip_checks = true;          // the player to move is in check
  bool skip_captures = true;  // the move played is a capture or a promotion: such positions are not
                              // quiet, and a network is asked about quiet ones
  int highest_score = 3000;   // centipawns, for either player: beyond, the game is decided
  int first_ply = 0;          // half-moves of the game before
  // Half of the positions in which nobody may castle any more come with left and right exchanged.
  bool mirror = false;

  using Room = std::span<ScoredPosition>;
  struct Part {
    std::vector<PackedPosition> positions;
    LeftOut left_out;
  };
  using Chunk = std::vector<PackedPosition>;
  static constexpr std::size_t kStandardChunk = 1'500'000;  // 48 MB

  static Result<void> check() { return {}; }
  std::expected<std::size_t, RecordError> add_game(std::span<const std::byte> record, Part&) const;
  static Chunk joined(std::vector<Part>);
  static auto& entries_of(auto& chunk) { return chunk; }
  bool mirrors() const { return mirror; }
  static void begin(Room) {}
  static void write(const Chunk& chunk, std::size_t entry, Room room, std::size_t place) {
    unpack(chunk[entry], room[place]);
  }
  static std::string why_nothing_passes(const auto& for_each_part) {
    LeftOut all;
    for_each_part([&](const Part& part) { all.add(part.left_out); });
    return all.why_nothing_passes();
  }
};

extern template class ShuffledReader<PositionFilter>;
using PositionReader = ShuffledReader<PositionFilter>;

}  // namespace tabiya
