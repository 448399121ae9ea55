// The networks this program makes: a tower of residual blocks with a policy and a value head.
//
//   planes ─ scale ─ conv 3×3 ─ relu ─┬─ conv 3×3 ─ relu ─ conv 3×3 ─ add ─ relu ─┬─ … ─ trunk
//                                     └───────────────────────────────┘           └─ …
//   trunk ─ conv 1×1 ─ relu ─┬─ query: conv 1×1 ┐
//                            ├─ key:   conv 1×1 ┴ query of from · key of to / √depth  64 · 64 ┐
//                            └─ of the seventh rank: conv 1×1                         72      ┴
//                            policy
//   trunk ─ conv 1×1 ─ relu ─ dense ─ relu ─ dense ─ win, draw, loss
//
// Batch norms of training are folded into the convolutions before they come here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabiya {

// How large its parts are.
struct TowerShape {
  int history = 8;  // steps of the past it sees, the present included: 1 … kMostHistory
  int blocks = 6;
  int channels = 128;
  int policy_channels = 128;
  int attention_depth = 32;  // of queries and keys
  int value_channels = 32;
  int value_neurons = 128;

  // The planes it declares: those of the encoding and zeros up to a multiple of four, with which
  // ONNX Runtime is faster.
  int planes() const;
  std::string name() const;  // "6x128"

  // "6x128" is six blocks of 128 channels; the rest follows. The error tells what is possible.
  static Result<TowerShape> named(std::string_view name, int history);

  bool operator==(const TowerShape&) const = default;
};

// Weights are as PyTorch has them: [out][in][row][column], rows counted as ranks.
struct Convolution {
  int out = 0;
  int in = 0;
  int size = 1;  // 3: 3×3 with a margin of zeros
  std::vector<float> weights;
  std::vector<float> biases;
};

struct Dense {  // [out][in]
  int out = 0;
  int in = 0;
  std::vector<float> weights;
  std::vector<float> biases;
};

struct TowerWeights {
  struct Block {
    Convolution first;
    Convolution second;
  };

  TowerShape shape;
  Convolution input;
  std::vector<Block> blocks;
  Convolution policy;
  Convolution query;
  Convolution key;
  Convolution underpromotion;  // 9 channels: piece · 3 + direction
  Convolution value;
  Dense value_hidden;  // reads channel · 64 + square
  Dense value_output;  // win, draw, loss; before the softmax
};

// All arrays in their sizes, filled with zeros.
TowerWeights zero_tower(const TowerShape&);

// Random weights after He et al. (2015), so that signals keep their size through the tower. The
// same seed gives the same network on every machine.
TowerWeights random_tower(const TowerShape&, std::uint64_t seed);

// By what the network multiplies a plane before it uses it: the clocks are plain numbers up to
// hundreds, all else is 0 or 1. Training has to do the same.
float plane_scale(int history, int plane);

std::size_t parameters(const TowerWeights&);

// The content of an ONNX file. Precondition: the arrays have the sizes of zero_tower(shape).
std::vector<std::byte> onnx_file_of(const TowerWeights&);

}  // namespace tabiya
