// What `tabiya encode` shows, as values; encoded_text.h and encoded_json.h make words of them.
#pragma once

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

}  // namespace tabiya
