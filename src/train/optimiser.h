// How weights learn, whatever computes their slopes: the rate of each step, and AdamW's rule.
//
// AdamW after Kingma and Ba (2015), with weight decay apart from the slopes after Loshchilov and
// Hutter (2019): the size of a step follows from how a slope behaved before, not from how large it
// is.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace tabiya {

struct OptimiserSettings {
  double rate = 1e-3;           // the highest
  double last_rate = 1e-5;      // at the end
  std::uint64_t warm_up = 100;  // steps until the highest rate, at most a tenth of all
  double weight_decay = 0.01;   // of weights, not of biases, times the rate

  // Of a step, counted from 0: up in a line, then down along half a cosine.
  double rate_at(std::uint64_t step, std::uint64_t steps) const;

  bool operator==(const OptimiserSettings&) const = default;
};

// Numbers that learn, beside their slopes and what AdamW keeps of these: equally many of each, in
// the same order.
struct LearningNumbers {
  std::span<float> values;
  const float* slopes;
  float* means;    // running means of the slopes
  float* squares;  // and of their squares
};

class AdamWStep {
 public:
  struct Treatment {
    float weight_decay = 0;
    float slope_factor = 1;                             // what all slopes are multiplied by
    float highest = std::numeric_limits<float>::max();  // absolute value
  };

  // `number` counts steps from 1.
  AdamWStep(std::uint64_t number, float rate);

  // Parts of a network may be given one after another or by several threads.
  void apply(const LearningNumbers&, const Treatment&) const;

 private:
  float rate_;
  float mean_correction_;  // for running means that began as zero
  float square_correction_;
};

}  // namespace tabiya
