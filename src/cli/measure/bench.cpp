#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "base/progress.h"
#include "cli/options.h"
#include "engine/bench.h"
#include "nnue/network.h"

namespace tabiya {

namespace {

struct BenchCommand {
  BenchOptions bench;
  std::string network;
};

ExitCode bench_command(const BenchCommand& options) {
  const auto network = Network::open(options.network);
  if (!network) return failed("bench", network.error().message);
  const Interrupt interrupt;
  BenchResult result;
  {
    Progress progress("bench", std::nullopt);
    result =
        bench(*network, options.bench, [&](std::size_t done, std::size_t, const BenchResult& now) {
          progress.update(done, fmt::format("{} nodes a second", now.nodes_per_second()));
          return !interrupt.requested();
        });
  }
  if (!result.complete) return stopped_by(interrupt);
  fmt::print("nodes  {}\ntime   {} ms\nspeed  {} nodes a second\n", result.nodes,
             result.time.count(), result.nodes_per_second());
  // What OpenBench, which tests changes of engines on many machines, looks for.
  fmt::print("{} nodes {} nps\n", result.nodes, result.nodes_per_second());
  return ExitCode::Done;
}

}  // namespace

void register_bench(CommandLine& line) {
  auto options = std::make_shared<BenchCommand>();
  CLI::App& command =
      line.add(Purpose::Develop, "bench",
               "Search a fixed set of positions, to measure speed and identify the search");
  number_option(command, "DEPTH", options->bench.depth, 1, 100, "Depth of each search", "INT");
  number_option(command, "--threads", options->bench.threads, 1, 1024,
                "Threads; only with one the count is always the same");
  number_option(command, "--hash", options->bench.table_mebibytes, 1, 1 << 20,
                "Transposition table in MiB", "MIB");
  file_option(command, "--net", options->network, "Network to use (default: the built-in one)");
  command.footer("Example:\n  tabiya bench 8");
  line.when_chosen(command, [options] { return bench_command(*options); });
}

}  // namespace tabiya
