#include "train/az/torch/torch_learner.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "base/result.h"
#include "encode/policy_index.h"
#include "train/az/torch/tower_tensors.h"
#include "train/optimiser.h"

namespace tabiya {

namespace {

using Norms = TowerTensors::Norms;

// A batch as tensors. They are not copies: the batch has to stay.
struct BatchTensors {
  explicit BatchTensors(const AzBatch& batch)
      : count(static_cast<std::int64_t>(batch.count())),
        planes(view(batch.inputs(), {count, batch.planes(), 8, 8})),
        moves(view(batch.moves(), {count, AzBatch::kMostMoves})),
        masks(view(batch.masks(), {count, AzBatch::kMostMoves})),
        shares(view(batch.shares(), {count, AzBatch::kMostMoves})),
        chances(view(batch.chances(), {count, 3})),
        searched(view(batch.searched(), {count})) {}

  template <class Number>
  static torch::Tensor view(const Number* numbers, at::IntArrayRef dims) {
    return torch::from_blob(const_cast<Number*>(numbers), dims,
                            torch::dtype(c10::CppTypeToScalarType<Number>::value));
  }

  std::int64_t count;
  torch::Tensor planes;
  torch::Tensor moves;
  torch::Tensor masks;
  torch::Tensor shares;
  torch::Tensor chances;
  torch::Tensor searched;
};

// Of each sample.
struct SampleLosses {
  torch::Tensor policy;
  torch::Tensor value;
  torch::Tensor logits;  // of the legal moves

  SampleLosses(const TowerTensors::Outputs& outputs, const BatchTensors& batch)
      : logits(outputs.policy.gather(1, batch.moves) + batch.masks) {
    policy = -(batch.shares * at::log_softmax(logits, 1)).sum(1);
    value = -(batch.chances * at::log_softmax(outputs.wdl, 1)).sum(1);
  }

  AzLosses means(const BatchTensors& batch) const {
    const torch::Tensor same = logits.argmax(1).eq(batch.shares.argmax(1));
    return {.policy = policy.mean().item<double>(),
            .value = value.mean().item<double>(),
            .same_move = same.to(torch::kFloat).mean().item<double>()};
  }
};

std::map<std::string, const NamedArray*> by_name(const LearnerState& state) {
  std::map<std::string, const NamedArray*> names;
  for (const NamedArray& array : state.arrays) names[array.name] = &array;
  return names;
}

// A tensor that learns, with what AdamW keeps for it.
struct Parameter {
  std::string name;
  torch::Tensor value;
  bool decays;
  torch::Tensor mean{};
  torch::Tensor square{};
};

Parameter parameter_of(const TowerTensors::Entry& entry) {
  const torch::Tensor value = entry.tensor->detach();
  return {entry.name, *entry.tensor, entry.is_weight, torch::zeros_like(value),
          torch::zeros_like(value)};
}

// All gradients taken as one vector.
double gradient_length(const std::vector<Parameter>& parameters) {
  double squares = 0;
  for (const Parameter& parameter : parameters)
    squares += parameter.value.grad().square().sum().item<double>();
  return std::sqrt(squares);
}

// The rule works on memory, so a gradient must lie in it as its parameter does. It nearly always
// does already.
torch::Tensor laid_out_like(const torch::Tensor& value, const torch::Tensor& gradient) {
  if (gradient.strides() == value.strides()) return gradient;
  return torch::empty_like(value).copy_(gradient);
}

void step_down(Parameter& parameter, const AdamWStep& rule, const AdamWStep::Treatment& treatment) {
  constexpr std::int64_t piece = 8192;  // numbers that a thread takes at least
  const torch::Tensor value = parameter.value.detach();
  const torch::Tensor slopes = laid_out_like(value, parameter.value.grad());
  TORCH_CHECK(value.is_non_overlapping_and_dense() && parameter.mean.strides() == value.strides() &&
                  parameter.square.strides() == value.strides(),
              "the tensors of AdamW lie differently in memory");
  at::parallel_for(0, value.numel(), piece, [&](std::int64_t begin, std::int64_t end) {
    rule.apply({.values = {value.data_ptr<float>() + begin, static_cast<std::size_t>(end - begin)},
                .slopes = slopes.data_ptr<float>() + begin,
                .means = parameter.mean.data_ptr<float>() + begin,
                .squares = parameter.square.data_ptr<float>() + begin},
               treatment);
  });
}

class TorchLearner : public Learner {
 public:
  TorchLearner(const LearnerSettings& settings, std::uint64_t seed)
      : settings_(settings), network_(settings.shape, seed), averaged_(network_.averaged_copy()) {
    for (const TowerTensors::Entry& entry : network_.entries())
      if (entry.is_learnt) parameters_.push_back(parameter_of(entry));
  }

  AzLosses step(const AzBatch& samples, double rate) override {
    const BatchTensors batch(samples);
    const SampleLosses losses(network_.outputs(batch.planes, Norms::OfTheBatch), batch);
    const torch::Tensor of_samples = losses.policy + settings_.value_weight * losses.value;
    const torch::Tensor loss = (of_samples * weights_of(losses, batch)).mean();
    AzLosses means;
    {
      const torch::NoGradGuard no_gradients;
      means = losses.means(batch);
    }
    for (Parameter& parameter : parameters_) parameter.value.mutable_grad().reset();
    loss.backward();
    means.gradient = gradient_length(parameters_);
    means.is_finite = std::isfinite(loss.item<double>()) && std::isfinite(means.gradient);
    if (!means.is_finite) return means;
    ++steps_;
    const AdamWStep rule(steps_, static_cast<float>(rate));
    const double factor = std::min(1.0, settings_.clip / std::max(means.gradient, 1e-12));
    for (Parameter& parameter : parameters_)
      step_down(
          parameter, rule,
          {.weight_decay = parameter.decays ? static_cast<float>(settings_.weight_decay) : 0.0F,
           .slope_factor = static_cast<float>(factor)});
    average();
    return means;
  }

  AzLosses judge(const AzBatch& samples) override {
    const torch::NoGradGuard no_gradients;
    const BatchTensors batch(samples);
    AzLosses means =
        SampleLosses(averaged_.outputs(batch.planes, Norms::AsKept), batch).means(batch);
    means.is_finite = std::isfinite(means.policy) && std::isfinite(means.value);
    return means;
  }

  AzOutputs outputs(const AzBatch& samples) override {
    const torch::NoGradGuard no_gradients;
    const auto computed = averaged_.outputs(BatchTensors(samples).planes, Norms::AsKept);
    return {floats_of(computed.policy), floats_of(computed.wdl)};
  }

  TowerWeights weights() const override { return averaged_.folded(); }

  void observe(const AzBatch& samples, int number) override {
    const torch::NoGradGuard no_gradients;
    averaged_.outputs(BatchTensors(samples).planes, Norms::OfTheBatch, 1.0 / (number + 1));
  }

  LearnerState state() const override {
    LearnerState state;
    state.steps = steps_;
    for (const Part& part : parts())
      state.arrays.push_back({part.name, part.tensor.sizes().vec(), floats_of(part.tensor)});
    return state;
  }

  Result<void> restore(const LearnerState& state) override {
    const auto names = by_name(state);
    if (const auto fits = check(names, parts()); !fits) return fits;
    if (names.size() != parts().size()) return failure("it has more than this network");
    for (const Part& part : parts()) take(part.tensor, *names.at(part.name));
    steps_ = state.steps;
    return {};
  }

  Result<void> begin_from(const LearnerState& state) override {
    const auto names = by_name(state);
    if (const auto fits = check(names, averaged_parts()); !fits) return fits;
    for (const Part& part : averaged_parts()) take(part.tensor, *names.at(part.name));
    for (const TowerTensors::Entry& entry : network_.entries())
      take(*entry.tensor, *names.at(kAveraged + entry.name));
    for (Parameter& parameter : parameters_) {
      parameter.mean.zero_();
      parameter.square.zero_();
    }
    steps_ = 0;
    return {};
  }

 private:
  // A tensor as checkpoints name it.
  struct Part {
    std::string name;
    torch::Tensor tensor;
  };
  static constexpr const char* kAveraged = "averaged ";

  static std::vector<float> floats_of(const torch::Tensor& tensor) {
    const torch::Tensor plain = tensor.detach().contiguous();
    std::vector<float> floats(static_cast<std::size_t>(plain.numel()));
    std::memcpy(floats.data(), plain.data_ptr<float>(), floats.size() * sizeof(float));
    return floats;
  }

  static void take(const torch::Tensor& tensor, const NamedArray& array) {
    const torch::NoGradGuard no_gradients;
    tensor.copy_(torch::from_blob(const_cast<float*>(array.values.data()), array.dims));
  }

  static Result<void> check(const std::map<std::string, const NamedArray*>& names,
                            const std::vector<Part>& wanted) {
    for (const Part& part : wanted) {
      const auto found = names.find(part.name);
      if (found == names.end()) return failure("it has no {}", part.name);
      if (found->second->dims != part.tensor.sizes().vec() ||
          found->second->values.size() != static_cast<std::size_t>(part.tensor.numel()))
        return failure("its {} has another size", part.name);
    }
    return {};
  }

  std::vector<Part> averaged_parts() const {
    std::vector<Part> all;
    for (const TowerTensors::Entry& entry : averaged_.entries())
      all.push_back({kAveraged + entry.name, *entry.tensor});
    return all;
  }

  std::vector<Part> parts() const {
    std::vector<Part> all = averaged_parts();
    for (const TowerTensors::Entry& entry : network_.entries())
      all.push_back({entry.name, *entry.tensor});
    for (const Parameter& parameter : parameters_) {
      all.push_back({"mean of " + parameter.name, parameter.mean});
      all.push_back({"square of " + parameter.name, parameter.square});
    }
    return all;
  }

  // KataGo's policy surprise: a part of the weight goes to samples in the measure in which the
  // search found something else than the network would have said. What it said then was not
  // recorded; what it says now stands in for it. Samples without a search keep their weight: there
  // the surprise may just be that a player erred.
  torch::Tensor weights_of(const SampleLosses& losses, const BatchTensors& batch) const {
    const torch::NoGradGuard no_gradients;
    const torch::Tensor entropy = -at::xlogy(batch.shares, batch.shares).sum(1);
    const torch::Tensor divergence = (losses.policy.detach() - entropy).clamp_min(0);
    const torch::Tensor searched_count = batch.searched.sum().clamp_min(1);
    const torch::Tensor usual = (divergence * batch.searched).sum() / searched_count;
    constexpr double most = 5;  // one sample must not dominate the batch
    const torch::Tensor surprise = (divergence / usual.clamp_min(1e-6)).clamp_max(most);
    return 1 + settings_.surprise * batch.searched * (surprise - 1);
  }

  // An average over the last steps; at first over few, for the beginning is not worth keeping.
  void average() {
    const torch::NoGradGuard no_gradients;
    const auto steps = static_cast<double>(steps_);
    const double kept = std::min(settings_.average, (steps + 1) / (steps + 10));
    const auto from = network_.entries();
    const auto to = averaged_.entries();
    for (std::size_t i = 0; i < to.size(); ++i) to[i].tensor->lerp_(*from[i].tensor, 1 - kept);
  }

  LearnerSettings settings_;
  mutable TowerTensors network_;  // entries() gives what may be changed
  mutable TowerTensors averaged_;
  std::vector<Parameter> parameters_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Learner> torch_learner(const LearnerSettings& settings, std::uint64_t seed) {
  at::set_num_threads(settings.threads);
  return std::make_unique<TorchLearner>(settings, seed);
}

}  // namespace tabiya
