#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/net/position_sample.h"
#include "cli/options.h"
#include "inference/quantization.h"

namespace tabiya {

namespace {

struct QuantizeOptions {
  std::string input;
  std::string output;
  std::string positions;
  std::size_t count = 512;
  std::uint64_t seed = 1;
};

double per_second(std::size_t positions, std::chrono::duration<double> time) {
  return static_cast<double>(positions) / std::max(time.count(), 1e-9);
}

void report(const QuantizeOptions& options, const QuantizedNetwork& network,
            std::size_t bytes_before) {
  const NetworkComparison& comparison = network.difference;
  const double before = per_second(comparison.positions, comparison.first_time);
  const double after = per_second(comparison.positions, comparison.second_time);
  fmt::print("{} written: {} convolutions in int8\n", options.output, network.convolutions);
  if (network.batch_norms > 0) fmt::print("Folded      {} batch norms\n", network.batch_norms);
  fmt::print("Compared    over {} positions\n", comparison.positions);
  fmt::print("Value       differs by {:.4f} on average, {:.4f} at most\n",
             comparison.mean_value_difference, comparison.largest_value_difference);
  fmt::print("Policy      diverges by {:.5f} nats on average, {:.5f} at most\n",
             comparison.mean_divergence, comparison.largest_divergence);
  fmt::print("Best move   the same in {} of {} ({:.1f} %)\n", comparison.same_best_move,
             comparison.positions,
             100.0 * static_cast<double>(comparison.same_best_move) /
                 static_cast<double>(comparison.positions));
  fmt::print("Size        {} bytes, was {}\n", network.file.size(), bytes_before);
  fmt::print("Speed       {:.0f} positions/s on one thread, was {:.0f}: {:.2f} times as fast\n",
             after, before, after / before);
}

ExitCode quantize_command(const QuantizeOptions& options) {
  const Interrupt interrupt;
  const auto give_up = [&](std::string_view why) {
    return interrupt.requested() ? stopped_by(interrupt) : failed("net quantize", why);
  };
  const auto library = OnnxLibrary::load();
  if (!library) return give_up(library.error().message);
  const auto model = OnnxModel::load(options.input);
  if (!model) return give_up(model.error().message);

  const auto sample = sample_positions(options.positions, options.count, options.seed, interrupt);
  if (!sample) return give_up(sample.error().message);
  if (interrupt.requested()) return stopped_by(interrupt);
  if (sample->games.empty())
    return give_up(fmt::format(
        "{}: contains no position{}", options.positions,
        sample->broken_games == 0 ? "" : fmt::format(" ({} broken games)", sample->broken_games)));

  Progress progress("quantize", 2 * sample->games.size());
  const auto network = quantized(*library, *model, sample->games, [&](std::size_t done) {
    progress.update(done);
    return !interrupt.requested();
  });
  if (!network) return give_up(network.error().message);
  progress.clear();
  if (const auto written = write_file_atomically(options.output, network->file); !written)
    return give_up(written.error().message);
  report(options, *network, (*model)->bytes().size());
  return ExitCode::Done;
}

}  // namespace

void register_net_quantize(CommandLine& line, CLI::App& net) {
  auto options = std::make_shared<QuantizeOptions>();
  CLI::App& command = *net.add_subcommand(
      "quantize", "Write an ONNX network that computes in 8 bits: faster on a CPU");
  command.add_option("FILE", options->input, "ONNX network")->required()->type_name("");
  file_option(command, "-o,--output", options->output, "File to write")->required();
  file_option(command, "--positions", options->positions,
              "PGN, EPD or FEN lines: positions like those it will evaluate in play")
      ->required();
  number_option(command, "--count", options->count, 1, 100'000,
                "Number of positions to choose from there");
  command.add_option("--seed", options->seed, "Seed of this choice")
      ->type_name("N")
      ->capture_default_str();
  line.when_chosen(command, [options] { return quantize_command(*options); });
}

}  // namespace tabiya
