#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "base/interrupt.h"
#include "base/progress.h"
#include "cli/command_line.h"
#include "cli/number_check.h"
#include "engine/bench.h"
#include "nnue/network.h"

namespace tabiya {

namespace {

struct BenchCommand {
  BenchOptions bench;
  std::string network;
};

ExitCode bench_command(const BenchCommand& options) {
  std::shared_ptr<const Network> network;
  if (options.network.empty()) {
    network = Network::built_in();
  } else {
    auto loaded = Network::load(options.network);
    if (!loaded) {
      complain("tabiya bench: {}\n", loaded.error().message);
      return ExitCode::Failed;
    }
    network = std::make_shared<const Network>(*std::move(loaded));
  }
  const Interrupt interrupt;
  BenchResult result;
  {
    Progress progress("bench", std::nullopt);
    result =
        bench(network, options.bench, [&](std::size_t done, std::size_t, const BenchResult& now) {
          progress.update(done, fmt::format("{} nodes a second", now.nodes_per_second()));
          return !interrupt.requested();
        });
  }
  if (!result.complete) return stopped_by(interrupt);
  fmt::print("nodes  {}\ntime   {} ms\nspeed  {} nodes a second\n", result.nodes,
             result.time.count(), result.nodes_per_second());
  return ExitCode::Done;
}

}  // namespace

void register_bench(CommandLine& line) {
  auto options = std::make_shared<BenchCommand>();
  CLI::App& command =
      line.add(Purpose::Develop, "bench",
               "Search a fixed set of positions, to measure speed and identify the search");
  command.add_option("DEPTH", options->bench.depth, "Depth of each search")
      ->check(number_check(1, 100))
      ->capture_default_str();
  command
      .add_option("--threads", options->bench.threads,
                  "Threads; only with one the count is always the same")
      ->check(number_check(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--hash", options->bench.table_mebibytes, "Transposition table in MiB")
      ->check(number_check(1, 1 << 20))
      ->type_name("MIB")
      ->capture_default_str();
  command.add_option("--net", options->network, "Network to use (default: the built-in one)")
      ->type_name("FILE");
  command.footer("Example:\n  tabiya bench 8");
  line.when_chosen(command, [options] { return bench_command(*options); });
}

}  // namespace tabiya
