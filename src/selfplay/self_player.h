// Someone who plays games against itself, one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "dataset/recorded_game.h"

namespace tabiya {

// How often giving up would have been wrong, in games that were played on to find out.
struct ResignCheck {
  std::uint64_t games = 0;
  std::uint64_t wrong = 0;  // the game was not lost after all
};

class SelfPlayer {
 public:
  virtual ~SelfPlayer() = default;

  // The game of that number: the same number gives the same game, whatever was played before.
  // Nothing if it was told to stop. An error is a sentence; there is no use in going on then.
  virtual Result<std::optional<RecordedGame>> play(std::uint64_t number,
                                                   const std::stop_token&) = 0;
  virtual ResignCheck resign_check() const { return {}; }
};

}  // namespace tabiya
