// AdamW: steps whose size follows from how a slope behaved before, not from how large it is.
//
// After Kingma and Ba (2015), with weight decay apart from the slopes after Loshchilov and Hutter
// (2019).
#pragma once

#include <cstdint>

#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

struct AdamSettings {
  float mean_decay = 0.9F;
  float square_decay = 0.999F;
  float weight_decay = 0.01F;  // of weights, not of biases, times the rate
};

class Adam {
 public:
  Adam(int width, const AdamSettings&);

  // One step down. Weights stay within kHighestWeight. `step` counts from 1.
  void step(FloatNetwork&, const FloatNetwork& derivatives, float rate, std::uint64_t step,
            WorkTeam&);

  // Running means of slopes and of their squares: what a checkpoint has to keep.
  FloatNetwork& means() { return means_; }
  const FloatNetwork& means() const { return means_; }
  FloatNetwork& squares() { return squares_; }
  const FloatNetwork& squares() const { return squares_; }

 private:
  AdamSettings settings_;
  FloatNetwork means_;
  FloatNetwork squares_;
};

}  // namespace tabiya
