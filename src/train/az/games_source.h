// Samples from games that are all in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dataset/recorded_game.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"

namespace tabiya {

class GamesSource : public SampleSource {
 public:
  enum class AtTheEnd : std::uint8_t { GoRound, Stop };

  GamesSource(std::vector<RecordedGame>, const AzSettings&, AtTheEnd);

  std::expected<void, std::string> next(AzBatch&) override;
  AzCursor cursor() const override { return cursor_; }
  std::expected<void, std::string> go_to(const AzCursor&) override;
  std::uint64_t positions() const override { return samples_.size(); }

 private:
  struct Sample {
    std::uint32_t game;
    std::uint32_t ply;
  };
  void shuffle();
  void write(AzBatch&, std::size_t place, const Sample&) const;

  std::vector<RecordedGame> games_;
  AzSettings settings_;
  AtTheEnd at_the_end_;
  std::vector<Sample> samples_;
  std::vector<std::uint32_t> order_;  // of this epoch
  AzCursor cursor_;
};

}  // namespace tabiya
