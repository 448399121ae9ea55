#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include "base/atomic_file.h"
#include "base/system.h"
#include "cli/net/network_options.h"
#include "cli/options.h"
#include "nnue/network_parts.h"
#include "train/nnue/float_network.h"

namespace tabiya {

namespace {

struct RandomOptions {
  NnueShape shape = kNewNetwork;
  int scale = 400;
  std::uint64_t seed = 1;
  std::string output = "random.nnue";
};

NetworkParts random_parts(const RandomOptions& options) {
  NetworkParts parts = quantized(FloatNetwork::random(options.shape, options.seed), options.scale);
  parts.name = "random";
  parts.notes = fmt::format(
      "Made with Tabiya {}: random weights of seed {}. It has learnt nothing: a start for\n"
      "games without any knowledge of chess but the rules.\n",
      version(), options.seed);
  return parts;
}

ExitCode random_command(const RandomOptions& options) {
  const auto written = write_file_atomically(options.output, network_file(random_parts(options)));
  if (!written) return failed("net random", written.error().message);
  fmt::print("{} written: {} wide, untrained\n", options.output, options.shape.width);
  return ExitCode::Done;
}

}  // namespace

void register_net_random(CommandLine& line, CLI::App& net) {
  auto options = std::make_shared<RandomOptions>();
  CLI::App& command =
      *net.add_subcommand("random", "Write an untrained network for the alpha-beta search");
  add_shape_options(command, options->shape);
  number_option(command, "--scale", options->scale, 1, kHighestScale,
                "Centipawns that an output of 1 means");
  number_option(command, "--seed", options->seed, 0, UINT64_MAX, "Seed of its random weights");
  file_option(command, "-o,--output", options->output, "File to write");
  line.when_chosen(command, [options] { return random_command(*options); });
}

}  // namespace tabiya
