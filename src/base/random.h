// Random numbers that are the same on every machine for the same seed.
//
// The standard library leaves its distributions to the implementer, so results that must be
// repeatable (start positions, self-play, Zobrist keys) use these instead.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tabiya {

// splitmix64 by Sebastiano Vigna: a full-period walk over 64-bit numbers. Good for spreading one
// seed over a larger state; no neighbouring seeds give neighbouring results.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

// Random bits as a fraction from 0 to 1, without 1: every multiple of 2^-53 equally often.
constexpr double fraction_of(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// xoshiro256** by David Blackman and Sebastiano Vigna: fast, 256 bits of state, passes the known
// statistical tests. Not for secrets. A generator belongs to one thread; give each its own seed.
class Random {
 public:
  using result_type = std::uint64_t;
  using State = std::array<std::uint64_t, 4>;

  explicit constexpr Random(std::uint64_t seed) {
    SplitMix64 spread(seed);
    for (std::uint64_t& word : state_) word = spread.next();
  }

  // Precondition: not all words are zero, for that state never changes.
  explicit constexpr Random(const State& state) : state_(state) { assert(state != State{}); }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  constexpr result_type operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Every number from 0 to bound - 1 equally often. Precondition: bound > 0.
  //
  // Lemire's way: the high half of a 128-bit product is the result, the low half tells the few
  // draws that would favour some results and are drawn again. The division that finds them is
  // needed only if the low half is below the bound.
  constexpr std::uint64_t below(std::uint64_t bound) {
    assert(bound > 0);
    Wide product = Wide{(*this)()} * bound;
    if (low_half(product) < bound) {
      const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound
      while (low_half(product) < unfair) product = Wide{(*this)()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // From 0 to 1, without 1.
  constexpr double fraction() { return fraction_of((*this)()); }

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr std::uint64_t low_half(Wide number) {
    return static_cast<std::uint64_t>(number);
  }

  State state_{};
};

// Every order equally often (Fisher and Yates). Unlike std::shuffle, the same everywhere.
template <class Items>
constexpr void shuffle(Items& items, Random& random) {
  for (std::size_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[random.below(left)]);
}

// Keeps some of a stream of unknown length, each with the same chance (Vitter's algorithm R).
template <class Item>
class Reservoir {
 public:
  explicit Reservoir(std::size_t most) : most_(most) {}

  // The next of the stream, which make() returns; it is called only if the item is kept.
  template <class Make>
  void offer(Random& random, Make&& make) {
    const std::uint64_t place = ++found_ <= most_ ? found_ - 1 : random.below(found_);
    if (place >= most_) return;
    if (place == items.size())
      items.push_back(make());
    else
      items[place] = make();
  }
  std::uint64_t found() const { return found_; }  // so far

  std::vector<Item> items;

 private:
  std::size_t most_;
  std::uint64_t found_ = 0;
};

}  // namespace tabiya
