#include "cli/net/net_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/text.h"
#include "encode/planes.h"

namespace tabiya {

namespace {

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

std::string_view meaning(ValueKind kind) {
  switch (kind) {
    case ValueKind::WdlLogits:
      return "win, draw, loss as logits";
    case ValueKind::WdlProbabilities:
      return "win, draw, loss as probabilities";
    case ValueKind::Scalar:
      return "one number from -1 to 1";
  }
  return "";
}

}  // namespace

void describe(const Network& network) {
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
                           meaning(shape.value_kind)));
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

}  // namespace tabiya
