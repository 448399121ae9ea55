// Finds the multipliers in src/chess/magics.h and prints that table.
//
//   g++ -O2 -std=c++23 -Isrc tools/find_magics.cpp -o build/find_magics
//
// A multiplier is good if it sends every set of blockers of a square to a slot of its own
// (or to a slot with the same attacks) in a table of 2^n slots, n being the number of
// squares that matter. Random sparse numbers are tried until one does; a few seconds in all.
#include <cstdio>
#include <vector>

#include "base/random.h"
#include "chess/magics.h"

namespace {

using namespace tabiya;

std::uint64_t find_magic(Square square, const std::array<geometry::Step, 4>& steps,
                         Random& random) {
  const Bitboard mask = geometry::relevant_blockers(square, steps);
  const int bits = mask.count();
  std::vector<Bitboard> blockers, attacks;
  std::uint64_t subset = 0;
  do {
    blockers.emplace_back(subset);
    attacks.push_back(geometry::slide(square, Bitboard(subset), steps));
    subset = (subset - mask.bits()) & mask.bits();
  } while (subset != 0);

  std::vector<std::uint64_t> slot(blockers.size());
  std::vector<std::uint32_t> written(blockers.size(), 0);
  for (std::uint32_t attempt = 1;; ++attempt) {
    const std::uint64_t magic = random() & random() & random();
    if (std::popcount((mask.bits() * magic) >> 56) < 6) continue;
    bool good = true;
    for (std::size_t i = 0; good && i < blockers.size(); ++i) {
      const std::size_t at = (blockers[i].bits() * magic) >> (64 - bits);
      if (written[at] != attempt) {
        written[at] = attempt;
        slot[at] = attacks[i].bits();
      } else {
        good = slot[at] == attacks[i].bits();
      }
    }
    if (good) return magic;
  }
}

void print_table(const char* name, const std::array<geometry::Step, 4>& steps) {
  Random random{2026};
  std::printf("inline constexpr std::array<std::uint64_t, 64> %s{\n", name);
  for (int i = 0; i < kSquares; ++i)
    std::printf("%s0x%016llXULL,%s", i % 4 == 0 ? "    " : " ",
                static_cast<unsigned long long>(find_magic(square_at(i), steps, random)),
                i % 4 == 3 ? "\n" : "");
  std::printf("};\n");
}

}  // namespace

int main() {
  print_table("kRookMagics", geometry::kRookSteps);
  print_table("kBishopMagics", geometry::kBishopSteps);
}
