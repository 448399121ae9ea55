// Every number of the tree search that was found by trial, and what its owner may set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/parameter.h"

namespace tabiya {

struct TreeParameters {
  // How much a prior counts against a value: exploration + factor · ln((visits + base + 1) / base).
  Parameter exploration{"Exploration", 175, 50, 500, 10};               // hundredths
  Parameter exploration_factor{"ExplorationFactor", 390, 0, 1000, 20};  // hundredths
  Parameter exploration_base{"ExplorationBase", 38'739, 1'000, 200'000, 2'000};
  // A move never tried is taken to be worse than its parent by this, times the square root of the
  // prior of all moves tried: the more was tried, the less is expected of the rest. Hundredths.
  Parameter first_play_reduction{"FirstPlayReduction", 33, 0, 100, 4};

  // How threads share their work. Visits that need no evaluator are made visible to other threads
  // after this many; this many of them are a turn.
  Parameter publish_visits{"TreePublishVisits", 64, 1, 1024, 16};
  Parameter turn_visits{"TreeTurnVisits", 512, 32, 8192, 64};
  // Visits that a thread keeps back from the root: at most this many, and this part of the root's.
  Parameter root_visits_kept{"TreeRootVisitsKept", 16, 1, 256, 4};
  Parameter root_visits_divisor{"TreeRootVisitsDivisor", 128, 16, 1024, 16};
  // Visits that a thread may begin before it asks again whether the limit allows more.
  Parameter visits_allowed{"TreeVisitsAllowed", 64, 1, 1024, 16};
  // Leaves that each thread has in flight when all fill a batch together and no size was set.
  Parameter leaves_together{"TreeLeavesTogether", 16, 1, 128, 4};
  // Microseconds that a thread sleeps when all it could do waits for others.
  Parameter pause{"TreePause", 50, 1, 1000, 10};
};

TABIYA_TUNABLE TreeParameters tree_parameters;

// The settings of a search.
struct MctsConfig {
  int threads = 1;  // 0: none, the caller of run() does it all
  // Leaves that one thread collects before it asks the evaluator; 0: as many as that likes best.
  int leaves_per_thread = 0;
  std::size_t memory = std::size_t{1} << 30;  // bytes for the tree

  // See TreeParameters, where they have these values in hundredths.
  float exploration = static_cast<float>(tree_parameters.exploration) / 100;
  float first_play_reduction = static_cast<float>(tree_parameters.first_play_reduction) / 100;

  // For self-play: this share of the root's priors is noise. 0: none.
  float noise_share = 0;
  float noise_alpha = 0.3F;  // small: few moves get much of it
  std::uint64_t seed = 1;    // of the noise

  bool verbose = false;  // tell of every root move at the end

  bool operator==(const MctsConfig&) const = default;
};

}  // namespace tabiya
