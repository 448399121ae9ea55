#include "search/mcts/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace tabiya {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;  // a large one
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

}  // namespace

Arena::Arena(std::size_t bytes) {
  bytes = std::clamp(bytes, kUnit * 2, kLargest);
  units_ = bytes / kUnit;
  mapped_ = (bytes + kPage - 1) / kPage * kPage;
  void* const memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Trees are walked at random: with large pages the processor finds its way sooner.
  madvise(memory, mapped_, MADV_HUGEPAGE);
  memory_ = static_cast<std::byte*>(memory);
}

Arena::~Arena() { munmap(memory_, mapped_); }

std::size_t Arena::used() const {
  return std::min(next_.load(std::memory_order_relaxed), units_) * kUnit;
}

// In a small arena pieces are small, or a few threads would share out all of it unused.
ArenaCursor::ArenaCursor(Arena& arena)
    : arena_(&arena), piece_(std::min(kPieceBytes, arena.capacity() / 256) / Arena::kUnit) {}

bool ArenaCursor::refill(std::size_t units) {
  const std::size_t wanted = std::max(units, piece_);
  ArenaRef place = arena_->take(wanted * Arena::kUnit);
  std::size_t got = wanted;
  if (place == kNowhere && wanted > units) {  // the rest is less than a piece
    place = arena_->take(units * Arena::kUnit);
    got = units;
  }
  if (place == kNowhere) return false;
  next_ = place;
  left_ = got;
  return true;
}

}  // namespace tabiya
