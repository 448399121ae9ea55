#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "base/result.h"
#include "cli/messages.h"
#include "cli/train/train_nnue_options.h"
#include "nnue/network.h"
#include "nnue/network_file.h"
#include "train/nnue/quantization_check.h"
#include "train/nnue/quantization_fit.h"
#include "train/nnue/training.h"
#include "train/nnue/training_report.h"
#include "train/output_claim.h"
#include "train/shuffled_source.h"

namespace tabiya {

namespace {

using Failure = std::unexpected<Error>;

// One training from the command line to its files.
class NnueTrainingDesk {
 public:
  NnueTrainingDesk(const TrainNnueOptions& options, const Interrupt& interrupt)
      : options_(options), interrupt_(interrupt), settings_(options.settings) {}

  Result<void> prepare();
  Result<bool> train();  // true: complete

 private:
  std::filesystem::path beside(std::string_view extension) const {
    return options_.output + std::string(extension);
  }
  ShuffleSettings shuffle(Part part) const {
    return {.files = {options_.data.begin(), options_.data.end()},
            .seed = settings_.seed,
            .part = part,
            .validation_percent = options_.validation_percent};
  }
  std::uint64_t steps_per_row() const;
  TrainingPlan plan() const;
  TrainingEvents events();
  void show(const TrainingNews&);
  void write_log(const TrainingState&) const;
  Result<void> write_network(const TrainingState&) const;

  const TrainNnueOptions& options_;
  const Interrupt& interrupt_;
  TrainingSettings settings_;
  std::optional<OutputClaim> claim_;
  std::string data_;
  std::optional<FloatNetwork> start_;
  std::unique_ptr<ShuffledSource> source_;
  std::vector<ScoredPosition> held_out_;
  std::unique_ptr<Progress> progress_;
  std::uint64_t first_step_ = 0;
  int twentieths_shown_ = 0;
};

std::string_view part_of(const PositionFilter& filter) {
  if (filter.skip_checks && filter.skip_captures) return "quiet ones";
  if (filter.skip_checks) return "those not in check";
  return filter.skip_captures ? "those before no capture" : "all of them";
}

// The network to begin with. One from a file brings settings of its own.
Result<FloatNetwork> first_network(const std::string& file, TrainingSettings& settings) {
  if (file.empty()) return FloatNetwork::random(settings.width, settings.seed);
  const auto bytes = read_file(file, longest_network_file());
  if (!bytes) return Failure(bytes.error().message);
  const auto read = parse_network_file(*bytes);
  if (!read) return Failure(fmt::format("{}: {}", file, read.error().message));
  auto network = FloatNetwork::from(read->parts);
  if (!network) return Failure(fmt::format("{}: {}", file, network.error().message));
  settings.width = read->parts.width;
  settings.scale = read->parts.scale;
  settings.start = read->checksum;
  return *std::move(network);
}

Result<void> NnueTrainingDesk::prepare() {
  TrainingFiles files{.network = options_.output,
                      .beside = {beside(".checkpoint"), beside(".csv"), beside(".svg")},
                      .data = {options_.data.begin(), options_.data.end()}};
  if (!options_.from.empty()) files.read.emplace_back(options_.from);
  auto claim = OutputClaim::make(files);
  if (!claim) return Failure(claim.error().message);
  claim_.emplace(*std::move(claim));
  auto start = first_network(options_.from, settings_);
  if (!start) return Failure(start.error().message);
  start_ = *std::move(start);

  auto source = ShuffledSource::open(shuffle(Part::Training), options_.filter);
  if (!source) return Failure(source.error().message);
  source_ = *std::move(source);
  const DataCount count = source_->count();
  // Everything that decides which positions come, and in which order.
  data_ = fmt::format(
      "{} games with {} positions, {} up to {} centipawns from half-move {} on, {} % "
      "of the games for validation{}",
      count.games, count.positions, part_of(options_.filter), options_.filter.highest_score,
      options_.filter.first_ply, options_.validation_percent,
      options_.filter.mirror ? ", half of those without castling mirrored" : "");
  auto held_out = first_positions(shuffle(Part::Validation), options_.filter, options_.held_out);
  if (!held_out) return Failure(held_out.error().message);
  held_out_ = *std::move(held_out);
  if (held_out_.empty())
    complain("tabiya train nnue: no positions for validation: there will be no validation loss\n");

  if (settings_.steps == 0) {
    const double positions = options_.epochs * static_cast<double>(count.positions);
    settings_.steps = static_cast<std::uint64_t>(
        std::max(1.0, std::ceil(positions / static_cast<double>(settings_.batch))));
  }
  return {};
}

// Each row costs a pass over the held-out positions; that shall be a few per cent of the time. But
// a curve of fewer than twenty points is none.
std::uint64_t NnueTrainingDesk::steps_per_row() const {
  if (options_.steps_per_row > 0) return options_.steps_per_row;
  const std::uint64_t cheap = 10 * held_out_.size() / settings_.batch;
  const std::uint64_t wanted = std::max(settings_.steps / 400, cheap);
  return std::max<std::uint64_t>(1, std::min(wanted, settings_.steps / 20));
}

TrainingPlan NnueTrainingDesk::plan() const {
  return {.settings = settings_,
          .data = data_,
          .fingerprint = source_->fingerprint(),
          .checkpoint = beside(".checkpoint"),
          .steps_per_checkpoint = options_.steps_per_checkpoint,
          .steps_per_row = steps_per_row(),
          .threads = options_.threads,
          .restart = options_.restart};
}

void NnueTrainingDesk::show(const TrainingNews& news) {
  const auto validation = [](double loss) {
    return std::isfinite(loss) ? fmt::format(", validation {:.5f}", loss) : "";
  };
  // The log has every row; here twenty are enough.
  const auto twentieths = static_cast<int>(20 * news.step / settings_.steps);
  if (news.row != nullptr && twentieths > twentieths_shown_) {
    twentieths_shown_ = twentieths;
    progress_->clear();
    fmt::print("step {:>{}}   loss {:.5f}{}   rate {:.6f}   {:.0f} positions/s\n", news.step,
               fmt::formatted_size("{}", settings_.steps), news.row->loss,
               validation(news.row->validation_loss), news.row->rate, news.positions_per_second);
    std::fflush(stdout);
  }
  progress_->update(
      news.step - first_step_,
      fmt::format("loss {:.5f}{}, rate {:.6f}, {:.0f} positions/s, {:.0f} % waiting "
                  "for data",
                  news.loss, news.validation_loss ? validation(*news.validation_loss) : "",
                  news.rate, news.positions_per_second, 100 * news.waiting));
}

TrainingEvents NnueTrainingDesk::events() {
  TrainingEvents events;
  events.began = [this](std::uint64_t step) {
    first_step_ = step;
    twentieths_shown_ = static_cast<int>(20 * step / settings_.steps);
    if (step > 0) fmt::print("Going on from step {} of {}\n", step, settings_.steps);
    std::fflush(stdout);
    progress_ = std::make_unique<Progress>("train", settings_.steps - step);
  };
  events.stepped = [this](const TrainingNews& news) {
    show(news);
    return !interrupt_.requested();
  };
  events.warned = [this](const std::string& warning) {
    progress_->clear();
    complain("tabiya train nnue: {}\n", warning);
  };
  events.saved = [this](const TrainingState& state) { write_log(state); };
  return events;
}

// A log that cannot be written is no reason to lose a training.
void NnueTrainingDesk::write_log(const TrainingState& state) const {
  const auto write = [](const std::filesystem::path& file, const std::string& text) {
    if (const auto written = write_file_atomically(file, std::as_bytes(std::span(text))); !written)
      complain("tabiya train nnue: {}\n", written.error().message);
  };
  write(beside(".csv"), csv_of(state.rows, settings_));
  write(beside(".svg"),
        svg_of(chart_of(state.rows, fmt::format("Training of {}", options_.output))));
}

Result<void> NnueTrainingDesk::write_network(const TrainingState& state) const {
  WorkTeam team(options_.threads);
  const auto learnt_from =
      first_positions(shuffle(Part::Training), options_.filter, kMostFitPositions);
  if (!learnt_from) return Failure(learnt_from.error().message);
  NetworkParts parts = fitted_quantized(state.network, settings_.scale, *learnt_from, team);
  parts.name = options_.name.empty() ? std::filesystem::path(options_.output).stem().string()
                                     : options_.name;
  parts.notes = notes_of(state, settings_, data_);
  const auto network = Network::from(parts);
  if (!network) return Failure(network.error().message);
  if (const auto written = write_file_atomically(options_.output, network_file(parts)); !written)
    return Failure(written.error().message);

  fmt::print("{} written: {} wide, {} steps, {:.1f} million positions in {:.0f} s\n",
             options_.output, settings_.width, state.step,
             static_cast<double>(state.step * settings_.batch) / 1e6, state.seconds);
  if (held_out_.empty()) return {};
  const QuantizationLoss loss = quantization_loss(state.network, *network, held_out_, team);
  fmt::print(
      "Whole numbers cost {:.1f} centipawns on average, {:.1f} at most, over {} positions it has "
      "not learnt from\n",
      loss.mean, loss.worst, loss.positions);
  return {};
}

Result<bool> NnueTrainingDesk::train() {
  const TrainingPlan chosen = plan();
  const auto end = tabiya::train(chosen, *std::move(start_), *source_, held_out_, events());
  progress_.reset();
  if (!end) return Failure(end.error().message);
  if (!end->is_complete && end->state.step == 0) {
    complain("Stopped before the first step: there is nothing to save.\n");
    return false;
  }
  if (!end->is_complete) {
    complain("Step {} of {} is saved in {}; the same command goes on from there.\n",
             end->state.step, settings_.steps, chosen.checkpoint.string());
    return false;
  }
  if (const auto written = write_network(end->state); !written)
    return Failure(written.error().message);
  std::error_code unknown;
  std::filesystem::remove(chosen.checkpoint, unknown);
  return true;
}

ExitCode train_nnue_command(const TrainNnueOptions& options) {
  const Interrupt interrupt;
  NnueTrainingDesk desk(options, interrupt);
  const auto failed = [](const std::string& message) {
    complain("tabiya train nnue: {}\n", message);
    return ExitCode::Failed;
  };
  if (const auto prepared = desk.prepare(); !prepared) return failed(prepared.error().message);
  const auto complete = desk.train();
  if (!complete) return failed(complete.error().message);
  return *complete ? ExitCode::Done : stopped_by(interrupt);
}

}  // namespace

void register_train_nnue(CommandLine& line, CLI::App& train) {
  auto options = std::make_shared<TrainNnueOptions>();
  CLI::App& command = *train.add_subcommand(
      "nnue", "Train the network that scores positions, from games with scores");
  add_train_nnue_options(command, *options);
  command.footer("Example:\n  tabiya train nnue --data games -o net.nnue --epochs 20");
  line.when_chosen(
      command,
      [options] {
        // Who learns nothing from results needs none.
        const TrainingSettings& settings = options->settings;
        options->filter.skip_without_result = settings.first_blend > 0 || settings.last_blend > 0;
        return train_nnue_command(*options);
      },
      [options]() -> Result<void> {
        TrainingSettings settings = options->settings;
        if (const auto start = first_network(options->from, settings); !start)
          return Failure(start.error().message);
        return {};
      });
}

}  // namespace tabiya
