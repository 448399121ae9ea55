#include "train/az/torch/adam.h"

#include <ATen/ATen.h>

#include <cmath>

namespace tabiya {

double TensorAdam::gradient_length() const {
  double squares = 0;
  for (const Parameter& parameter : parameters_)
    squares += parameter.value.grad().square().sum().item<double>();
  return std::sqrt(squares);
}

void TensorAdam::step(std::uint64_t number, double rate, double weight_decay, double factor) {
  const torch::NoGradGuard no_gradients;
  constexpr double beta_mean = 0.9;
  constexpr double beta_square = 0.999;
  constexpr double epsilon = 1e-8;
  const auto steps = static_cast<double>(number);
  const double mean_correction = 1 - std::pow(beta_mean, steps);
  const double square_correction = std::sqrt(1 - std::pow(beta_square, steps));
  for (Parameter& parameter : parameters_) {
    const torch::Tensor gradient = parameter.value.grad() * factor;
    parameter.mean.mul_(beta_mean).add_(gradient, 1 - beta_mean);
    parameter.square.mul_(beta_square).addcmul_(gradient, gradient, 1 - beta_square);
    const torch::Tensor divisor = parameter.square.sqrt().div_(square_correction).add_(epsilon);
    if (parameter.decays) parameter.value.mul_(1 - rate * weight_decay);
    parameter.value.addcdiv_(parameter.mean, divisor, -rate / mean_correction);
  }
}

void TensorAdam::forget_gradients() {
  for (Parameter& parameter : parameters_) parameter.value.mutable_grad().reset();
}

}  // namespace tabiya
