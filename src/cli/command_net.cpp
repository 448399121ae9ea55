#include "cli/command_net.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <string_view>

#include "base/atomic_file.h"
#include "cli/complain.h"
#include "nnue/bootstrap.h"
#include "nnue/network.h"
#include "nnue/network_file.h"

namespace tabiya {

namespace {

struct BootstrapOptions {
  std::string output = "bootstrap.nnue";
};

struct InfoOptions {
  std::string file;
};

ExitCode bootstrap_command(const BootstrapOptions& options) {
  const auto written = write_file_atomically(options.output, network_file(bootstrap_parts()));
  if (!written) {
    complain("tabiya net bootstrap: {}\n", written.error());
    return ExitCode::Failed;
  }
  fmt::print("{} written\n", options.output);
  return ExitCode::Done;
}

void print_info(const Network& network) {
  const int width = network.width();
  fmt::print("Name        {}\n", network.name().empty() ? "(none)" : network.name());
  fmt::print("Network     {} inputs, 2 x {} neurons, {} activation, 1 output\n", kFeatures, width,
             name(network.activation()));
  fmt::print("Scale       {} centipawns\n", network.scale());
  fmt::print("Checksum    {:016x}\n", network.checksum());
  std::string_view notes = network.notes();
  for (std::string_view label = "Notes"; !notes.empty(); label = "") {
    const std::size_t end = notes.find('\n');
    fmt::print("{:<12}{}\n", label, notes.substr(0, end));
    notes.remove_prefix(end == std::string_view::npos ? notes.size() : end + 1);
  }
}

ExitCode info_command(const InfoOptions& options) {
  if (options.file.empty()) {
    print_info(*Network::built_in());
    return ExitCode::Done;
  }
  const auto network = Network::load(options.file);
  if (!network) {
    complain("tabiya net info: {}\n", network.error().message);
    return ExitCode::Failed;
  }
  print_info(*network);
  return ExitCode::Done;
}

}  // namespace

void register_net(CommandLine& line) {
  CLI::App& net = line.add(Purpose::Develop, "net", "Networks that score positions");
  net.require_subcommand(1);

  auto info_options = std::make_shared<InfoOptions>();
  CLI::App& info = *net.add_subcommand("info", "Tell what a network file holds");
  info.add_option("FILE", info_options->file, "Network file (default: the built-in network)")
      ->type_name("");
  line.when_chosen(info, [info_options] { return info_command(*info_options); });

  auto bootstrap_options = std::make_shared<BootstrapOptions>();
  CLI::App& bootstrap =
      *net.add_subcommand("bootstrap", "Write the network that was made by hand, not trained");
  bootstrap.add_option("-o,--output", bootstrap_options->output, "File to write")
      ->type_name("FILE")
      ->capture_default_str();
  line.when_chosen(bootstrap,
                   [bootstrap_options] { return bootstrap_command(*bootstrap_options); });
}

}  // namespace tabiya
