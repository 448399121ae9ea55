// What a tower computes, written down from the drawing in tower.h as plainly as possible.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "inference/tower.h"

namespace tabiya::test {

using Planes = std::vector<std::array<std::array<double, 8>, 8>>;  // [channel][rank][file]

inline Planes slow_convolution(const Planes& in, const Convolution& layer) {
  Planes out(static_cast<std::size_t>(layer.out));
  const int margin = layer.size / 2;
  for (int o = 0; o < layer.out; ++o)
    for (int rank = 0; rank < 8; ++rank)
      for (int file = 0; file < 8; ++file) {
        double sum = layer.biases[o];
        for (int i = 0; i < layer.in; ++i)
          for (int row = 0; row < layer.size; ++row)
            for (int column = 0; column < layer.size; ++column) {
              const int r = rank + row - margin;
              const int f = file + column - margin;
              if (r < 0 || r > 7 || f < 0 || f > 7) continue;
              const int weight = ((o * layer.in + i) * layer.size + row) * layer.size + column;
              sum += in[i][r][f] * layer.weights[weight];
            }
        out[o][rank][file] = sum;
      }
  return out;
}

inline Planes slow_relu(Planes planes) {
  for (auto& plane : planes)
    for (auto& rank : plane)
      for (double& cell : rank) cell = cell > 0 ? cell : 0;
  return planes;
}

inline std::vector<double> slow_dense(const std::vector<double>& in, const Dense& layer) {
  std::vector<double> out;
  for (int o = 0; o < layer.out; ++o) {
    double sum = layer.biases[o];
    for (int i = 0; i < layer.in; ++i) sum += in[i] * layer.weights[o * layer.in + i];
    out.push_back(sum);
  }
  return out;
}

struct SlowOutputs {
  std::vector<double> policy;
  std::vector<double> wdl;
};

// `planes` as the encoding has them, without padding.
inline SlowOutputs slow_tower(const TowerWeights& tower, const std::vector<float>& planes) {
  Planes stream(static_cast<std::size_t>(tower.shape.planes()));
  for (std::size_t i = 0; i < planes.size(); ++i) stream[i / 64][i / 8 % 8][i % 8] = planes[i];
  // The clocks: the third and second planes from the end of the encoding.
  const std::size_t used = planes.size() / 64;
  for (const std::size_t clock : {used - 3, used - 2})
    for (auto& rank : stream[clock])
      for (double& cell : rank) cell /= 100;

  stream = slow_relu(slow_convolution(stream, tower.input));
  for (const auto& block : tower.blocks) {
    const Planes added =
        slow_convolution(slow_relu(slow_convolution(stream, block.first)), block.second);
    for (std::size_t c = 0; c < stream.size(); ++c)
      for (int rank = 0; rank < 8; ++rank)
        for (int file = 0; file < 8; ++file) stream[c][rank][file] += added[c][rank][file];
    stream = slow_relu(stream);
  }

  SlowOutputs outputs;
  const Planes features = slow_relu(slow_convolution(stream, tower.policy));
  const Planes queries = slow_convolution(features, tower.query);
  const Planes keys = slow_convolution(features, tower.key);
  for (int from = 0; from < 64; ++from)
    for (int to = 0; to < 64; ++to) {
      double score = 0;
      for (std::size_t d = 0; d < queries.size(); ++d)
        score += queries[d][from / 8][from % 8] * keys[d][to / 8][to % 8];
      outputs.policy.push_back(score / std::sqrt(static_cast<double>(queries.size())));
    }
  const Planes underpromotions = slow_convolution(features, tower.underpromotion);
  for (int piece = 0; piece < 3; ++piece)
    for (int file = 0; file < 8; ++file)
      for (int direction = 0; direction < 3; ++direction)
        outputs.policy.push_back(underpromotions[piece * 3 + direction][6][file]);

  std::vector<double> flat;
  for (const auto& plane : slow_relu(slow_convolution(stream, tower.value)))
    for (const auto& rank : plane) flat.insert(flat.end(), rank.begin(), rank.end());
  std::vector<double> hidden = slow_dense(flat, tower.value_hidden);
  for (double& neuron : hidden) neuron = neuron > 0 ? neuron : 0;
  outputs.wdl = slow_dense(hidden, tower.value_output);
  return outputs;
}

}  // namespace tabiya::test
