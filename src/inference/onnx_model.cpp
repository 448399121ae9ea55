#include "inference/onnx_model.h"

#include <fmt/format.h>
#include <onnx_file.pb.h>

#include <utility>

#include "base/result.h"

namespace tabiya {

OnnxModel::OnnxModel(std::vector<std::byte> bytes, std::string name, NetworkShape shape)
    : bytes_(std::move(bytes)), name_(std::move(name)), shape_(std::move(shape)) {}

OnnxModel::Loaded OnnxModel::load(const std::filesystem::path& file) {
  auto bytes = read_onnx_file(file);
  if (!bytes) return std::unexpected(bytes.error());
  return parse(*std::move(bytes), file.string());
}

OnnxModel::Loaded OnnxModel::parse(std::vector<std::byte> bytes, std::string name) {
  const auto model = parse_onnx(bytes);
  if (!model) return failure("{}: {}", name, model.error().message);
  auto shape = network_shape(**model);
  if (!shape) return failure("{}: {}", name, shape.error().message);
  return std::shared_ptr<const OnnxModel>(
      new OnnxModel(std::move(bytes), std::move(name), *std::move(shape)));
}

}  // namespace tabiya
