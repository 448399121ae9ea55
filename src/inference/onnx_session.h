// A network made ready to compute by ONNX Runtime: floats in, floats out.
//
// Knows nothing of chess. Nothing here throws: what ONNX Runtime complains of comes back as a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/onnx_library.h"

namespace tabiya {

// What computes the network.
enum class Provider : std::uint8_t { Cpu, Cuda };

std::string_view name(Provider);  // "CUDA"

struct SessionSettings {
  Provider provider = Provider::Cpu;
  int threads =
      1;  // on a CPU: of one session. Sessions side by side are faster than threads inside
  bool tf32 = true;  // on a graphics card: faster products with 10 bits of mantissa are allowed

  bool operator==(const SessionSettings&) const = default;
};

// A tensor by name, and where its floats are.
struct BoundTensor {
  std::string name;
  std::vector<std::int64_t> dims;
  std::span<float> values;  // as many as the dims say
};

class OnnxSession {
 public:
  // A computation with all its buffers, to be done many times. The buffers stay the caller's.
  struct Run;

  using Opened = Result<std::unique_ptr<OnnxSession>>;

  // `model` is the content of an ONNX file; it is not needed afterwards.
  static Opened open(std::shared_ptr<const OnnxLibrary>, std::span<const std::byte> model,
                     const SessionSettings&);
  OnnxSession(const OnnxSession&) = delete;
  OnnxSession& operator=(const OnnxSession&) = delete;

  Result<std::shared_ptr<Run>> bound(const BoundTensor& input,
                                     std::span<const BoundTensor> outputs) const;
  // Different runs may be computed by several threads at once. A requested stop ends it with an
  // error, after the operation at hand.
  Result<void> compute(Run&, const std::stop_token&) const;

  // The same once, with outputs of whatever size they come in.
  Result<std::vector<std::vector<float>>> compute(const BoundTensor& input,
                                                  std::span<const std::string> outputs) const;

  const OnnxLibrary& library() const { return *library_; }
  // What it computes on: "CPU, 2 threads", "CUDA device 0", "CUDA device 0 and in part the CPU".
  const std::string& device() const { return device_; }

 private:
  struct Parts;
  OnnxSession(std::shared_ptr<const OnnxLibrary>, std::shared_ptr<Parts>, std::string device);

  std::shared_ptr<const OnnxLibrary> library_;  // outlives parts_
  std::shared_ptr<Parts> parts_;
  std::string device_;
};

}  // namespace tabiya
