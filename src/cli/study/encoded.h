// What `tabiya encode` shows: as values, for people, and as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "chess/game.h"
#include "encode/features.h"

namespace tabiya {

// Numbers in the order of C: the last dimension runs fastest.
struct Tensor {
  std::vector<int> shape;
  std::vector<float> values;
};

Tensor planes_tensor(const Game&, int history_steps);   // [14·H + 7][8][8]
Tensor features_tensor(const Position&, FeatureOrder);  // [768], or Virgo's [2][6][64]
Tensor policy_tensor(const Game&);                      // [4168], 1 for the legal moves

// A policy index as people read it.
struct IndexReading {
  int index;
  std::string move;  // as UCI has it, or what would be one: "e2e5", "a7b8n"; empty if there is none
  std::string san;   // empty if the move is not legal
  std::string why_not;  // empty if it is
};
IndexReading reading_of(const Game&, int index);
std::vector<IndexReading> legal_readings(const Game&);  // of all legal moves, by index

// For people. Each plane as a small board with its number and name; planes that hold one value are
// one line.
std::string planes_text(const Game&, int history_steps);
// Which of the 768 are 1, by piece.
std::string features_text(const Position&, FeatureOrder);
// The legal moves by index.
std::string policy_text(const Game&);
// What the indices are in this position.
std::string indices_text(const Game&, std::span<const int> indices);

// For programs: one JSON object each, on one line. The values are lists in lists, as deep as the
// tensor has dimensions.
std::string planes_json(const Game&, int history_steps);
std::string features_json(const Position&, FeatureOrder);
std::string policy_json(const Game&);
std::string indices_json(const Game&, std::span<const int> indices);

}  // namespace tabiya
