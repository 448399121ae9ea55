#include "inference/onnx_session.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "inference/ort_api.h"

namespace tabiya {

#ifdef TABIYA_HAS_ONNXRUNTIME

struct OnnxSession::Parts {
  Ort::Session session;
  Ort::MemoryInfo memory;
};

struct OnnxSession::Run {
  std::string input_name;
  std::vector<std::string> output_names;
  std::vector<const char*> output_name_pointers;
  Ort::Value input;
  std::vector<Ort::Value> outputs;
};

namespace {

std::string reason_of(const Ort::Exception& error) {
  return printable_line(error.what(), kLongestReason);
}

constexpr const char* kCuda = "CUDAExecutionProvider";

Ort::Value tensor_over(const Ort::MemoryInfo& memory, const BoundTensor& tensor) {
  return Ort::Value::CreateTensor<float>(memory, tensor.values.data(), tensor.values.size(),
                                         tensor.dims.data(), tensor.dims.size());
}

// ONNX Runtime loads what it needs for CUDA only now, and throws if it is not there.
void add_cuda(Ort::SessionOptions& options, const SessionSettings& settings) {
  const OrtApi& api = Ort::GetApi();
  const std::array keys{"device_id", "use_tf32"};
  const std::array values{"0", settings.tf32 ? "1" : "0"};
  OrtCUDAProviderOptionsV2* made = nullptr;
  Ort::ThrowOnError(api.CreateCUDAProviderOptions(&made));
  const std::unique_ptr<OrtCUDAProviderOptionsV2, decltype(api.ReleaseCUDAProviderOptions)> cuda(
      made, api.ReleaseCUDAProviderOptions);
  Ort::ThrowOnError(
      api.UpdateCUDAProviderOptions(cuda.get(), keys.data(), values.data(), keys.size()));
  options.AppendExecutionProvider_CUDA_V2(*cuda);
}

bool has_vnni() {
  return __builtin_cpu_supports("avx512vnni") != 0 || __builtin_cpu_supports("avxvnni") != 0;
}

// What of a network a graphics card may leave to the processor.
enum class OnCpu : std::uint8_t { Nothing, WhatItLacks };

// All that a session is opened with. Throws what ONNX Runtime throws.
Ort::SessionOptions options_from(const SessionSettings& settings, OnCpu on_cpu) {
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(settings.threads);
  options.SetInterOpNumThreads(1);
  options.SetExecutionMode(ORT_SEQUENTIAL);
  options.SetGraphOptimizationLevel(ORT_ENABLE_ALL);
  // Threads that wait must sleep: the cores are for the search.
  options.AddConfigEntry(kOrtSessionOptionsConfigAllowIntraOpSpinning, "0");
  // Without VNNI instructions ONNX Runtime's quick sums of 8-bit products overflow in 16 bits, and
  // this makes it take the slower way. With them it would be slower for nothing.
  options.AddConfigEntry(kOrtSessionOptionsAvx2PrecisionMode, has_vnni() ? "0" : "1");
  if (settings.provider == Provider::Cuda) {
    if (on_cpu == OnCpu::Nothing)
      options.AddConfigEntry(kOrtSessionOptionsDisableCPUEPFallback, "1");
    add_cuda(options, settings);
  }
  return options;
}

struct OpenedSession {
  Ort::Session session;
  std::string device;
};

// Throws what ONNX Runtime throws.
OpenedSession opened_session(const OnnxLibrary& library, std::span<const std::byte> model,
                             const SessionSettings& settings) {
  const auto with = [&](const Ort::SessionOptions& options) {
    return Ort::Session(library.environment(), model.data(), model.size(), options);
  };
  if (settings.provider == Provider::Cpu)
    return {with(options_from(settings, OnCpu::WhatItLacks)),
            fmt::format("CPU, {} thread{}", settings.threads, settings.threads == 1 ? "" : "s")};
  const std::string device = "CUDA device 0";
  try {
    return {with(options_from(settings, OnCpu::Nothing)), device};
  } catch (const Ort::Exception&) {
    // Either the card cannot compute all of it, or it is a network that nothing can compute.
    return {with(options_from(settings, OnCpu::WhatItLacks)), device + " and in part the CPU"};
  }
}

}  // namespace

OnnxSession::Opened OnnxSession::open(std::shared_ptr<const OnnxLibrary> library,
                                      std::span<const std::byte> model,
                                      const SessionSettings& settings) {
  if (settings.provider == Provider::Cuda && !library->has_provider(kCuda))
    return failure("CUDA was asked for, but {} (ONNX Runtime {}) is built without it; it has {}",
                   library->file(), library->version(), fmt::join(library->providers(), ", "));
  try {
    // Whether CUDA is there at all turns out here, and not in what is said of the network.
    options_from(settings, OnCpu::WhatItLacks);
  } catch (const Ort::Exception& error) {
    return failure("{} cannot be used: {}", name(settings.provider), reason_of(error));
  }
  try {
    auto [session, device] = opened_session(*library, model, settings);
    auto parts = std::make_shared<Parts>(Parts{
        std::move(session), Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault)});
    return std::unique_ptr<OnnxSession>(
        new OnnxSession(std::move(library), std::move(parts), std::move(device)));
  } catch (const Ort::Exception& error) {
    return failure("ONNX Runtime refuses the network: {}", reason_of(error));
  }
}

Result<std::shared_ptr<OnnxSession::Run>> OnnxSession::bound(
    const BoundTensor& input, std::span<const BoundTensor> outputs) const {
  try {
    auto run = std::make_shared<Run>();
    run->input_name = input.name;
    run->input = tensor_over(parts_->memory, input);
    for (const BoundTensor& output : outputs) {
      run->output_names.push_back(output.name);
      run->outputs.push_back(tensor_over(parts_->memory, output));
    }
    for (const std::string& name : run->output_names)
      run->output_name_pointers.push_back(name.c_str());
    return run;
  } catch (const Ort::Exception& error) {
    return failure("ONNX Runtime: {}", reason_of(error));
  }
}

Result<void> OnnxSession::compute(Run& run, const std::stop_token& stop) const {
  try {
    Ort::RunOptions options;
    // Nothing but a flag is set, so it cannot fail in a way that matters.
    const std::stop_callback terminate(stop, [&] { options.SetTerminate(); });
    const char* const input_name = run.input_name.c_str();
    parts_->session.Run(options, &input_name, &run.input, 1, run.output_name_pointers.data(),
                        run.outputs.data(), run.outputs.size());
    return {};
  } catch (const Ort::Exception& error) {
    return failure("ONNX Runtime could not compute the network: {}", reason_of(error));
  }
}

Result<std::vector<std::vector<float>>> OnnxSession::compute(
    const BoundTensor& input, std::span<const std::string> outputs) const {
  try {
    const char* const input_name = input.name.c_str();
    const Ort::Value tensor = tensor_over(parts_->memory, input);
    std::vector<const char*> names;
    for (const std::string& name : outputs) names.push_back(name.c_str());
    const std::vector<Ort::Value> computed = parts_->session.Run(
        Ort::RunOptions{nullptr}, &input_name, &tensor, 1, names.data(), names.size());
    std::vector<std::vector<float>> results;
    for (const Ort::Value& value : computed) {
      const float* const begin = value.GetTensorData<float>();
      results.emplace_back(begin, begin + value.GetTensorTypeAndShapeInfo().GetElementCount());
    }
    return results;
  } catch (const Ort::Exception& error) {
    return failure("ONNX Runtime could not compute the network: {}", reason_of(error));
  }
}

#else

// Never called: without ONNX Runtime there is no OnnxLibrary.
struct OnnxSession::Parts {};
struct OnnxSession::Run {};

OnnxSession::Opened OnnxSession::open(std::shared_ptr<const OnnxLibrary>,
                                      std::span<const std::byte>, const SessionSettings&) {
  return failure("built without ONNX Runtime");
}
Result<std::shared_ptr<OnnxSession::Run>> OnnxSession::bound(const BoundTensor&,
                                                             std::span<const BoundTensor>) const {
  return failure("built without ONNX Runtime");
}
Result<void> OnnxSession::compute(Run&, const std::stop_token&) const {
  return failure("built without ONNX Runtime");
}
Result<std::vector<std::vector<float>>> OnnxSession::compute(const BoundTensor&,
                                                             std::span<const std::string>) const {
  return failure("built without ONNX Runtime");
}

#endif

std::string_view name(Provider provider) { return provider == Provider::Cuda ? "CUDA" : "CPU"; }

OnnxSession::OnnxSession(std::shared_ptr<const OnnxLibrary> library, std::shared_ptr<Parts> parts,
                         std::string device)
    : library_(std::move(library)), parts_(std::move(parts)), device_(std::move(device)) {}

}  // namespace tabiya
