#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "base/progress.h"
#include "chess/chess960.h"
#include "chess/perft.h"
#include "cli/options.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

struct PerftOptions {
  int depth = 5;
  std::string fen{kStartFen};
  bool chess960 = false;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  bool divide = false;
};

std::string speed(std::uint64_t nodes, std::chrono::duration<double> time) {
  return fmt::format("{:.0f} million a second",
                     static_cast<double>(nodes) / std::max(time.count(), 1e-9) / 1e6);
}

ExitCode perft_command(const PerftOptions& options) {
  const auto position = parse_fen(options.fen == "startpos" ? kStartFen : options.fen);
  if (!position) return wrong_text("tabiya perft", options.fen, position.error());
  const Variant variant =
      options.chess960 || needs_chess960(*position) ? Variant::Chess960 : Variant::Standard;
  const Interrupt interrupt;

  for (int depth = options.divide ? options.depth : 1; depth <= options.depth; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start);
    };
    PerftSplit split;
    {
      Progress progress(fmt::format("perft {}", depth), 1000);
      split = parallel_perft(*position, depth, options.threads, [&](const PerftProgress& now) {
        progress.update(1000 * now.tasks_done / std::max<std::uint64_t>(now.tasks, 1),
                        speed(now.nodes, elapsed()));
        return !interrupt.requested();
      });
    }
    if (!split.complete) return stopped_by(interrupt);

    const auto time = elapsed();
    if (options.divide)
      for (const auto& [move, nodes] : split.moves)
        fmt::print("{}: {}\n", to_uci(*position, move, variant), nodes);
    fmt::print("depth {}: {}", depth, split.nodes);
    // A speed means something only for what takes a while.
    if (time.count() >= 0.05)
      fmt::print("   ({:.2f} s, {})", time.count(), speed(split.nodes, time));
    fmt::print("\n");
    std::fflush(stdout);
  }
  return ExitCode::Done;
}

}  // namespace

void register_perft(CommandLine& line) {
  auto options = std::make_shared<PerftOptions>();
  CLI::App& command = line.add(Purpose::Develop, "perft",
                               "Count move sequences, to test the move generator and its speed");
  number_option(command, "DEPTH", options->depth, 1, 20, "Number of half-moves", "INT");
  command
      .add_option("--fen", options->fen, "Position to start from, in quotes (default: startpos)")
      ->type_name("FEN");
  command.add_flag("--chess960", options->chess960, "Write castling as king takes rook");
  number_option(command, "--threads", options->threads, 1, 1024,
                "Threads (default: one for each processor)");
  command.add_flag("--divide", options->divide, "Only DEPTH, and the count after each move");
  command.footer("Example:\n  tabiya perft 3 --divide");
  line.when_chosen(command, [options] { return perft_command(*options); });
}

}  // namespace tabiya
