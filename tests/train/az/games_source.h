// Samples from games that are all in memory: another way to what ReaderSource does.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "dataset/recorded_game.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"

namespace tabiya::test {

class GamesSource : public SampleSource {
 public:
  enum class AtTheEnd : std::uint8_t { GoRound, Stop };

  GamesSource(std::vector<RecordedGame>, const AzSettings&, AtTheEnd);

  Result<void> read(AzBatch&) override;
  ShuffleCursor cursor() const override { return cursor_; }
  Result<void> go_to(const ShuffleCursor&) override;
  std::uint64_t positions() const { return samples_.size(); }

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
  ShuffleCursor cursor_;
};

inline bool was_thought_about(const RecordedMove& move) {
  return move.score || move.chances || move.visits_count > 0;
}

inline GamesSource::GamesSource(std::vector<RecordedGame> games, const AzSettings& settings,
                                AtTheEnd at_the_end)
    : games_(std::move(games)), settings_(settings), at_the_end_(at_the_end) {
  for (std::uint32_t g = 0; g < games_.size(); ++g) {
    const RecordedGame& game = games_[g];
    // Nobody thinks aloud in games between people: then all moves are worth learning.
    const bool all = std::ranges::none_of(game.moves, was_thought_about);
    for (std::uint32_t ply = 0; ply < game.moves.size(); ++ply) {
      const RecordedMove& move = game.moves[ply];
      if (!game.visits.empty() && move.visits_count == 0) continue;  // a quick search
      if ((all || was_thought_about(move)) && (game.result || move.score || move.chances))
        samples_.push_back({g, ply});
    }
  }
  shuffle();
}

inline void GamesSource::shuffle() {
  order_.resize(samples_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  Random random(settings_.seed + 0x9e3779b97f4a7c15 * (cursor_.epoch + 1));
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
}

inline Result<void> GamesSource::go_to(const ShuffleCursor& cursor) {
  if (cursor.offset > samples_.size() || cursor.chunk != 0)
    return failure("the checkpoint points behind the end of the data");
  cursor_ = cursor;
  shuffle();
  return {};
}

inline Result<void> GamesSource::read(AzBatch& batch) {
  if (samples_.empty() && at_the_end_ == AtTheEnd::GoRound)
    return failure("there is no position to learn from in the data");
  std::size_t count = 0;
  while (count < batch.capacity()) {
    if (cursor_.offset == samples_.size()) {
      if (at_the_end_ == AtTheEnd::Stop) break;
      cursor_ = {.epoch = cursor_.epoch + 1};
      shuffle();
    }
    write(batch, count++, samples_[order_[cursor_.offset++]]);
  }
  batch.resize(count);
  return {};
}

inline void GamesSource::write(AzBatch& batch, std::size_t place, const Sample& sample) const {
  const RecordedGame& recorded = games_[sample.game];
  const RecordedMove& move = recorded.moves[sample.ply];
  Game game(recorded.start, recorded.variant);
  for (std::size_t ply = 0; ply < sample.ply; ++ply) game.play(recorded.moves[ply].move);
  const Position& position = game.position();
  const Color mover = position.side_to_move();

  const auto inputs = batch.inputs(place);
  encode_planes(History(game), settings_.history, inputs);
  std::ranges::fill(inputs.subspan(plane_floats_for(settings_.history)), 0.0F);

  const auto index = [&](Move played) {
    return static_cast<std::uint16_t>(policy_index(played, mover, recorded.variant));
  };
  std::vector<std::uint16_t> legal;
  for (const Move possible : legal_moves(position)) legal.push_back(index(possible));
  std::vector<PolicyShare> shares;
  for (const RecordedVisits& visits : recorded.visits_at(sample.ply))
    shares.push_back({index(visits.move), static_cast<float>(visits.visits)});
  const bool searched = !shares.empty();
  if (!searched) shares.push_back({index(move.move), 1});
  write_policy(batch, place, legal, shares, searched, settings_.smoothing);

  std::optional<WinDrawLoss> thought;
  if (move.chances) {
    const auto win = static_cast<float>(move.chances->win) / 10'000;
    const auto loss = static_cast<float>(move.chances->loss) / 10'000;
    thought = WinDrawLoss{win, 1 - win - loss, loss};
  } else if (move.score) {
    thought = chances_of_score(*move.score, position.occupied().count());
  }
  std::optional<int> result;
  if (recorded.result) {
    const auto winner = recorded.result->winner;
    result = !winner ? 0 : *winner == mover ? 1 : -1;
  }
  write_chances(batch, place, result, thought, settings_.result_share);
}

}  // namespace tabiya::test
