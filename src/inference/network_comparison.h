// How much two judges of positions differ, and which of them is faster.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>

#include "base/result.h"
#include "chess/game.h"
#include "inference/evaluator.h"

namespace tabiya {

// Told how many positions are done; false means stop.
using KeepGoing = std::function<bool(std::size_t done)>;

struct NetworkComparison {
  std::size_t positions = 0;
  double mean_value_difference = 0;  // of values from −1 to 1
  double largest_value_difference = 0;
  double mean_divergence = 0;  // Kullback–Leibler, of the second policy from the first, in nats
  double largest_divergence = 0;
  std::size_t same_best_move = 0;  // positions where both prefer the same move
  std::chrono::duration<double> first_time{};
  std::chrono::duration<double> second_time{};
};

// Over the presents of these games, which have legal moves. The error may be that it was stopped.
Result<NetworkComparison> compare(Evaluator& first, Evaluator& second, std::span<const Game>,
                                  const KeepGoing&);

}  // namespace tabiya
