// The tower of inference/tower.h as libtorch computes it, with the batch norms it has in training.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "inference/tower.h"

namespace tabiya {

class TowerTensors {
 public:
  // What batch norms use: the statistics of the batch, which they also keep a share of; or what
  // they have kept.
  enum class Norms : std::uint8_t { OfTheBatch, AsKept };

  struct Outputs {
    torch::Tensor policy;  // [batch, 4168]
    torch::Tensor wdl;     // [batch, 3]
  };

  // A tensor by name. Learnt ones have gradients; the others are the norms' statistics.
  struct Entry {
    std::string name;
    torch::Tensor* tensor;
    bool is_learnt;
    bool is_weight;  // of a convolution or dense layer: what weight decay is for
  };

  // Weights as drawn, norms that change nothing; the last norm of each block begins at zero, so
  // that a block does nothing until it has learnt to.
  TowerTensors(const TowerShape&, std::uint64_t seed);

  // A copy with tensors of its own, which learn nothing.
  TowerTensors averaged_copy();

  // Planes as the encoder writes them. `kept` is the share of this batch in the statistics kept.
  Outputs outputs(const torch::Tensor& planes, Norms, double kept = 0.1);

  std::vector<Entry> entries();

  // Norms are folded into the convolutions before them.
  TowerWeights folded() const;

  const TowerShape& shape() const { return shape_; }

 private:
  struct Layer {
    torch::Tensor weights;
    torch::Tensor biases;   // of a layer with a norm: the norm's
    torch::Tensor gains{};  // these three only of layers with a norm
    torch::Tensor means{};
    torch::Tensor variances{};

    bool is_normed() const { return gains.defined(); }
  };
  struct Pass;  // one use of the tower

  explicit TowerTensors(const TowerShape& shape) : shape_(shape) {}
  // In the order of the tower, with the names they have in ONNX files.
  template <class Visit>
  void for_each_layer(Visit visit);
  static void fold(const Layer&, Convolution&);

  TowerShape shape_;
  torch::Tensor plane_scales_;  // [1, planes, 1, 1]
  Layer input_;
  struct Block {
    Layer first;
    Layer second;
  };
  std::vector<Block> blocks_;
  Layer policy_;
  Layer query_;
  Layer key_;
  Layer underpromotion_;
  Layer value_;
  Layer value_hidden_;
  Layer value_output_;
};

}  // namespace tabiya
