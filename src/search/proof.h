// What is certain about a position, and no longer an average: who wins, and in how many half-moves.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tabiya {

// In 16 bits, so that a node can hold it in one atomic. For the player to move there.
class Proof {
 public:
  enum class Kind : std::uint8_t { None, Loss, Draw, Win };

  // A win of the tablebases, whose distance to mate is unknown: farther than any mate we see.
  static constexpr int kUnknownPlies = 8000;

  constexpr Proof() = default;
  static constexpr Proof loss(int plies) { return Proof(Kind::Loss, plies); }
  static constexpr Proof win(int plies) { return Proof(Kind::Win, plies); }
  static constexpr Proof draw() { return Proof(Kind::Draw, 0); }
  static constexpr Proof from_bits(std::uint16_t bits) { return Proof(bits); }

  constexpr std::uint16_t bits() const { return bits_; }
  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> kPlyBits); }
  constexpr bool is_known() const { return kind() != Kind::None; }
  constexpr bool is_win() const { return kind() == Kind::Win; }
  constexpr bool is_draw() const { return kind() == Kind::Draw; }
  constexpr bool is_loss() const { return kind() == Kind::Loss; }
  // Until the mate stands on the board, at most.
  constexpr int plies() const { return bits_ & kMostPlies; }
  constexpr bool is_mate() const { return (is_win() || is_loss()) && plies() < kUnknownPlies; }

  // What a move into this position proves for the player who makes it.
  constexpr Proof of_move_here() const {
    return is_win() ? loss(plies() + 1) : is_loss() ? win(plies() + 1) : *this;
  }

  // −1, 0 or 1. Precondition: is_known().
  constexpr float value() const { return is_win() ? 1.0F : is_loss() ? -1.0F : 0.0F; }

  constexpr bool operator==(const Proof&) const = default;

 private:
  static constexpr int kPlyBits = 14;
  static constexpr int kMostPlies = (1 << kPlyBits) - 1;

  constexpr explicit Proof(std::uint16_t bits) : bits_(bits) {}
  constexpr Proof(Kind kind, int plies)
      : bits_(static_cast<std::uint16_t>(static_cast<int>(kind) << kPlyBits |
                                         std::min(plies, kMostPlies))) {}

  std::uint16_t bits_ = 0;
};

}  // namespace tabiya
