#include "cli/commands.h"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/system.h"
#include "base/text.h"
#include "cli/train/optimiser_options.h"
#include "train/az/settings.h"

namespace tabiya {

namespace {

// The program beside this one that trains; the error says how to get it.
Result<std::filesystem::path> find_trainer() {
  const std::filesystem::path own = program_file();
  const std::filesystem::path trainer = own.parent_path() / "tabiya-train-az";
  if (!own.empty() && ::access(trainer.c_str(), X_OK) == 0) return trainer;
  return failure(
      "this needs libtorch, and tabiya was built without it ({} is missing). Install it with "
      "\"apt-get install libtorch-dev\", then build again with \"cmake --preset release && cmake "
      "--build --preset release\"",
      printable(trainer.string()));
}

ExitCode train_az_command(const AzSettings& settings) {
  if (const auto right = check(settings); !right)
    return failed("train az", right.error().message, ExitCode::WrongUsage);
  const auto trainer = find_trainer();
  if (!trainer) return failed("train az", trainer.error().message);

  std::vector<std::string> words{trainer->string()};
  for (std::string& line : lines_of(settings)) words.push_back(std::move(line));
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  (void)std::fflush(nullptr);
  ::execv(trainer->c_str(), arguments.data());
  return failed("train az",
                fmt::format("{} could not be started: {}", trainer->string(), system_message()));
}

template <class Value>
CLI::Option* add(CLI::App& command, const char* name, Value& value, const char* what,
                 const char* type = "N") {
  return command.add_option(name, value, what)->type_name(type)->capture_default_str();
}

void add_data_options(CLI::App& command, AzSettings& settings) {
  command
      .add_option("--data", settings.data, "Files or folders of games; may be given several times")
      ->required()
      ->type_name("PATH");
  file_option(command, "-o,--output", settings.output, "ONNX file to write")->required();
  add(command, "--net", settings.net, "Blocks and channels", "SIZE");
  add(command, "--history", settings.history,
      "Positions it sees, the current one included: 1 to 8");
  file_option(command, "--from", settings.from,
              "Begin with the averaged network of this checkpoint");
  command.add_flag("--restart", settings.restart, "Start again even if there is a checkpoint");
  command.add_flag_callback(
      "--no-int8", [&] { settings.int8 = false; }, "Do not write a second network in 8 bits");
  command.add_flag_callback(
      "--no-mirror", [&] { settings.mirror = false; },
      "Do not mirror half of the positions without castling rights");
  add(command, "--validation", settings.validation, "Games held out for validation, in per cent",
      "PERCENT");
  add(command, "--held-out", settings.held_out, "Positions of them that the validation uses");
}

void add_learning_options(CLI::App& command, AzSettings& settings) {
  add(command, "--epochs", settings.epochs, "How often to see each position, on average");
  command
      .add_option("--positions", settings.positions,
                  "How many positions to see, instead of --epochs")
      ->type_name("N");
  add(command, "--batch", settings.batch, "Positions per step");
  add_optimiser_options(command, settings.optimiser);
  add(command, "--clip", settings.clip, "Gradients longer than this are shortened");
  add(command, "--average", settings.average, "Decay of the averaged network at each step");
  add(command, "--result-share", settings.result_share,
      "Share of the game's result in the value target; the rest is the search's evaluation");
  add(command, "--value-weight", settings.value_weight,
      "Weight of the value loss relative to the policy loss");
  add(command, "--smoothing", settings.smoothing,
      "Share given to all legal moves where only the move played is known");
  add(command, "--surprise", settings.surprise,
      "Share of a sample's weight that depends on how much the search surprises the network");
  add(command, "--checkpoint-every", settings.interval, "Steps between checkpoints");
  add(command, "--seed", settings.seed, "Seed of the first weights and the order of positions");
  command.add_option("--threads", settings.threads, "Threads (default: all)")->type_name("N");
}

}  // namespace

void register_train_az(CommandLine& line, CLI::App& train) {
  auto settings = std::make_shared<AzSettings>();
  CLI::App& command = *train.add_subcommand(
      "az", "Train a policy and value network for the tree search (needs libtorch)");
  add_data_options(command, *settings);
  add_learning_options(command, *settings);
  line.when_chosen(
      command, [settings] { return train_az_command(*settings); },
      [settings]() -> Result<void> {
        if (auto right = check(*settings); !right) return right;
        if (const auto found = find_trainer(); !found) return std::unexpected(found.error());
        return {};
      });
}

}  // namespace tabiya
