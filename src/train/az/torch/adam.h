// AdamW (Loshchilov and Hutter 2017): steps as long as gradients are steady, weights that fade.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tabiya {

class TensorAdam {
 public:
  struct Parameter {
    std::string name;
    torch::Tensor value;
    bool decays;
    torch::Tensor mean{};    // of the gradient over the last steps
    torch::Tensor square{};  // of the gradient's square
  };

  void add(std::string name, const torch::Tensor& value, bool decays) {
    parameters_.push_back({std::move(name), value, decays, torch::zeros_like(value.detach()),
                           torch::zeros_like(value.detach())});
  }

  std::vector<Parameter>& parameters() { return parameters_; }

  // The length of all gradients taken as one vector.
  double gradient_length() const;
  // `number` counts steps from 1. Gradients are multiplied by `factor`.
  void step(std::uint64_t number, double rate, double weight_decay, double factor);
  void forget_gradients();

 private:
  std::vector<Parameter> parameters_;
};

}  // namespace tabiya
