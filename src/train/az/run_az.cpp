#include "train/az/run_az.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/result.h"
#include "train/az/export.h"
#include "train/az/held_out.h"
#include "train/az/sample_source.h"
#include "train/az/training.h"
#include "train/output_claim.h"
#include "train/terminal.h"

namespace tabiya {

namespace {

constexpr std::size_t kCalibrationPositions = 512;

using Done = Result<void>;
using Stop = std::function<bool()>;

void tell_int8(const AzSettings& settings, const NetworkComparison& comparison) {
  const auto positions = static_cast<double>(comparison.positions);
  fmt::print("{} written: the same in 8 bits, {:.2f} times as fast\n",
             settings.int8_output().string(),
             comparison.first_time.count() / std::max(comparison.second_time.count(), 1e-9));
  fmt::print(
      "Over {} positions of the data its value differs by {:.4f} on average and {:.4f} at most, "
      "its "
      "policy diverges by {:.5f} nats, and its best move is the same in {:.1f} %\n",
      comparison.positions, comparison.mean_value_difference, comparison.largest_value_difference,
      comparison.mean_divergence, 100 * static_cast<double>(comparison.same_best_move) / positions);
}

Done export_int8(const AzSettings& settings, const TowerWeights& weights, const Stop& stop) {
  const auto positions = some_positions(settings.data, kCalibrationPositions, settings.seed, stop);
  if (!positions) return std::unexpected(positions.error());
  if (stop() || positions->empty()) return {};
  const auto comparison = write_int8_network(weights, settings.int8_output(), *positions,
                                             [&](std::size_t) { return !stop(); });
  if (comparison)
    tell_int8(settings, *comparison);
  else if (!stop())
    return failure("{}; the network in 8 bits could not be made (--no-int8 does without it)",
                   comparison.error().message);
  return {};
}

// The network itself comes last: when it is there, everything is.
Done export_all(const AzSettings& settings, const TowerWeights& weights, const Stop& stop) {
  if (settings.int8)
    if (auto done = export_int8(settings, weights, stop); !done || stop()) return done;
  if (const auto written = write_network(weights, settings.output); !written) return written;
  fmt::print("{} written: {}, {} parameters\n", settings.output, settings.net, parameters(weights));
  return {};
}

TrainingFiles files_of(const AzSettings& settings) {
  const TrainingPlan plan{.output = settings.output};
  TrainingFiles files{.network = settings.output,
                      .beside = {plan.checkpoint(), plan.log(), plan.picture()},
                      .data = {settings.data.begin(), settings.data.end()}};
  if (settings.int8) files.beside.push_back(settings.int8_output());
  if (!settings.from.empty()) files.read.emplace_back(settings.from);
  return files;
}

// What reads them is gone with its buffers when they are here.
Result<HeldOutSamples> read_held_out(const AzSettings& settings) {
  if (settings.validation == 0) return HeldOutSamples();  // and nothing need be searched for them
  const auto source = ReaderSource::open(settings, Part::Validation);
  if (!source) return std::unexpected(source.error());
  AzBatch through(settings.batch, settings.shape().planes());
  return HeldOutSamples::read(**source, settings.held_out, through);
}

}  // namespace

Done run_az(const AzSettings& settings, const std::function<std::unique_ptr<Learner>()>& make,
            const Stop& stop) {
  const auto claim = OutputClaim::make(files_of(settings));
  if (!claim) return std::unexpected(claim.error());
  const auto training = ReaderSource::open(settings, Part::Training);
  if (!training) return std::unexpected(training.error());
  const auto held_out = read_held_out(settings);
  if (!held_out) return std::unexpected(held_out.error());
  const std::unique_ptr<Learner> learner = make();

  const std::uint64_t positions = (*training)->positions();
  const TrainingPlan plan = plan_of(settings, positions, (*training)->fingerprint());
  fmt::print(
      "{} of history {}: {} steps of {} positions; about {} positions to learn from, {} to judge "
      "by\n",
      settings.net, settings.history, plan.steps, settings.batch, positions, held_out->size());
  (void)std::fflush(stdout);
  AzTrainee trainee(settings, *learner, **training, *held_out);
  const auto ended = [&] {
    TrainingTerminal terminal("tabiya train az");
    return run_training(plan, trainee, terminal, stop);
  }();
  if (!ended) return std::unexpected(ended.error());
  if (!ended->is_complete) {
    if (ended->progress.step > 0)
      fmt::print("{} keeps what was learnt: the same command{} goes on from there\n",
                 plan.checkpoint().string(), settings.restart ? " without --restart" : "");
    return {};
  }
  return export_all(settings, learner->weights(), stop);
}

}  // namespace tabiya
