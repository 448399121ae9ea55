#include "train/az/sample_source.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "base/result.h"
#include "search/score.h"

namespace tabiya {

void write_policy(AzBatch& batch, std::size_t place, std::span<const std::uint16_t> legal_moves,
                  std::span<const PolicyShare> targets, bool searched, double smoothing) {
  assert(!legal_moves.empty() && legal_moves.size() <= AzBatch::kMostMoves);
  const auto moves = batch.moves(place);
  const auto masks = batch.masks(place);
  const auto shares = batch.shares(place);
  const std::size_t count = legal_moves.size();
  std::ranges::copy(legal_moves, moves.begin());
  std::ranges::fill(moves.subspan(count), 0);
  std::ranges::fill(masks.first(count), 0.0F);
  std::ranges::fill(masks.subspan(count), AzBatch::kNoMove);

  double sum = 0;
  for (const PolicyShare& target : targets) sum += static_cast<double>(target.share);
  assert(sum > 0);
  const double spread = searched ? 0 : smoothing;
  std::ranges::fill(shares.first(count), static_cast<float>(spread / static_cast<double>(count)));
  std::ranges::fill(shares.subspan(count), 0.0F);
  for (const PolicyShare& target : targets) {
    const auto found = std::ranges::find(legal_moves, target.index);
    assert(found != legal_moves.end());
    shares[static_cast<std::size_t>(found - legal_moves.begin())] +=
        static_cast<float>((1 - spread) * static_cast<double>(target.share) / sum);
  }
  batch.searched(place) = searched ? 1 : 0;
}

WinDrawLoss chances_of_score(std::int16_t score, int pieces) {
  if (std::abs(int{score}) > Score::kHighestCentipawns)
    return score > 0 ? WinDrawLoss{1, 0, 0} : WinDrawLoss{0, 0, 1};
  return chances_of(Score::centipawns(score), pieces);
}

void write_chances(AzBatch& batch, std::size_t place, std::optional<int> result,
                   const std::optional<WinDrawLoss>& thought, double result_share) {
  assert(result || thought);
  const auto share = static_cast<float>(!thought ? 1 : !result ? 0 : result_share);
  const auto chances = batch.chances(place);
  std::ranges::fill(chances, 0.0F);
  if (result) chances[static_cast<std::size_t>(1 - *result)] = share;
  if (!thought) return;
  chances[0] += (1 - share) * thought->win;
  chances[1] += (1 - share) * thought->draw;
  chances[2] += (1 - share) * thought->loss;
}

Result<std::unique_ptr<ReaderSource>> ReaderSource::open(const AzSettings& settings, Part part) {
  const ShuffleSettings shuffle{.files = {settings.data.begin(), settings.data.end()},
                                .seed = settings.seed,
                                .part = part,
                                .validation_percent = static_cast<double>(settings.validation)};
  const SampleSettings samples{.history_steps = settings.history,
                               .planes = settings.shape().planes(),
                               // A game without an end still has a policy, and the search's value.
                               .skip_without_result = false,
                               .mirror = settings.mirror && part == Part::Training};
  auto reader = SampleReader::open(shuffle, samples);
  if (!reader) return std::unexpected(reader.error());
  return std::unique_ptr<ReaderSource>(new ReaderSource(settings, part, *std::move(reader)));
}

ReaderSource::ReaderSource(const AzSettings& settings, Part part,
                           std::unique_ptr<SampleReader> reader)
    : part_(part),
      validation_percent_(settings.validation),
      smoothing_(settings.smoothing),
      result_share_(settings.result_share),
      reader_(std::move(reader)) {}

std::uint64_t ReaderSource::positions() const {
  const auto all = static_cast<double>(reader_->count().positions);
  const double validation = validation_percent_ / 100;
  return static_cast<std::uint64_t>(all *
                                    (part_ == Part::Validation ? validation : 1 - validation));
}

Result<void> ReaderSource::go_to(const ShuffleCursor& cursor) {
  at_end_ = false;
  return reader_->go_to(cursor);
}

Result<void> ReaderSource::read(AzBatch& batch) {
  const std::size_t floats = batch.inputs(0).size();
  std::size_t count = 0;
  std::size_t unusable = 0;  // samples in a row that cannot be learnt from
  while (count < batch.capacity() && !at_end_) {
    const std::size_t wanted = batch.capacity() - count;
    const std::span<float> planes = batch.all_inputs().subspan(count * floats);
    const SampleRoom room{.count = wanted, .planes = planes, .batch = read_};
    if (part_ == Part::Validation) {
      const auto read = reader_->read_within_epoch(room);
      if (!read) return std::unexpected(read.error());
    } else if (const auto read = reader_->read(room); !read) {
      return read;
    }
    at_end_ = read_.samples.empty();
    for (std::size_t i = 0; i < read_.samples.size(); ++i) {
      const PlaneSample& sample = read_.samples[i];
      // A random move of a game that did not end teaches nothing.
      if (!sample.result && !sample.chances && !sample.score) {
        if (++unusable > std::max<std::size_t>(positions(), 1000))
          return failure("the games have neither results nor scores to learn from");
        continue;
      }
      unusable = 0;
      // Where one was left out, those after it move up.
      const auto from = planes.subspan(i * floats, floats);
      if (from.data() != batch.inputs(count).data())
        std::ranges::copy(from, batch.inputs(count).begin());
      write_targets(batch, count++, sample);
    }
  }
  batch.resize(count);
  return {};
}

void ReaderSource::write_targets(AzBatch& batch, std::size_t place,
                                 const PlaneSample& sample) const {
  write_policy(batch, place, read_.legal_of(sample), read_.policy_of(sample), sample.has_visits,
               smoothing_);
  std::optional<WinDrawLoss> thought;
  if (sample.chances)
    thought = sample.chances->win_draw_loss();
  else if (sample.score)
    thought = chances_of_score(*sample.score, sample.pieces);
  write_chances(batch, place, sample.result ? std::optional<int>(*sample.result) : std::nullopt,
                thought, result_share_);
}

}  // namespace tabiya
