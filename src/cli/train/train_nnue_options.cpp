#include "cli/train/train_nnue_options.h"

#include <fmt/format.h>

#include "cli/number_check.h"
#include "nnue/network_parts.h"

namespace tabiya {
namespace {

// Multiples only, as network files have them.
CLI::Validator width_check() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const auto width = number_from<int>(text);
        if (width && *width >= kLowestWidth && *width <= kHighestWidth && *width % kWidthStep == 0)
          return {};
        return fmt::format("it takes a multiple of {} from {} to {}, not {}", kWidthStep,
                           kLowestWidth, kHighestWidth, in_quotes(text));
      },
      "");
}

void add_file_options(CLI::App& command, NnueRun& options) {
  command
      .add_option("--data", options.data, "Files or folders of games; may be given several times")
      ->required()
      ->type_name("PATH");
  command.add_option("-o,--output", options.output, "Network to write")
      ->required()
      ->type_name("FILE");
  command.add_option("--width", options.settings.width, "Neurons for each player")
      ->check(width_check())
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--scale", options.settings.scale, "Centipawns of an output of one")
      ->check(number_check(1, kHighestScale))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--from", options.from,
                  "Begin with this trained network, with its width and scale")
      ->type_name("FILE");
  command.add_option("--name", options.name, "The network's name (default: from the file's)")
      ->type_name("TEXT");
}

void add_learning_options(CLI::App& command, NnueRun& options) {
  TrainingSettings& settings = options.settings;
  const auto number = [&]<class Number>(const char* option_name, Number& value, Number lowest,
                                        Number highest, const char* what) {
    return command.add_option(option_name, value, what)
        ->check(number_check(lowest, highest))
        ->type_name("N")
        ->capture_default_str();
  };
  number("--epochs", options.epochs, 0.001, 1e6,
         "How often as many positions as the data have are learnt from");
  command
      .add_option("--steps", settings.steps,
                  "How many batches are learnt from, instead of --epochs")
      ->check(number_check<std::uint64_t>(1, 1'000'000'000))
      ->type_name("N");
  number("--batch", settings.batch, std::size_t{1}, std::size_t{1} << 20, "Positions of a step");
  number("--rate", settings.rate, 0.0, 100.0, "The highest learning rate");
  number("--last-rate", settings.last_rate, 0.0, 100.0, "The learning rate at the end");
  number("--warm-up", settings.warm_up, std::uint64_t{0}, std::uint64_t{1'000'000},
         "Steps until the highest rate, at most a tenth of all");
  number("--first-blend", settings.first_blend, 0.0, 1.0,
         "Share of the game's result in what is learnt, at the beginning; the rest is the score");
  number("--last-blend", settings.last_blend, 0.0, 1.0, "The same at the end");
  number("--power", settings.power, 1.0, 10.0, "Of the difference between expected and learnt");
  number("--weight-decay", settings.weight_decay, 0.0, 1.0, "Of AdamW");
  number("--seed", settings.seed, std::uint64_t{0}, ~std::uint64_t{0},
         "For the first weights and the order of the data");
}

void add_data_options(CLI::App& command, NnueRun& options) {
  command.add_option("--validation", options.validation_percent, "Per cent of the games held out")
      ->check(number_check(0.0, 90.0))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--held-out", options.held_out, "Positions of them to compute the loss with")
      ->check(number_check<std::size_t>(1, 10'000'000))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag_callback(
      "--keep-checks", [&] { options.filter.skip_checks = false; },
      "Learn from positions in check, too");
  command.add_flag_callback(
      "--keep-captures", [&] { options.filter.skip_captures = false; },
      "Learn from positions where the move played captures or promotes, too");
  command.add_flag_callback(
      "--no-mirror", [&] { options.filter.mirror = false; },
      "Do not mirror half of the positions without castling rights");
  command
      .add_option("--highest-score", options.filter.highest_score,
                  "Leave out positions with scores beyond, in centipawns")
      ->check(number_check(1, 32'000))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--first-ply", options.filter.first_ply, "Leave out half-moves before this")
      ->check(number_check(0, 1000))
      ->type_name("N")
      ->capture_default_str();
}

void add_running_options(CLI::App& command, NnueRun& options) {
  command.add_option("--threads", options.threads, "Threads (default: one for each processor)")
      ->check(number_check(1, 1024))
      ->type_name("N");
  command
      .add_option("--checkpoint-every", options.steps_per_checkpoint, "Steps between checkpoints")
      ->check(number_check<std::uint64_t>(1, 1'000'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--log-every", options.steps_per_row,
                  "Steps between rows of the log (default: 20 to 400 rows in all)")
      ->check(number_check<std::uint64_t>(1, 1'000'000'000))
      ->type_name("N");
  command.add_flag("--restart", options.restart, "Start again even if there is a checkpoint");
}

}  // namespace

void add_train_nnue_options(CLI::App& command, NnueRun& options) {
  add_file_options(command, options);
  add_learning_options(command, options);
  add_data_options(command, options);
  add_running_options(command, options);
}

}  // namespace tabiya
