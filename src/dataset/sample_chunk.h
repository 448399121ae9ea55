// Games that wait to be read as samples, and the order of their positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "chess/position.h"
#include "dataset/recorded_game.h"
#include "dataset/sample_reader.h"

namespace tabiya {

// A game with its positions, as the planes of any of them need it.
struct SampleGame {
  struct Ply {
    Position position;
    std::uint8_t occurrences;  // by then, itself included; never above 3
  };
  std::vector<Ply> plies;  // one for each move
  RecordedGame game;
};

struct SampleChunk {
  struct Entry {
    std::uint32_t game;
    std::uint16_t ply;
    bool mirrored;
  };
  std::vector<SampleGame> games;
  std::vector<Entry> order;

  std::size_t size() const { return order.size(); }
};

SampleGame sample_game(RecordedGame);

// The half-moves of a game that are wanted.
std::vector<std::uint16_t> wanted_plies(const RecordedGame&, const SampleSettings&);

// Writes one sample: its planes, and at the end of the batch the rest.
void write_sample(const SampleChunk&, const SampleChunk::Entry&, const SampleSettings&,
                  std::span<float> planes, SampleBatch& out);

}  // namespace tabiya
