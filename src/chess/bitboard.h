// A set of squares in 64 bits, one bit a square, a1 lowest.
//
// Iterating yields the squares from a1 to h8.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << index(square)) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool many() const { return (bits_ & (bits_ - 1)) != 0; }  // more than one
  constexpr int count() const { return std::popcount(bits_); }
  constexpr bool contains(Square square) const { return (bits_ >> index(square) & 1) != 0; }
  constexpr bool contains(Bitboard other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool meets(Bitboard other) const { return (bits_ & other.bits_) != 0; }

  // The lowest and highest square. Precondition: any().
  constexpr Square first() const { return square_at(std::countr_zero(bits_)); }
  constexpr Square last() const { return square_at(63 - std::countl_zero(bits_)); }

  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
  constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
  constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  constexpr bool operator==(const Bitboard&) const = default;

  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr Square operator*() const { return square_at(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kNoSquares{};
inline constexpr Bitboard kAllSquares{~std::uint64_t{0}};
inline constexpr Bitboard kLightSquares{0x55AA55AA55AA55AAULL};
inline constexpr Bitboard kDarkSquares = ~kLightSquares;

constexpr Bitboard squares_of(File file) { return Bitboard(0x0101010101010101ULL << index(file)); }
constexpr Bitboard squares_of(Rank rank) { return Bitboard(0xFFULL << 8 * index(rank)); }
constexpr Bitboard squares_of(Color color, Rank rank) { return squares_of(relative(color, rank)); }

// Every square one step on; what would leave the board is dropped.
constexpr Bitboard north(Bitboard set) { return Bitboard(set.bits() << 8); }
constexpr Bitboard south(Bitboard set) { return Bitboard(set.bits() >> 8); }
constexpr Bitboard east(Bitboard set) { return Bitboard((set & ~squares_of(File::H)).bits() << 1); }
constexpr Bitboard west(Bitboard set) { return Bitboard((set & ~squares_of(File::A)).bits() >> 1); }

// One step towards the far side of the board as this colour sees it.
template <Color Us>
constexpr Bitboard forward(Bitboard set) {
  return Us == Color::White ? north(set) : south(set);
}

// The set seen from the other side: ranks swapped, files kept.
constexpr Bitboard mirrored(Bitboard set) { return Bitboard(__builtin_bswap64(set.bits())); }

}  // namespace tabiya
