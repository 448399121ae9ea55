#pragma once
#include <cstdint>
namespace tabiya {
class Random {
 public:
  using result_type = std::uint64_t;
  constexpr explicit Random(std::uint64_t seed) : s_(seed) {}
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
  constexpr std::uint64_t operator()() {
    std::uint64_t z = (s_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  constexpr std::uint64_t below(std::uint64_t n) { return (*this)() % n; }
 private:
  std::uint64_t s_;
};
}
