#include "train/az/reader_source.h"

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
  return std::unique_ptr<ReaderSource>(
      new ReaderSource(shuffle, samples, settings, *std::move(reader)));
}

ReaderSource::ReaderSource(const ShuffleSettings& shuffle, const SampleSettings& samples,
                           const AzSettings& settings, SampleReader reader)
    : shuffle_(shuffle),
      samples_(samples),
      smoothing_(settings.smoothing),
      result_share_(settings.result_share),
      reader_(std::move(reader)) {}

std::uint64_t ReaderSource::positions() const {
  const auto all = static_cast<double>(reader_.count().positions);
  const double validation = shuffle_.validation_percent / 100;
  return static_cast<std::uint64_t>(
      all * (shuffle_.part == Part::Validation ? validation : 1 - validation));
}

Result<void> ReaderSource::go_to(const ShuffleCursor& cursor) {
  at_end_ = false;
  if (cursor == reader_.cursor()) return {};  // opening would make the chunk again
  auto reader = SampleReader::open(shuffle_, samples_, cursor);
  if (!reader) return std::unexpected(reader.error());
  if (reader->fingerprint() != reader_.fingerprint())
    return failure("the data have changed since the training began");
  reader_ = *std::move(reader);
  return {};
}

Result<void> ReaderSource::next(AzBatch& batch) {
  const std::size_t floats = batch.inputs(0).size();
  std::size_t count = 0;
  std::size_t barren = 0;  // samples in a row that cannot be learnt from
  while (count < batch.capacity() && !at_end_) {
    const std::size_t wanted = batch.capacity() - count;
    const std::span<float> planes = batch.all_inputs().subspan(count * floats);
    const auto read = shuffle_.part == Part::Validation
                          ? reader_.read_within_epoch(wanted, planes, read_)
                          : reader_.read(wanted, planes, read_);
    if (!read) return std::unexpected(read.error());
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
  if (sample.chances) {
    const auto win = static_cast<float>(sample.chances->win) / 10'000;
    const auto loss = static_cast<float>(sample.chances->loss) / 10'000;
    thought = WinDrawLoss{win, 1 - win - loss, loss};
  } else if (sample.score) {
    thought = chances_of_score(*sample.score, sample.pieces);
  }
  write_chances(batch, place, sample.result ? std::optional<int>(*sample.result) : std::nullopt,
                thought, result_share_);
}

}  // namespace tabiya
