// The same training in libtorch, as someone would write it there, and ours in the same run.
//
//   build/release/bench/train_libtorch [threads]
//
// Two forms of the feature layer: as embedding bags, which know that few inputs are on, and as a
// matrix product over all 768. Both networks begin with the same numbers and see the same batch, so
// that their losses can be compared, too: equal losses mean equal gradients.
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "../training_positions.h"
#include "train/nnue/adam.h"
#include "train/nnue/gradient.h"
#include "train/nnue/position_inputs.h"

namespace {

using namespace tabiya;  // NOLINT: this program is no part of it

constexpr NnueShape kShape = kNewNetwork;
constexpr int kWidth = kShape.width;
constexpr int kOutputs = kShape.outputs;
constexpr std::size_t kBatch = 16'384;
constexpr int kSteps = 5;

struct Batch {
  torch::Tensor own, other, offsets;  // for embedding bags
  torch::Tensor own_plane, other_plane;
  torch::Tensor output;  // which one scores the position
  torch::Tensor target;
};

Batch batch_of(const std::vector<ScoredPosition>& positions, const LossShape& shape) {
  std::vector<std::int64_t> own;
  std::vector<std::int64_t> other;
  std::vector<std::int64_t> offsets;
  const auto size = static_cast<std::int64_t>(positions.size());
  Batch batch;
  batch.own_plane = torch::zeros({size, kFeatures});
  batch.other_plane = torch::zeros({size, kFeatures});
  batch.output = torch::zeros({size, 1}, torch::kInt64);
  batch.target = torch::zeros({size, 1});
  for (std::size_t p = 0; p < positions.size(); ++p) {
    const PositionInputs inputs = inputs_of(positions[p], kShape);
    offsets.push_back(static_cast<std::int64_t>(own.size()));
    batch.output.data_ptr<std::int64_t>()[p] = inputs.output;
    for (std::size_t i = 0; i < inputs.count; ++i) {
      own.push_back(inputs.own[i]);
      other.push_back(inputs.other[i]);
      batch.own_plane.data_ptr<float>()[p * kFeatures + static_cast<std::size_t>(own.back())] = 1;
      batch.other_plane.data_ptr<float>()[p * kFeatures + static_cast<std::size_t>(other.back())] =
          1;
    }
    batch.target.data_ptr<float>()[p] = target_of(positions[p], shape);
  }
  batch.own = torch::tensor(own);
  batch.other = torch::tensor(other);
  batch.offsets = torch::tensor(offsets);
  return batch;
}

struct TorchNetwork {
  torch::Tensor features, biases, output, output_bias;

  explicit TorchNetwork(const FloatNetwork& network) {
    features = torch::zeros({kFeatures, kWidth});
    for (std::size_t f = 0; f < kFeatures; ++f)
      for (std::size_t n = 0; n < kWidth; ++n)
        features.data_ptr<float>()[f * kWidth + n] = network.values()[network.weight_offset(f, n)];
    biases = torch::zeros({kWidth});
    output = torch::zeros({2 * kWidth, kOutputs});
    for (std::size_t o = 0; o < kOutputs; ++o)
      for (std::size_t n = 0; n < 2 * kWidth; ++n)
        output.data_ptr<float>()[n * kOutputs + o] =
            network.values()[network.output_offset() + o * 2 * kWidth + n];
    output_bias = torch::zeros({kOutputs});
    for (torch::Tensor* tensor : {&features, &biases, &output, &output_bias})
      tensor->requires_grad_(true);
  }

  torch::Tensor loss(const Batch& batch, bool with_bags) const {
    const auto sums = [&](const torch::Tensor& indices, const torch::Tensor& plane) {
      if (!with_bags) return torch::matmul(plane, features) + biases;
      return std::get<0>(torch::embedding_bag(features, indices, batch.offsets)) + biases;
    };
    const auto hidden =
        torch::cat({sums(batch.own, batch.own_plane), sums(batch.other, batch.other_plane)}, 1);
    const auto activations = hidden.clamp(0, 1).square();
    const auto outputs = torch::matmul(activations, output) + output_bias;
    const auto expected = torch::sigmoid(outputs.gather(1, batch.output));
    return (expected - batch.target).square().mean();
  }
};

// Positions a second in the fastest step, by the clock and by the time the processors worked, which
// says more on a machine that others use, too (with one thread: more wait for each other). Prints
// the losses of the first and the last step.
struct Speed {
  double by_clock;
  double by_work;
};

template <class Step>
Speed speed_of(const char* name, Step step) {
  double shortest = 1e9;
  double least_work = 1e9;
  double first = 0;
  double last = 0;
  for (int i = 0; i < kSteps; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t work_begin = std::clock();
    last = step();
    const double work = static_cast<double>(std::clock() - work_begin) / CLOCKS_PER_SEC;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    shortest = std::min(shortest, time.count());
    least_work = std::min(least_work, work);
    if (i == 0) first = last;
  }
  const Speed speed{.by_clock = static_cast<double>(kBatch) / shortest,
                    .by_work = static_cast<double>(kBatch) / least_work};
  std::printf("%-26s %8.0f positions/s, %8.0f for each second of work; loss %.6f, then %.6f\n",
              name, speed.by_clock, speed.by_work, first, last);
  std::fflush(stdout);
  return speed;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  at::set_num_threads(threads);
  const auto positions = training_positions(kBatch);
  const LossShape shape;
  const Batch batch = batch_of(positions, shape);

  Speed best{};
  for (const bool with_bags : {true, false}) {
    const TorchNetwork network(FloatNetwork::random(kShape, 1));
    torch::optim::AdamW optimizer(
        {network.features, network.biases, network.output, network.output_bias},
        torch::optim::AdamWOptions(1e-3).weight_decay(0.01));
    const auto step = [&] {
      optimizer.zero_grad();
      const auto loss = network.loss(batch, with_bags);
      loss.backward();
      optimizer.step();
      return loss.item<double>();
    };
    const Speed speed =
        speed_of(with_bags ? "libtorch, embedding bags" : "libtorch, matrices", step);
    best = {.by_clock = std::max(best.by_clock, speed.by_clock),
            .by_work = std::max(best.by_work, speed.by_work)};
  }

  WorkTeam team(threads);
  FloatNetwork network = FloatNetwork::random(kShape, 1);
  Gradient gradient(kShape, team);
  Adam adam(kShape, 0.01);
  std::uint64_t number = 0;
  const Speed ours = speed_of("Tabiya", [&] {
    const double loss = gradient.compute(network, positions, shape);
    adam.step(network, gradient.derivatives(), 1e-3F, ++number, team);
    return loss;
  });
  std::printf("With %d threads Tabiya is %.1f times as fast, %.1f times by work\n", threads,
              ours.by_clock / best.by_clock, ours.by_work / best.by_work);
  return 0;
}
