// The kernels in vector instructions, written once with Highway and compiled by this file for each
// instruction set. Highway's own choice at run time would need its shared library, so kernels.cpp
// chooses. CMakeLists.txt compiles this file for x86-64-v2 in every build: were the compiler
// allowed more, Highway would leave out the lesser sets.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nnue/kernels_vector.cpp"
#define HWY_DISABLE_PCLMUL_AES  // what SSE4 means to Highway is then all in x86-64-v2
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
// clang-format off: the order matters
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>

#include "nnue/kernels.h"
#include "nnue/network_parts.h"

HWY_BEFORE_NAMESPACE();
namespace tabiya {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Shorts = hn::ScalableTag<std::int16_t>;
using Ints = hn::RepartitionToWide<Shorts>;
using Longs = hn::RepartitionToWide<Ints>;
using Sums = hn::Vec<Shorts>;

constexpr std::size_t lanes() { return hn::MaxLanes(Shorts()); }
static_assert(kWidthStep % (2 * lanes()) == 0);

void move(Row before, std::int16_t* after, std::array<Row, 2> removed, std::array<Row, 2> placed,
          std::size_t width) {
  const Shorts shorts;
  for (std::size_t player = 0; player < 2; ++player) {
    const Row minus = removed[player];
    const Row plus = placed[player];
    for (std::size_t i = 0; i < width; i += 2 * lanes()) {
      for (const std::size_t at : {i, i + lanes()}) {
        const Sums sum = hn::Sub(hn::Load(shorts, before + at), hn::Load(shorts, minus + at));
        hn::Store(hn::Add(sum, hn::Load(shorts, plus + at)), shorts, after + at);
      }
    }
    before += width;
    after += width;
  }
}

void capture(Row before, std::int16_t* after, std::array<Row, 2> removed,
             std::array<Row, 2> captured, std::array<Row, 2> placed, std::size_t width) {
  const Shorts shorts;
  for (std::size_t player = 0; player < 2; ++player) {
    const Row minus = removed[player];
    const Row minus_too = captured[player];
    const Row plus = placed[player];
    for (std::size_t i = 0; i < width; i += 2 * lanes()) {
      for (const std::size_t at : {i, i + lanes()}) {
        const Sums gone = hn::Add(hn::Load(shorts, minus + at), hn::Load(shorts, minus_too + at));
        const Sums come = hn::Add(hn::Load(shorts, before + at), hn::Load(shorts, plus + at));
        hn::Store(hn::Sub(come, gone), shorts, after + at);
      }
    }
    before += width;
    after += width;
  }
}

// This number of vectors of neurons stays in registers while the rows pass.
template <std::size_t Vectors>
void change_some(Row before, std::int16_t* after, std::span<const Row> removed,
                 std::span<const Row> placed, std::size_t from) {
  const Shorts shorts;
  Sums sums[Vectors];  // NOLINT: std::array does not keep the alignment of vectors
  for (std::size_t v = 0; v < Vectors; ++v) sums[v] = hn::Load(shorts, before + from + v * lanes());
  for (const Row row : removed)
    for (std::size_t v = 0; v < Vectors; ++v)
      sums[v] = hn::Sub(sums[v], hn::Load(shorts, row + from + v * lanes()));
  for (const Row row : placed)
    for (std::size_t v = 0; v < Vectors; ++v)
      sums[v] = hn::Add(sums[v], hn::Load(shorts, row + from + v * lanes()));
  for (std::size_t v = 0; v < Vectors; ++v) hn::Store(sums[v], shorts, after + from + v * lanes());
}

void change(Row before, std::int16_t* after, std::span<const Row> removed,
            std::span<const Row> placed, std::size_t width) {
  std::size_t from = 0;
  for (; from + 8 * lanes() <= width; from += 8 * lanes())
    change_some<8>(before, after, removed, placed, from);
  for (; from < width; from += 2 * lanes()) change_some<2>(before, after, removed, placed, from);
}

// Pairs of products are added in 32 bits. A product is below 2^23, so that even the narrowest
// vectors, of four such numbers, have room for 512 products, and these go into 64 bits.
constexpr std::size_t kProductsIn32Bits = 512;

template <class Product>
std::int64_t output(Row own, Row other, Row weights, std::size_t width, Product product) {
  const Shorts shorts;
  const Ints ints;
  const Longs longs;
  const Sums lowest = hn::Zero(shorts);
  const Sums highest = hn::Set(shorts, kQuantumA);
  auto sum = hn::Zero(longs);
  for (const Row sums : {own, other}) {
    for (std::size_t from = 0; from < width; from += kProductsIn32Bits) {
      const std::size_t to = std::min(from + kProductsIn32Bits, width);
      auto a = hn::Zero(ints);
      auto b = hn::Zero(ints);
      for (std::size_t i = from; i < to; i += 2 * lanes()) {
        const std::size_t j = i + lanes();
        a = product(a, hn::Min(hn::Max(hn::Load(shorts, sums + i), lowest), highest),
                    hn::Load(shorts, weights + i));
        b = product(b, hn::Min(hn::Max(hn::Load(shorts, sums + j), lowest), highest),
                    hn::Load(shorts, weights + j));
      }
      const auto both = hn::Add(a, b);
      sum = hn::Add(sum, hn::PromoteTo(longs, hn::LowerHalf(both)));
      sum = hn::Add(sum, hn::PromoteTo(longs, hn::UpperHalf(hn::Half<Ints>(), both)));
    }
    weights += width;
  }
  return hn::GetLane(hn::SumOfLanes(longs, sum));
}

// Highway splits the products of neighbours between two sums where an instruction set wants it; on
// x86 they are one, and the other stays zero.
template <class Sum>
HWY_INLINE Sum with_products(Sum sum, Sums values, Sums weights) {
  const Ints ints;
  Sum rest = hn::Zero(ints);
  sum = hn::ReorderWidenMulAccumulate(ints, values, weights, sum, rest);
  return hn::Add(sum, rest);
}

std::int64_t clipped_output(Row own, Row other, Row weights, std::size_t width) {
  return output(own, other, weights, width, [](auto sum, Sums values, Sums by) HWY_ATTR {
    return with_products(sum, values, by);
  });
}

// A clipped sum times a weight fits 16 bits, because such weights are at most 128.
std::int64_t squared_output(Row own, Row other, Row weights, std::size_t width) {
  return output(own, other, weights, width, [](auto sum, Sums values, Sums by) HWY_ATTR {
    return with_products(sum, values, hn::Mul(values, by));
  });
}

}  // namespace

const Kernels& kernels() {
  static constexpr Kernels kTable{.move = move,
                                  .capture = capture,
                                  .change = change,
                                  .clipped_output = clipped_output,
                                  .squared_output = squared_output};
  return kTable;
}

}  // namespace HWY_NAMESPACE
}  // namespace tabiya
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tabiya {

const Kernels& vector_kernels(InstructionSet set) {
  if (set == InstructionSet::Avx512) return N_AVX3::kernels();
  if (set == InstructionSet::Avx2) return N_AVX2::kernels();
  return N_SSE4::kernels();
}

}  // namespace tabiya
#endif
