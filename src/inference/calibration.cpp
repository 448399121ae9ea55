#include "inference/calibration.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "encode/planes.h"
#include "inference/onnx_session.h"

namespace tabiya {

namespace {

constexpr std::size_t kBatch = 8;

// The network with further outputs: the tensors to look at.
std::vector<std::byte> opened_up(onnx_file::ModelProto model,
                                 std::span<const std::string> tensors) {
  for (const std::string& name : tensors) {
    onnx_file::ValueInfoProto& output = *model.mutable_graph()->add_output();
    output.set_name(name);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(onnx_file::TensorProto::FLOAT);
  }
  return onnx_bytes(std::move(model));
}

bool widen(ValueRange& range, std::span<const float> values) {
  for (const float value : values) {
    if (!std::isfinite(value)) return false;
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
  }
  return true;
}

}  // namespace

Result<std::map<std::string, ValueRange>> value_ranges(std::shared_ptr<const OnnxLibrary> library,
                                                       const onnx_file::ModelProto& model,
                                                       const NetworkShape& shape,
                                                       const std::set<std::string>& tensors,
                                                       std::span<const Game> games,
                                                       const KeepGoing& keep_going) {
  // The network's own input cannot be an output as well; it is looked at here.
  std::vector<std::string> names(tensors.begin(), tensors.end());
  const bool input_wanted = std::erase(names, shape.input.name) > 0;
  const auto session = OnnxSession::open(std::move(library), opened_up(model, names), {});
  if (!session) return std::unexpected(session.error());

  std::map<std::string, ValueRange> ranges;
  const std::size_t batch = shape.batch ? static_cast<std::size_t>(*shape.batch) : kBatch;
  const std::size_t stride = static_cast<std::size_t>(shape.planes) * kSquares;
  std::vector<float> planes(batch * stride);
  for (std::size_t done = 0; done < games.size(); done += batch) {
    if (!keep_going(done)) return failure("stopped");
    // The last batch is filled up with the last game.
    for (std::size_t i = 0; i < batch; ++i)
      encode_planes(History(games[std::min(done + i, games.size() - 1)]), shape.history,
                    std::span(planes).subspan(i * stride, stride));
    std::vector<std::int64_t> dims = shape.input.dims;
    dims.front() = static_cast<std::int64_t>(batch);
    const auto values = (*session)->compute({shape.input.name, dims, planes}, names);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!widen(ranges[names[i]], (*values)[i]))
        return failure(
            "the network computes numbers that are not finite (NaN or infinite) in \"{}\"",
            printable_line(names[i]));
    if (input_wanted) widen(ranges[shape.input.name], planes);
  }
  return ranges;
}

}  // namespace tabiya
