// All tables, computed by the compiler: there is nothing to initialise at start.
#include "base/random.h"
#include "chess/attacks.h"
#include "chess/magics.h"
#include "chess/zobrist.h"

namespace tabiya::tables {

namespace {

using geometry::Step;

constexpr std::array<Step, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<Step, 8> kAllSteps{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

constexpr Leapers make_leapers() {
  Leapers table{};
  for (std::size_t i = 0; i < kSquares; ++i) {
    const Square square = square_at(static_cast<int>(i));
    const Bitboard here(square);
    table.knight[i] = geometry::slide(square, kNoSquares, kKnightSteps, 1);
    table.king[i] = geometry::slide(square, kNoSquares, kAllSteps, 1);
    table.pawn[0][i] = pawn_attacks<Color::White>(here);
    table.pawn[1][i] = pawn_attacks<Color::Black>(here);
    table.rook_lines[i] = geometry::slide(square, kNoSquares, geometry::kRookSteps);
    table.bishop_lines[i] = geometry::slide(square, kNoSquares, geometry::kBishopSteps);
  }
  return table;
}

constexpr SquarePairs make_between() {
  SquarePairs table{};
  for (std::size_t a = 0; a < kSquares; ++a)
    for (Step step : kAllSteps) {
      const Square from = square_at(static_cast<int>(a));
      for (Square b : geometry::walk(from, step, kNoSquares))
        table[a][static_cast<std::size_t>(b)] =
            geometry::walk(from, step, Bitboard(b)) ^ Bitboard(b);
    }
  return table;
}

constexpr SquarePairs make_line() {
  SquarePairs table{};
  for (std::size_t a = 0; a < kSquares; ++a) {
    const Square square = square_at(static_cast<int>(a));
    for (Step step : kAllSteps) {
      const Bitboard ahead = geometry::walk(square, step, kNoSquares);
      const Bitboard behind = geometry::walk(square, {-step.files, -step.ranks}, kNoSquares);
      for (Square b : ahead)
        table[a][static_cast<std::size_t>(b)] = ahead | behind | Bitboard(square);
    }
  }
  return table;
}

// A ray and, for each of its squares, what is left of it when that square is a blocker.
struct Ray {
  std::uint64_t squares;
  std::uint64_t blocked_at[kSquares];
  bool upward;  // the first blocker is the lowest bit, not the highest
};

constexpr Ray make_ray(Square square, Step step) {
  Ray ray{};
  ray.squares = geometry::walk(square, step, kNoSquares).bits();
  ray.upward = step.ranks > 0 || (step.ranks == 0 && step.files > 0);
  for (Square s : Bitboard(ray.squares))
    ray.blocked_at[index(s)] = geometry::walk(square, step, Bitboard(s)).bits();
  return ray;
}

struct SliderTable {
  std::uint64_t attacks[kSliderTableSize];
};

// Fills the parts of all squares, beginning at `offset`. Plain integers and arrays, no calls in
// the inner loop: it runs 430,592 times in the compiler, which would remember every call
// (seconds and a gigabyte more).
constexpr void fill(SliderTable& table, std::size_t offset, const std::array<Step, 4>& steps,
                    [[maybe_unused]] const std::array<std::uint64_t, kSquares>& magics) {
  for (std::size_t i = 0; i < kSquares; ++i) {
    const Square square = square_at(static_cast<int>(i));
    const Ray rays[]{make_ray(square, steps[0]), make_ray(square, steps[1]),
                     make_ray(square, steps[2]), make_ray(square, steps[3])};
    const Bitboard relevant = geometry::relevant_blockers(square, steps);
    const std::uint64_t mask = relevant.bits();
    [[maybe_unused]] const std::uint64_t magic = magics[i];
    [[maybe_unused]] const int shift = 64 - relevant.count();
    // Counts through the subsets of the mask in the order of their PEXT index.
    std::uint64_t blockers = 0;
    std::size_t pext = 0;
    do {
      std::uint64_t reached = 0;
      for (const Ray& ray : rays) {
        const std::uint64_t hit = ray.squares & blockers;
        reached |=
            hit == 0
                ? ray.squares
                : ray.blocked_at[ray.upward ? __builtin_ctzll(hit) : 63 - __builtin_clzll(hit)];
      }
      const std::size_t slot = TABIYA_USE_PEXT ? pext : (blockers * magic) >> shift;
      table.attacks[offset + slot] = reached;
      blockers = (blockers - mask) & mask;
      ++pext;
    } while (blockers != 0);
    offset += pext;
  }
}

constexpr SliderTable make_slider_table() {
  SliderTable table{};
  fill(table, 0, geometry::kRookSteps, kRookMagics);
  fill(table, kRookTableSize, geometry::kBishopSteps, kBishopMagics);
  return table;
}

constexpr SliderTable kSliders = make_slider_table();

constexpr std::array<SliderEntry, kSquares> make_entries(
    std::size_t offset, const std::array<Step, 4>& steps,
    [[maybe_unused]] const std::array<std::uint64_t, kSquares>& magics) {
  std::array<SliderEntry, kSquares> entries{};
  for (std::size_t i = 0; i < kSquares; ++i) {
    const Bitboard mask = geometry::relevant_blockers(square_at(static_cast<int>(i)), steps);
    entries[i].attacks = kSliders.attacks + offset;
    entries[i].mask = mask.bits();
#if !TABIYA_USE_PEXT
    entries[i].magic = magics[i];
    entries[i].shift = static_cast<std::uint64_t>(64 - mask.count());
#endif
    offset += std::size_t{1} << mask.count();
  }
  return entries;
}

constexpr ZobristTable make_zobrist() {
  Random random{0x7AB1'7A00'0000'0001ULL};
  ZobristTable table{};
  for (Color color : kColors)
    for (PieceType type : kPieceTypes)
      for (Key& key : table.piece[static_cast<std::size_t>(index(Piece(color, type)))])
        key = random();
  for (Key& key : table.castling_rook) key = random();
  for (Key& key : table.en_passant) key = random();
  table.black_to_move = random();
  return table;
}

}  // namespace

constexpr Leapers kLeapers = make_leapers();
constexpr SquarePairs kBetween = make_between();
constexpr SquarePairs kLine = make_line();
constexpr std::array<SliderEntry, kSquares> kRookEntries =
    make_entries(0, geometry::kRookSteps, kRookMagics);
constexpr std::array<SliderEntry, kSquares> kBishopEntries =
    make_entries(kRookTableSize, geometry::kBishopSteps, kBishopMagics);
constexpr ZobristTable kZobrist = make_zobrist();

}  // namespace tabiya::tables
