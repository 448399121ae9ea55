// SPSA, simultaneous perturbation stochastic approximation (Spall, 1992): all parameters are tuned
// at once by games between two sets of values that differ in every one of them.
//
// In iteration k of N, counted from 1, the first engine plays with value + c·d and the second with
// value − c·d, where d is +1 or −1, at random for each parameter. Afterwards
//
//   value += gain · d · (games won − games lost by the first engine)
//
// with the constants of fishtest: c is `step` and gain/c is `rate` in the last iteration, both
// larger before.
//
//   c    = step · (N / k)^gamma
//   gain = rate · step² · ((A + N) / (A + k))^alpha / c
//
// Everything random follows from the seed, the iteration and the pair: what is played does not
// depend on when it is played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tabiya {

struct TunedParameter {
  std::string name;
  double start = 0;
  double lowest = 0;
  double highest = 0;
  double step = 1;      // a difference that games can show
  double rate = 0.002;  // steps for each game won, at the end
};

struct SpsaSchedule {
  std::uint64_t iterations = 1;
  double alpha = 0.602;  // how fast the gain becomes smaller,
  double gamma = 0.101;  // and c
  double stability = 0;  // A: keeps the first gains small
};

// Iterations and pairs are counted from 0 here.
class Spsa {
 public:
  Spsa(std::vector<TunedParameter> parameters, const SpsaSchedule& schedule, std::uint64_t seed)
      : parameters_(std::move(parameters)), schedule_(schedule), seed_(seed) {}

  const std::vector<TunedParameter>& parameters() const { return parameters_; }
  std::vector<double> start() const;

  // Of one parameter in one iteration.
  struct Size {
    double change;  // c
    double gain;
  };
  Size size(std::size_t parameter, std::uint64_t iteration) const;

  // What the two engines play with in a pair of games. An option is a whole number, so the values
  // are rounded up or down at random, such that on average they are exact; both by the same
  // number, so that the difference between them varies as little as it can.
  struct Trial {
    std::vector<std::int64_t> plus;
    std::vector<std::int64_t> minus;
  };
  Trial trial(const std::vector<double>& values, std::uint64_t iteration, std::uint64_t pair) const;

  // The values after an iteration. `balance` is the number of games that plus won, less those that
  // it lost.
  std::vector<double> updated(std::vector<double> values, std::uint64_t iteration,
                              std::int64_t balance) const;

 private:
  std::vector<int> directions(std::uint64_t iteration) const;

  std::vector<TunedParameter> parameters_;
  SpsaSchedule schedule_;
  std::uint64_t seed_;
};

}  // namespace tabiya
