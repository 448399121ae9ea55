#include "onnxruntime_alone.h"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "base/aligned_array.h"
#include "inference/onnx_session.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

// ONNX Runtime with this number of sessions side by side, each with an equal share of the cores.
double positions_alone(const std::shared_ptr<const OnnxLibrary>& library, const OnnxModel& model,
                       int sessions, int batch) {
  struct Lane {
    std::unique_ptr<OnnxSession> session;
    AlignedArray<float> input, policy, value;
    std::shared_ptr<OnnxSession::Run> run;
  };
  const NetworkShape& shape = model.shape();
  const auto floats = [&](const TensorShape& tensor) {
    std::size_t size = static_cast<std::size_t>(batch);
    for (std::size_t i = 1; i < tensor.dims.size(); ++i)
      size *= static_cast<std::size_t>(tensor.dims[i]);
    return size;
  };
  const auto bind = [&](const TensorShape& tensor, AlignedArray<float>& buffer) {
    BoundTensor bound{tensor.name, tensor.dims, buffer.span()};
    bound.dims.front() = batch;
    return bound;
  };
  std::vector<Lane> lanes;
  for (int i = 0; i < sessions; ++i) {
    SessionSettings settings;
    settings.threads = kBenchCores / sessions;
    Lane lane{*OnnxSession::open(library, model.bytes(), settings),
              AlignedArray<float>(floats(shape.input)), AlignedArray<float>(floats(shape.policy)),
              AlignedArray<float>(floats(shape.value)), nullptr};
    const std::array outputs{bind(shape.policy, lane.policy), bind(shape.value, lane.value)};
    lane.run = *lane.session->bound(bind(shape.input, lane.input), outputs);
    lanes.push_back(std::move(lane));
  }
  std::atomic<std::uint64_t> done = 0;
  const auto start = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (Lane& lane : lanes)
      threads.emplace_back([&] {
        while (Clock::now() < start + kBenchTurn / 2) {
          if (!lane.session->compute(*lane.run, {})) return;
          done += static_cast<std::uint64_t>(batch);
        }
      });
  }
  return static_cast<double>(done) / std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void OnnxRuntimeAlone::sweep(const std::shared_ptr<const OnnxLibrary>& library,
                             const OnnxModel& model) {
  for (const int count : {1, kBenchCores})
    for (const int size : {1, 2, 4, 8, 16, 32}) {
      const double speed = positions_alone(library, model, count, size);
      if (speed > positions) *this = {.positions = speed, .batch = size, .sessions = count};
    }
}

}  // namespace tabiya
