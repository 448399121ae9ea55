// Why positions were left out: for whoever finds that none is left.
#pragma once

#include <cstdint>
#include <string>

namespace tabiya {

struct LeftOut {
  std::uint64_t games = 0;  // looked at
  std::uint64_t of_games_without_result = 0;
  std::uint64_t without_score = 0;
  std::uint64_t with_high_score = 0;
  std::uint64_t early = 0;
  std::uint64_t in_check = 0;
  std::uint64_t before_captures = 0;

  LeftOut& operator+=(const LeftOut&);
};

// "No position of the training data can be learnt from: 6 have no score"
std::string why_nothing_is_left(const LeftOut&);

}  // namespace tabiya
