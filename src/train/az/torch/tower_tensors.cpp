#include "train/az/torch/tower_tensors.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "encode/policy_index.h"

namespace tabiya {

namespace {

constexpr double kEpsilon = 1e-5;  // keeps a norm from dividing by nothing

using Dims = std::vector<std::int64_t>;

torch::Tensor tensor_of(const std::vector<float>& values, const Dims& dims) {
  return torch::from_blob(const_cast<float*>(values.data()), dims).clone();
}

// Channels last is how libtorch is fastest, by a third.
torch::Tensor tensor_of(const Convolution& layer) {
  return tensor_of(layer.weights, {layer.out, layer.in, layer.size, layer.size})
      .contiguous(torch::MemoryFormat::ChannelsLast);
}

torch::Tensor rectified(torch::Tensor tensor) { return tensor.relu_(); }

void copy_floats(const torch::Tensor& tensor, std::vector<float>& out) {
  const torch::Tensor plain = tensor.detach().contiguous();
  TORCH_CHECK(static_cast<std::size_t>(plain.numel()) == out.size(), "a layer of another size");
  std::memcpy(out.data(), plain.data_ptr<float>(), out.size() * sizeof(float));
}

}  // namespace

TowerTensors::TowerTensors(const TowerShape& shape, std::uint64_t seed) : shape_(shape) {
  const TowerWeights drawn = random_tower(shape, seed);
  const auto normed = [](const Convolution& layer, float gain = 1) {
    return Layer{.weights = tensor_of(layer),
                 .biases = torch::zeros(layer.out),
                 .gains = torch::full(layer.out, gain),
                 .means = torch::zeros(layer.out),
                 .variances = torch::ones(layer.out)};
  };
  const auto plain = [](const Convolution& layer) {
    return Layer{.weights = tensor_of(layer), .biases = torch::zeros(layer.out)};
  };
  const auto dense = [](const Dense& layer) {
    return Layer{.weights = tensor_of(layer.weights, {layer.out, layer.in}),
                 .biases = torch::zeros(layer.out)};
  };

  std::vector<float> scales;
  for (int plane = 0; plane < shape.planes(); ++plane)
    scales.push_back(plane_scale(shape.history, plane));
  plane_scales_ = tensor_of(scales, {1, shape.planes(), 1, 1});
  input_ = normed(drawn.input);
  for (const TowerWeights::Block& block : drawn.blocks)
    blocks_.push_back({normed(block.first), normed(block.second, 0)});
  policy_ = normed(drawn.policy);
  query_ = plain(drawn.query);
  key_ = plain(drawn.key);
  underpromotion_ = plain(drawn.underpromotion);
  value_ = normed(drawn.value);
  value_hidden_ = dense(drawn.value_hidden);
  value_output_ = dense(drawn.value_output);
  for (const Entry& entry : entries())
    if (entry.is_learnt) entry.tensor->set_requires_grad(true);
}

template <class Visit>
void TowerTensors::for_each_layer(Visit visit) {
  visit("input", input_);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    visit(fmt::format("block{}.first", i + 1), blocks_[i].first);
    visit(fmt::format("block{}.second", i + 1), blocks_[i].second);
  }
  visit("policy.features", policy_);
  visit("policy.query", query_);
  visit("policy.key", key_);
  visit("policy.underpromotion", underpromotion_);
  visit("value.features", value_);
  visit("value.hidden", value_hidden_);
  visit("value.output", value_output_);
}

std::vector<TowerTensors::Entry> TowerTensors::entries() {
  std::vector<Entry> all;
  for_each_layer([&](const std::string& name, Layer& layer) {
    all.push_back({name + ".weights", &layer.weights, true, true});
    all.push_back({name + ".biases", &layer.biases, true, false});
    if (!layer.is_normed()) return;
    all.push_back({name + ".gains", &layer.gains, true, false});
    all.push_back({name + ".means", &layer.means, false, false});
    all.push_back({name + ".variances", &layer.variances, false, false});
  });
  return all;
}

TowerTensors TowerTensors::averaged_copy() {
  TowerTensors copy = *this;  // shares the tensors until they are cloned
  for (const Entry& entry : copy.entries()) *entry.tensor = entry.tensor->detach().clone();
  return copy;
}

struct TowerTensors::Pass {
  Norms norms;
  double kept;

  torch::Tensor convolved(const torch::Tensor& input, const Layer& layer) const {
    const std::int64_t margin = layer.weights.size(2) / 2;
    if (!layer.is_normed())
      return at::conv2d(input, layer.weights, layer.biases, {1, 1}, {margin, margin});
    const torch::Tensor sums = at::conv2d(input, layer.weights, {}, {1, 1}, {margin, margin});
    return at::batch_norm(sums, layer.gains, layer.biases, layer.means, layer.variances,
                          norms == Norms::OfTheBatch, kept, kEpsilon, false);
  }
};

TowerTensors::Outputs TowerTensors::outputs(const torch::Tensor& planes, Norms norms, double kept) {
  const Pass pass{norms, kept};
  const std::int64_t batch = planes.size(0);
  torch::Tensor stream = (planes * plane_scales_).contiguous(torch::MemoryFormat::ChannelsLast);
  stream = rectified(pass.convolved(stream, input_));
  for (const Block& block : blocks_) {
    const torch::Tensor first = rectified(pass.convolved(stream, block.first));
    stream = rectified(pass.convolved(first, block.second) + stream);
  }

  const torch::Tensor features = rectified(pass.convolved(stream, policy_));
  const Dims by_square{batch, shape_.attention_depth, kSquares};
  const torch::Tensor queries = pass.convolved(features, query_).reshape(by_square);
  const torch::Tensor keys = pass.convolved(features, key_).reshape(by_square);
  const torch::Tensor from_to = at::bmm(queries.transpose(1, 2), keys) *
                                (1 / std::sqrt(static_cast<double>(shape_.attention_depth)));
  const torch::Tensor seventh_rank = features.slice(2, 6, 7);
  const torch::Tensor underpromotions = pass.convolved(seventh_rank, underpromotion_)
                                            .reshape({batch, 3, 3, 8})
                                            .permute({0, 1, 3, 2})
                                            .reshape({batch, kPolicySize - kSquares * kSquares});
  const torch::Tensor policy =
      at::cat({from_to.reshape({batch, kSquares * kSquares}), underpromotions}, 1);

  const torch::Tensor judged = rectified(pass.convolved(stream, value_)).reshape({batch, -1});
  const torch::Tensor hidden =
      rectified(at::linear(judged, value_hidden_.weights, value_hidden_.biases));
  return {policy, at::linear(hidden, value_output_.weights, value_output_.biases)};
}

void TowerTensors::fold(const Layer& layer, Convolution& out) {
  if (!layer.is_normed()) {
    copy_floats(layer.weights, out.weights);
    copy_floats(layer.biases, out.biases);
    return;
  }
  const torch::Tensor factors = layer.gains / at::sqrt(layer.variances + kEpsilon);
  copy_floats(layer.weights * factors.reshape({-1, 1, 1, 1}), out.weights);
  copy_floats(layer.biases - layer.means * factors, out.biases);
}

TowerWeights TowerTensors::folded() const {
  const torch::NoGradGuard no_gradients;
  TowerWeights tower = zero_tower(shape_);
  fold(input_, tower.input);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    fold(blocks_[i].first, tower.blocks[i].first);
    fold(blocks_[i].second, tower.blocks[i].second);
  }
  fold(policy_, tower.policy);
  fold(query_, tower.query);
  fold(key_, tower.key);
  fold(underpromotion_, tower.underpromotion);
  fold(value_, tower.value);
  const auto copy = [](const Layer& layer, Dense& out) {
    copy_floats(layer.weights, out.weights);
    copy_floats(layer.biases, out.biases);
  };
  copy(value_hidden_, tower.value_hidden);
  copy(value_output_, tower.value_output);
  return tower;
}

}  // namespace tabiya
