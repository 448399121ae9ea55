// Memory for a tree: handed out piece by piece, given back all at once, never more than was agreed.
//
// What is in it is named by 32-bit references instead of pointers, which halves what the tree
// needs for links and lets it be moved.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>

namespace tabiya {

// A place in an arena, in units of eight bytes; 0 is nowhere.
using ArenaRef = std::uint32_t;
inline constexpr ArenaRef kNowhere = 0;

class Arena {
 public:
  static constexpr std::size_t kUnit = 8;
  static constexpr std::size_t kLargest = (std::size_t{1} << 32) * kUnit;

  // Takes address space now and memory as it is used. Throws std::bad_alloc.
  explicit Arena(std::size_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // From any thread. kNowhere when nothing is left.
  ArenaRef take(std::size_t bytes) {
    const std::size_t units = (bytes + kUnit - 1) / kUnit;
    // Looked at first, so that the counter does not run away once the arena is full.
    if (next_.load(std::memory_order_relaxed) + units > units_) return kNowhere;
    const std::size_t place = next_.fetch_add(units, std::memory_order_relaxed);
    return place + units <= units_ ? static_cast<ArenaRef>(place) : kNowhere;
  }

  template <class T>
  T* at(ArenaRef place) const {
    static_assert(alignof(T) <= kUnit);
    assert(place != kNowhere);
    return reinterpret_cast<T*>(memory_ + std::size_t{place} * kUnit);
  }

  // Everything at once. No thread may hold a reference.
  void clear() { next_.store(1, std::memory_order_relaxed); }

  std::size_t capacity() const { return units_ * kUnit; }
  std::size_t used() const;

 private:
  std::byte* memory_;
  std::size_t mapped_;  // bytes
  std::size_t units_;
  std::atomic<std::size_t> next_ = 1;  // the first unit is nowhere
};

// Where one thread takes memory from: it asks the arena for large pieces and cuts them up, so that
// threads do not meet at the arena's counter.
class ArenaCursor {
 public:
  explicit ArenaCursor(Arena& arena);

  ArenaRef take(std::size_t bytes) {
    const std::size_t units = (bytes + Arena::kUnit - 1) / Arena::kUnit;
    if (units < returned_.size() && returned_[units] != kNowhere) {
      const ArenaRef place = returned_[units];
      returned_[units] = *arena_->at<ArenaRef>(place);
      return place;
    }
    if (units > left_ && !refill(units)) return kNowhere;
    const ArenaRef place = next_;
    next_ += static_cast<ArenaRef>(units);
    left_ -= units;
    return place;
  }

  // For this thread to take again. No other thread may hold a reference.
  void give_back(ArenaRef place, std::size_t bytes) {
    const std::size_t units = (bytes + Arena::kUnit - 1) / Arena::kUnit;
    if (units >= returned_.size()) return;
    new (arena_->at<ArenaRef>(place)) ArenaRef(returned_[units]);
    returned_[units] = place;
  }

 private:
  bool refill(std::size_t units);

  Arena* arena_;
  std::size_t piece_;  // units
  ArenaRef next_ = kNowhere;
  std::size_t left_ = 0;
  std::array<ArenaRef, 64> returned_{};  // by units: the first of a chain of places
};

}  // namespace tabiya
