// A network that learns, without saying what computes it.
//
// The only real one is made by libtorch, which not everybody has; all else of training is written
// against this.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/tower.h"
#include "train/az/batch.h"

namespace tabiya {

struct LearnerSettings {
  TowerShape shape;
  double weight_decay = 0.02;  // AdamW's, of weights, not of biases and norms
  double clip = 2;             // gradients longer than this are made as long
  double average = 0.999;      // what the averaged network keeps of itself at each step
  double value_weight = 1;     // of the value's loss beside the policy's
  double surprise = 0.5;       // share of the weight given to samples for being surprising
  int threads = 1;
};

// Means over the samples of a batch.
struct AzLosses {
  double policy = 0;      // cross-entropy in nats, over legal moves
  double value = 0;       // cross-entropy in nats
  double same_move = 0;   // share of samples whose best move the network prefers, too
  double gradient = 0;    // its length, before it was clipped; of a step only
  bool is_finite = true;  // if not, the step was not made
};

// One array of numbers of a learner, for checkpoints.
struct NamedArray {
  std::string name;
  std::vector<std::int64_t> dims;
  std::vector<float> values;

  bool operator==(const NamedArray&) const = default;
};

// All that a learner has learnt and needs to go on exactly as if it had not stopped.
struct LearnerState {
  std::uint64_t steps = 0;
  std::vector<NamedArray> arrays;

  bool is_finite() const {
    return std::ranges::all_of(arrays, [](const NamedArray& array) {
      return std::ranges::all_of(array.values, [](float value) { return std::isfinite(value); });
    });
  }

  bool operator==(const LearnerState&) const = default;
};

// What a network says about positions, before any softmax.
struct AzOutputs {
  std::vector<float> policy;  // [count][4168]
  std::vector<float> wdl;     // [count][3]
};

// Two networks in one: one that learns, and the average over its last steps, which is better and
// is what comes out at the end. For one thread at a time.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual AzLosses step(const AzBatch&, double rate) = 0;

  // The averaged network's.
  virtual AzLosses judge(const AzBatch&) = 0;
  virtual AzOutputs outputs(const AzBatch&) = 0;
  virtual TowerWeights weights() const = 0;

  // Batch norms of the averaged network keep averages of what the learning one saw. Showing it some
  // batches gives it its own: `number` is 0 for the first of them, then 1 …
  virtual void observe(const AzBatch&, int number) = 0;

  virtual LearnerState state() const = 0;
  // The error tells what does not fit; then nothing has changed.
  virtual Result<void> restore(const LearnerState&) = 0;
  // Takes only what was learnt (the averaged network), and begins from it.
  virtual Result<void> begin_from(const LearnerState&) = 0;
};

}  // namespace tabiya
