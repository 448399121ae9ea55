#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "cli/net/network_options.h"
#include "cli/options.h"
#include "cli/train/optimiser_options.h"
#include "nnue/network_parts.h"
#include "train/nnue/run_nnue.h"

namespace tabiya {

namespace {

void add_file_options(CLI::App& command, NnueRun& run) {
  command.add_option("--data", run.data, "Files or folders of games; may be given several times")
      ->required()
      ->type_name("PATH");
  file_option(command, "-o,--output", run.output, "Network to write")->required();
  add_shape_options(command, run.settings.shape);
  number_option(command, "--scale", run.settings.scale, 1, kHighestScale,
                "Centipawns that an output of 1 means");
  file_option(command, "--from", run.from,
              "Begin with this trained network, with its shape and scale");
  command.add_option("--name", run.name, "The network's name (default: taken from the file name)")
      ->type_name("TEXT");
}

void add_learning_options(CLI::App& command, NnueRun& run) {
  TrainingSettings& settings = run.settings;
  number_option(command, "--epochs", run.epochs, 0.001, 1e6,
                "Length of the training, in multiples of the number of positions in the data");
  number_option(command, "--steps", settings.steps, 1, 1'000'000'000,
                "Length of the training in batches, instead of --epochs")
      ->default_str("");
  number_option(command, "--batch", settings.batch, 1, 1 << 20, "Positions per step");
  add_optimiser_options(command, settings.optimiser);
  number_option(
      command, "--first-blend", settings.first_blend, 0.0, 1.0,
      "Share of the game's result in the target, at the beginning; the rest is the score");
  number_option(command, "--last-blend", settings.last_blend, 0.0, 1.0, "The same at the end");
  number_option(command, "--power", settings.power, 1.0, 10.0,
                "Exponent of the difference in the loss");
  number_option(command, "--seed", settings.seed, 0, UINT64_MAX,
                "Seed of the first weights and the order of the data");
}

void add_data_options(CLI::App& command, NnueRun& run) {
  number_option(command, "--validation", run.validation_percent, 0.0, 90.0,
                "Games held out for validation, in per cent");
  number_option(command, "--held-out", run.held_out, 1, 10'000'000,
                "Positions of them that the validation loss uses, at most");
  command.add_flag_callback(
      "--keep-checks", [&] { run.filter.skip_checks = false; },
      "Learn from positions in check, too");
  command.add_flag_callback(
      "--keep-captures", [&] { run.filter.skip_captures = false; },
      "Learn from positions where the move played captures or promotes, too");
  command.add_flag_callback(
      "--no-mirror", [&] { run.filter.mirror = false; },
      "With plain inputs: do not mirror half of the positions without castling rights");
  command.add_flag_callback(
      "--no-cache", [&] { run.cache = false; },
      "Decode the games in every epoch; write and read no packed positions beside them");
  number_option(command, "--highest-score", run.filter.highest_score, 1, 32'000,
                "Leave out positions with scores beyond this, in centipawns");
  number_option(command, "--first-ply", run.filter.first_ply, 0, 1000,
                "Leave out the first half-moves of each game");
}

void add_running_options(CLI::App& command, NnueRun& run) {
  number_option(command, "--threads", run.threads, 1, 1024,
                "Threads (default: one for each processor)");
  number_option(command, "--checkpoint-every", run.steps_per_checkpoint, 1, 1'000'000'000,
                "Steps between checkpoints");
  number_option(command, "--log-every", run.steps_per_row, 1, 1'000'000'000,
                "Steps between rows of the log (default: 20 to 400 rows in all)");
  command.add_flag("--restart", run.restart, "Start again even if there is a checkpoint");
}

ExitCode train_nnue_command(const NnueRun& run) {
  const Interrupt interrupt;
  const auto complete = run_nnue(run, [&] { return interrupt.requested(); });
  if (!complete) return failed("train nnue", complete.error().message);
  return *complete ? ExitCode::Done : stopped_by(interrupt);
}

}  // namespace

void register_train_nnue(CommandLine& line, CLI::App& train) {
  auto run = std::make_shared<NnueRun>();
  CLI::App& command = *train.add_subcommand(
      "nnue", "Train the network that scores positions, from games with scores");
  add_file_options(command, *run);
  add_learning_options(command, *run);
  add_data_options(command, *run);
  add_running_options(command, *run);
  command.footer("Example:\n  tabiya train nnue --data games -o net.nnue --epochs 20");
  line.when_chosen(
      command,
      [run] {
        // A training that learns nothing from results needs none.
        run->filter.skip_without_result =
            run->settings.first_blend > 0 || run->settings.last_blend > 0;
        return train_nnue_command(*run);
      },
      [run]() -> Result<void> {
        TrainingSettings settings = run->settings;
        if (const auto start = first_network(*run, settings); !start)
          return std::unexpected(start.error());
        return {};
      });
}

}  // namespace tabiya
