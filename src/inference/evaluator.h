// The one seam between a tree and what judges its leaves: positions in, chances and policy out.
#pragma once

#include <expected>
#include <span>
#include <stop_token>
#include <string>

#include "chess/move.h"
#include "encode/history.h"

namespace tabiya {

// Probabilities for the player to move; they sum to one.
struct Chances {
  float win = 0;
  float draw = 1;
  float loss = 0;

  float value() const { return win - loss; }  // −1 … 1
};

// One position to judge, and where the answer goes.
struct EvaluationRequest {
  History history;
  std::span<const Move> moves;  // the legal moves of history.present(), in any order; not empty
  bool chess960 = false;        // how castling is written as a policy index

  Chances chances;          // the answer: for the player to move,
  std::span<float> priors;  // and for each of the moves a probability; they sum to one
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Answers all requests, or none of them and says why. Blocks; may be called from many threads at
  // once. Every answer is finite, whatever the network computed: one that is not is an error. When
  // a stop is requested, it gives up as soon as it can, with an error.
  virtual std::expected<void, std::string> evaluate(std::span<EvaluationRequest>,
                                                    const std::stop_token&) = 0;

  // Answers at once if that takes no thinking, or returns false: then evaluate() has to be asked.
  virtual bool remembers(EvaluationRequest&) { return false; }

  // How many requests in one call it likes best.
  virtual int best_batch() const = 0;
  // For people: which network, on what.
  virtual std::string description() const = 0;
};

}  // namespace tabiya
