#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/atomic_file.h"
#include "base/text.h"
#include "encode/planes.h"
#include "inference/onnx_evaluator.h"
#include "inference/onnx_library.h"
#include "inference/onnx_model.h"
#include "inference/tower.h"
#include "nnue/bootstrap.h"
#include "nnue/network.h"
#include "nnue/network_parts.h"

namespace tabiya {

namespace {

// What `tabiya net info` says about a network.
void row(std::string_view label, std::string value) {
  std::ranges::replace(value, '\n', ' ');  // or a file could add rows of its own
  fmt::print("{:<12}{}\n", label, printable(value));
}

std::string sizes_of(const TensorShape& tensor) {
  std::string text;
  for (const std::int64_t size : tensor.dims)
    text += fmt::format("{}{}", text.empty() ? "" : " x ", size < 0 ? "n" : std::to_string(size));
  return text;
}

// In the order of ValueKind.
constexpr std::array kValueMeanings{"win, draw, loss as logits", "win, draw, loss as probabilities",
                                    "one number from -1 to 1"};

void describe(const Network& network) {
  const NnueShape& shape = network.shape();
  fmt::print("Name        {}\n", network.name().empty() ? "(none)" : network.name());
  fmt::print("Network     {} inputs{}, 2 x {} neurons, {} activation, {}\n", kFeatures,
             shape.mirrored ? " mirrored by the king" : "", shape.width, name(network.activation()),
             counted(static_cast<std::uint64_t>(shape.outputs), "output", "outputs"));
  fmt::print("Precision   1/{} in the feature layer, 1/{} in the output weights\n", kQuantumA,
             shape.quantum_b);
  fmt::print("Scale       {} centipawns\n", network.scale());
  fmt::print("Checksum    {:016x}\n", network.checksum());
  std::string_view notes = network.notes();
  for (std::string_view label = "Notes"; !notes.empty(); label = "") {
    const std::size_t end = notes.find('\n');
    fmt::print("{:<12}{}\n", label, notes.substr(0, end));
    notes.remove_prefix(end == std::string_view::npos ? notes.size() : end + 1);
  }
}

void describe(const OnnxModel& model) {
  const NetworkShape& shape = model.shape();
  const OnnxSummary summary = summary_of(model);
  const int padding = shape.planes - planes_for(shape.history);
  row("Network", fmt::format("ONNX, {} parameters, {}", summary.parameters,
                             summary.is_quantized()
                                 ? fmt::format("int8 in {} of {} convolutions",
                                               summary.quantized_convolutions, summary.convolutions)
                                 : "fp32"));
  row("Input", fmt::format("{}: {}; {} step{} of history{}", shape.input.name,
                           sizes_of(shape.input), shape.history, shape.history == 1 ? "" : "s",
                           padding == 0 ? "" : fmt::format(", {} of the planes padding", padding)));
  row("Policy", fmt::format("{}: {}; logits", shape.policy.name, sizes_of(shape.policy)));
  row("Value", fmt::format("{}: {}; {}", shape.value.name, sizes_of(shape.value),
                           kValueMeanings[static_cast<std::size_t>(shape.value_kind)]));
  row("Format", fmt::format("version {}, operators {}, by {}", summary.format_version,
                            summary.operator_version,
                            summary.producer.empty() ? "(unknown)" : summary.producer));
  row("Size", fmt::format("{} bytes", model.bytes().size()));
  std::string_view label = "Metadata";
  for (const auto& [key, value] : summary.metadata) {
    row(label, fmt::format("{} = {}", key, value));
    label = "";
  }
}

ExitCode bootstrap_command(const std::string& output) {
  const auto written = write_file_atomically(output, network_file(bootstrap_parts()));
  if (!written) return failed("net bootstrap", written.error().message);
  fmt::print("{} written\n", output);
  return ExitCode::Done;
}

struct NewOptions {
  std::string size;
  int history = 8;
  std::uint64_t seed = 1;
  std::string output;
};

ExitCode new_command(const NewOptions& options) {
  const auto shape = TowerShape::named(options.size, options.history);
  if (!shape) return failed("net new", shape.error().message, ExitCode::WrongUsage);
  const TowerWeights tower = random_tower(*shape, options.seed);
  const std::string output =
      options.output.empty() ? fmt::format("{}.onnx", shape->name()) : options.output;
  if (const auto written = write_file_atomically(output, onnx_file_of(tower)); !written)
    return failed("net new", written.error().message);
  fmt::print("{} written: {}, {} parameters, {} of history, untrained\n", output, shape->name(),
             parameters(tower),
             shape->history == 1 ? "1 position" : fmt::format("{} positions", shape->history));
  return ExitCode::Done;
}

// The file read, and tried as the engine would, so that what is told of it can be used. Without
// ONNX Runtime it is only read.
OnnxModel::Loaded usable_model(const std::string& file) {
  auto model = OnnxModel::load(file);
  if (!model) return model;
  if (const auto library = OnnxLibrary::load()) {
    const auto evaluator = onnx_evaluator(*library, *model, {.largest_batch = 1});
    if (!evaluator) return std::unexpected(evaluator.error());
  }
  return model;
}

// Without a file, the built-in network.
ExitCode info_command(const std::string& file) {
  if (file.empty()) {
    describe(*Network::built_in());
    return ExitCode::Done;
  }
  std::optional<std::string> why_no_nnue;
  if (std::filesystem::path(file).extension() != ".onnx") {
    const auto network = Network::load(file);
    if (network) {
      describe(*network);
      return ExitCode::Done;
    }
    why_no_nnue = network.error().message;
    if (network.error().kind != NetworkError::Kind::Foreign)
      return failed("net info", *why_no_nnue);
  }
  // An ONNX file may have any name, but then only a right one is taken for one.
  const auto model = usable_model(file);
  if (!model) return failed("net info", why_no_nnue.value_or(model.error().message));
  describe(**model);
  return ExitCode::Done;
}

}  // namespace

void register_net(CommandLine& line) {
  CLI::App& net = line.add(Purpose::Train, "net", "Describe, create and quantise networks");
  net.require_subcommand(1);

  auto file = std::make_shared<std::string>();
  CLI::App& info = *net.add_subcommand("info", "Describe a network file");
  info.add_option("FILE", *file, "Network file (default: the built-in network)")->type_name("");
  line.when_chosen(info, [file] { return info_command(*file); });

  auto new_options = std::make_shared<NewOptions>();
  CLI::App& new_network =
      *net.add_subcommand("new", "Write an untrained ONNX network for the tree search");
  new_network.add_option("SIZE", new_options->size, "Blocks and channels: 4x64, 6x128, 10x128 …")
      ->required()
      ->type_name("");
  new_network
      .add_option("--history", new_options->history,
                  "Positions it sees, the current one included: 1 to 8")
      ->type_name("N")
      ->capture_default_str();
  new_network.add_option("--seed", new_options->seed, "Seed of its random weights")
      ->type_name("N")
      ->capture_default_str();
  file_option(new_network, "-o,--output", new_options->output,
              "File to write (default: SIZE.onnx)");
  line.when_chosen(new_network, [new_options] { return new_command(*new_options); });

  register_net_quantize(line, net);

  auto output = std::make_shared<std::string>("bootstrap.nnue");
  CLI::App& bootstrap = *net.add_subcommand("bootstrap", "Write the handcrafted network");
  file_option(bootstrap, "-o,--output", *output, "File to write");
  line.when_chosen(bootstrap, [output] { return bootstrap_command(*output); });

  register_net_random(line, net);
}

}  // namespace tabiya
