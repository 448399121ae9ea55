// All that can be tuned about the tree search.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tabiya {

struct MctsConfig {
  int threads = 1;  // 0: none, the one that calls run() does it all
  // Leaves that one thread collects before it asks the evaluator; 0: as many as that likes best.
  int leaves_per_thread = 0;
  std::size_t memory = std::size_t{1} << 30;  // bytes for the tree

  // How much a prior counts against a value: exploration + factor · ln((visits + base + 1) / base).
  float exploration = 1.75F;
  float exploration_factor = 3.9F;
  float exploration_base = 38'739.0F;
  // A move never tried is taken to be worse than its parent by this, times the square root of the
  // prior of all moves tried: the more was tried, the less is left to hope for.
  float first_play_reduction = 0.33F;

  // For self-play: this share of the root's priors is noise. 0: none.
  float noise_share = 0;
  float noise_alpha = 0.3F;  // small: few moves get much of it
  std::uint64_t seed = 1;    // of the noise

  bool verbose = false;  // tell of every root move at the end

  bool operator==(const MctsConfig&) const = default;
};

}  // namespace tabiya
