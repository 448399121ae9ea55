#include "train/nnue/run_nnue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/atomic_file.h"
#include "base/file.h"
#include "nnue/network.h"
#include "nnue/network_parts.h"
#include "train/nnue/nnue_data.h"
#include "train/nnue/quantization.h"
#include "train/nnue/training.h"
#include "train/output_claim.h"
#include "train/terminal.h"

namespace tabiya {

namespace {

constexpr const char* kCommand = "tabiya train nnue";

void tell(const std::string& sentence) { std::fputs((sentence + '\n').c_str(), stderr); }

std::string_view part_of(const PositionFilter& filter) {
  if (filter.skip_checks && filter.skip_captures) return "quiet ones";
  if (filter.skip_checks) return "those not in check";
  return filter.skip_captures ? "those before no capture" : "all of them";
}

// Everything that decides which positions come, and in which order.
std::string data_text(const NnueRun& run, const DataCount& count) {
  return fmt::format(
      "{} games with {} positions, {} up to {} centipawns from half-move {} on, {} % "
      "of the games for validation{}",
      count.games, count.positions, part_of(run.filter), run.filter.highest_score,
      run.filter.first_ply, run.validation_percent,
      run.filter.mirror ? ", half of those without castling mirrored" : "");
}

std::uint64_t steps_of(const NnueRun& run, const DataCount& count) {
  if (run.settings.steps > 0) return run.settings.steps;
  const double positions = run.epochs * static_cast<double>(count.positions);
  return static_cast<std::uint64_t>(
      std::max(1.0, std::ceil(positions / static_cast<double>(run.settings.batch))));
}

// Each row costs a pass over the held-out positions; that must be a few per cent of the time. But
// a curve of fewer than twenty points is none.
std::uint64_t steps_per_row(const NnueRun& run, std::uint64_t steps, std::size_t held_out) {
  if (run.steps_per_row > 0) return run.steps_per_row;
  const std::uint64_t cheap = 10 * held_out / run.settings.batch;
  const std::uint64_t wanted = std::max(steps / 400, cheap);
  return std::max<std::uint64_t>(1, std::min(wanted, steps / 20));
}

std::string name_of(const NnueRun& run) {
  return run.name.empty() ? std::filesystem::path(run.output).stem().string() : run.name;
}

std::string number_of_positions(std::uint64_t count) {
  if (count < 100'000) return fmt::format("{} positions", count);
  return fmt::format("{:.1f} million positions", static_cast<double>(count) / 1e6);
}

Result<void> write_network(const NnueRun& run, const TrainingSettings& settings,
                           const FloatNetwork& trained, const TrainingProgress& progress,
                           const NnueData& data, std::span<const ScoredPosition> held_out) {
  WorkTeam team(run.threads);
  const auto learnt_from = data.first_positions(Part::Training, positions_to_fit(settings.shape));
  if (!learnt_from) return std::unexpected(learnt_from.error());
  NetworkParts parts = fitted_quantized(trained, settings.scale, *learnt_from, team);
  parts.name = name_of(run);
  parts.notes = notes_of(progress, settings, data_text(run, data.count()));
  const auto network = Network::from(parts);
  if (!network) return std::unexpected(Error{network.error().message});
  if (const auto written = write_file_atomically(run.output, network_file(parts)); !written)
    return written;

  fmt::print("{} written: {} wide, {} steps, {} in {:.0f} s\n", run.output, settings.shape.width,
             progress.step, number_of_positions(progress.step * settings.batch), progress.seconds);
  if (held_out.empty()) return {};
  const QuantizationLoss loss = quantization_loss(trained, *network, held_out, team);
  fmt::print(
      "Quantisation error: {:.1f} centipawns on average, {:.1f} at most, over {} positions it has "
      "not learnt from\n",
      loss.mean, loss.worst, loss.positions);
  return {};
}

Result<FloatNetwork> network_from(const std::string& file, TrainingSettings& settings) {
  const auto bytes = read_file(file, longest_network_file());
  if (!bytes) return std::unexpected(bytes.error());
  const auto read = parse_network_file(*bytes);
  if (!read) return failure("{}: {}", file, read.error().message);
  auto network = FloatNetwork::from(read->parts);
  if (!network) return failure("{}: {}", file, network.error().message);
  settings.shape = read->parts.shape;
  settings.scale = read->parts.scale;
  settings.start = read->checksum;
  return *std::move(network);
}

}  // namespace

Result<FloatNetwork> first_network(const NnueRun& run, TrainingSettings& settings) {
  auto network = run.from.empty() ? FloatNetwork::random(settings.shape, settings.seed)
                                  : network_from(run.from, settings);
  if (network && settings.shape.mirrored && !run.filter.mirror)
    return failure(
        "--no-mirror is for networks with plain inputs: one with mirrored inputs cannot tell a "
        "position from its mirror image");
  return network;
}

Result<bool> run_nnue(NnueRun run, const std::function<bool()>& stop) {
  TrainingPlan plan;
  plan.output = run.output;
  plan.optimiser = run.settings.optimiser;
  plan.batch = run.settings.batch;
  plan.steps_per_checkpoint = run.steps_per_checkpoint;
  plan.restart = run.restart;
  plan.title = fmt::format("Training of {}", run.output);
  TrainingFiles files{.network = run.output,
                      .beside = {plan.checkpoint(), plan.log(), plan.picture()},
                      .data = {run.data.begin(), run.data.end()}};
  if (!run.from.empty()) files.read.emplace_back(run.from);
  const auto claim = OutputClaim::make(files);
  if (!claim) return std::unexpected(claim.error());
  // Not after a day of training.
  if (const auto fault = fault_of_texts(name_of(run), {}))
    return failure("{}: choose another --name", fault->message);
  TrainingSettings settings = run.settings;
  auto start = first_network(run, settings);
  if (!start) return std::unexpected(start.error());
  // Both forms of a position have the same inputs then.
  if (settings.shape.mirrored) run.filter.mirror = false;

  auto data = NnueData::open({.paths = run.data,
                              .seed = run.settings.seed,
                              .validation_percent = run.validation_percent,
                              .filter = run.filter});
  if (!data) return std::unexpected(data.error());
  const DataCount count = data->count();
  settings.steps = steps_of(run, count);
  const auto to_read = static_cast<double>(settings.steps) * static_cast<double>(settings.batch);
  if (run.cache && !data->use_cache(to_read, static_cast<unsigned>(run.threads), stop, tell)) {
    tell("Stopped while positions were packed: the same command goes on from there.");
    return false;
  }
  const auto source = data->reader(Part::Training);
  if (!source) return std::unexpected(source.error());
  const auto held_out = data->first_positions(Part::Validation, run.held_out);
  if (!held_out) return std::unexpected(held_out.error());
  if (held_out->empty())
    tell(
        fmt::format("{}: no positions for validation: there will be no validation loss", kCommand));

  plan.steps = settings.steps;
  plan.steps_per_row = steps_per_row(run, settings.steps, held_out->size());
  plan.labels.kind = kNnueCheckpoint;
  plan.labels.settings = to_text(settings);
  plan.labels.data = data_text(run, count);
  plan.labels.fingerprint = data->fingerprint();
  NnueTrainee trainee(settings, *std::move(start), **source, *held_out, run.threads);
  const auto end = [&] {
    TrainingTerminal terminal(kCommand);
    return run_training(plan, trainee, terminal, stop);
  }();
  if (!end) return std::unexpected(end.error());
  data->check_cache(tell);
  if (!end->is_complete) {
    tell(end->progress.step == 0
             ? std::string("Stopped before the first step: there is nothing to save.")
             : fmt::format("Step {} of {} is saved in {}; the same command{} goes on from there.",
                           end->progress.step, settings.steps, plan.checkpoint().string(),
                           run.restart ? " without --restart" : ""));
    return false;
  }
  if (const auto written =
          write_network(run, settings, trainee.network(), end->progress, *data, *held_out);
      !written)
    return std::unexpected(written.error());
  std::error_code unknown;
  std::filesystem::remove(plan.checkpoint(), unknown);
  return true;
}

}  // namespace tabiya
