// An ONNX network that has been read and understood, but not yet made ready to compute.
//
// It does not change after it was made, so threads share one freely. The file is not needed any
// more: it may be deleted or replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "inference/network_shape.h"

namespace tabiya {

class OnnxModel {
 public:
  using Loaded = Result<std::shared_ptr<const OnnxModel>>;

  // Errors name the file.
  static Loaded load(const std::filesystem::path&);
  // `name` is for people: whence the bytes are.
  static Loaded parse(std::vector<std::byte> bytes, std::string name);

  const std::string& name() const { return name_; }
  const NetworkShape& shape() const { return shape_; }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  OnnxModel(std::vector<std::byte> bytes, std::string name, NetworkShape shape);

  std::vector<std::byte> bytes_;
  std::string name_;
  NetworkShape shape_;
};

// What a person wants to know about a network without computing anything. Texts are the file's own:
// the caller has to mind unprintable characters.
struct OnnxSummary {
  std::string producer;  // "Tabiya 0.1.0"
  std::int64_t format_version = 0;
  std::int64_t operator_version = 0;
  std::size_t parameters = 0;  // numbers in tensors of more than one
  int convolutions = 0;
  int quantized_convolutions = 0;
  std::vector<std::pair<std::string, std::string>> metadata;

  bool is_quantized() const { return quantized_convolutions > 0; }
};

OnnxSummary summary_of(const OnnxModel&);

}  // namespace tabiya
