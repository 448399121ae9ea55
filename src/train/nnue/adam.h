// AdamW for a FloatNetwork: which of its numbers decay and how far they may go.
#pragma once

#include <cstdint>

#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

class Adam {
 public:
  Adam(const NnueShape&, double weight_decay);

  // One step down. Weights stay within what quantisation holds. `step` counts from 1.
  void step(FloatNetwork&, const FloatNetwork& derivatives, float rate, std::uint64_t step,
            WorkTeam&);

  // Running means of slopes and of their squares: what a checkpoint has to keep.
  FloatNetwork& means() { return means_; }
  const FloatNetwork& means() const { return means_; }
  FloatNetwork& squares() { return squares_; }
  const FloatNetwork& squares() const { return squares_; }

 private:
  float weight_decay_;
  FloatNetwork means_;
  FloatNetwork squares_;
};

}  // namespace tabiya
