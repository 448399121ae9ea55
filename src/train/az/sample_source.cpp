#include "train/az/sample_source.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "base/result.h"
#include "train/az/targets.h"

namespace tabiya {

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
  std::size_t barren = 0;  // samples in a row that cannot be learnt from
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
        if (++barren > std::max<std::size_t>(positions(), 1000))
          return failure("the games have neither results nor scores to learn from");
        continue;
      }
      barren = 0;
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
