// Samples for networks with a policy, in random order: planes, where the search went, how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "dataset/game_record.h"
#include "dataset/recorded_game.h"
#include "dataset/shuffled_reader.h"

namespace tabiya {

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

// Where samples are written, every float of it. Precondition: `planes` has 64 ·
// SampleSettings::planes floats for each.
struct SampleRoom {
  std::size_t count;
  std::span<float> planes;
  SampleBatch& batch;  // what was there before goes

  std::size_t size() const { return count; }
};

// A game with its positions, as the planes of any of them need it.
struct SampleGame {
  struct Ply {
    Position position;
    std::uint8_t occurrences;  // by then, itself included; never above 3
  };
  std::vector<Ply> plies;  // one for each move
  RecordedGame game;
};

// Games that wait to be read as samples, and the order of their positions.
struct SampleChunk {
  struct Entry {
    std::uint32_t game;
    std::uint16_t ply;
    bool is_mirrored;
  };
  std::vector<SampleGame> games;
  std::vector<Entry> order;
};

// Which samples are read, and how: the Kind of their reader.
struct SampleSettings {
  int history_steps = 8;
  int planes = 120;  // of a sample in the room; those behind the encoded ones are zero
  // Moves that nobody thought about, in games where others were: random beginnings.
  bool skip_unthought = true;
  // Moves whose visits were not kept, in games where others' were: quick searches teach no policy.
  bool skip_quick = true;
  bool skip_without_result = true;  // of games that did not end
  int first_ply = 0;                // half-moves of the game before
  // Half of the samples in which nobody may castle any more are mirrored left to right.
  bool mirror = false;

  using Room = SampleRoom;
  using Part = std::vector<SampleGame>;
  using Chunk = SampleChunk;
  static constexpr std::size_t kStandardChunk = 200'000;  // some 80 MB

  // It is an error if the history has more planes than there is room for.
  Result<void> check() const;
  static std::expected<std::size_t, RecordError> add_game(std::span<const std::byte> record, Part&);
  Chunk joined(std::vector<Part>) const;
  static auto& entries_of(auto& chunk) { return chunk.order; }
  bool mirrors() const { return mirror; }
  static void begin(const Room&);
  void write(const Chunk&, std::size_t entry, const Room&, std::size_t place) const;
  static std::string why_nothing_passes(const auto& /*for_each_part*/) {
    return "No game to learn from has a move that can be learnt: positions alone teach no policy";
  }

  // The half-moves of a game that are wanted.
  std::vector<std::uint16_t> wanted_plies(const RecordedGame&) const;
};

extern template class ShuffledReader<SampleSettings>;
using SampleReader = ShuffledReader<SampleSettings>;

// The index of the same move when left and right are exchanged.
int mirrored_policy_index(int index);

}  // namespace tabiya
