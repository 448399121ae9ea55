#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <memory>

#include "base/interrupt.h"
#include "base/result.h"
#include "cli/messages.h"
#include "cli/train/train_nnue_options.h"
#include "train/nnue/run_nnue.h"

namespace tabiya {

namespace {

ExitCode train_nnue_command(const NnueRun& run) {
  const Interrupt interrupt;
  const auto complete = run_nnue(run, [&] { return interrupt.requested(); });
  if (!complete) {
    complain("tabiya train nnue: {}\n", complete.error().message);
    return ExitCode::Failed;
  }
  return *complete ? ExitCode::Done : stopped_by(interrupt);
}

}  // namespace

void register_train_nnue(CommandLine& line, CLI::App& train) {
  auto run = std::make_shared<NnueRun>();
  CLI::App& command = *train.add_subcommand(
      "nnue", "Train the network that scores positions, from games with scores");
  add_train_nnue_options(command, *run);
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
        if (const auto start = first_network(run->from, settings); !start)
          return std::unexpected(start.error());
        return {};
      });
}

}  // namespace tabiya
