#include "search/alphabeta/transposition_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <system_error>
#include <thread>
#include <vector>

#include "search/alphabeta/parameters.h"

namespace tabiya {

namespace {

// data, from the low end: move 16 | value 16 | evaluation 16 | depth 8 | bound 2 | pv 1 |
// generation 5. The bound is 0 for none, else 1 + Bound.
constexpr int kValueShift = 16;
constexpr int kEvaluationShift = 32;
constexpr int kDepthShift = 48;
constexpr int kBoundShift = 56;
constexpr int kPvShift = 58;
constexpr int kGenerationShift = 59;

constexpr std::uint64_t bits_of(Value value) {
  return static_cast<std::uint16_t>(static_cast<std::int16_t>(value));
}
constexpr Value value_at(std::uint64_t data, int shift) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> shift));
}
constexpr int depth_of(std::uint64_t data) { return static_cast<int>(data >> kDepthShift & 0xFF); }
constexpr int bound_of(std::uint64_t data) { return static_cast<int>(data >> kBoundShift & 3); }
constexpr int generation_of(std::uint64_t data) {
  return static_cast<int>(data >> kGenerationShift);
}

static_assert(kNoValue <= INT16_MAX);

}  // namespace

TranspositionTable::~TranspositionTable() {
  if (buckets_ != nullptr) munmap(buckets_, count_ * sizeof(Bucket));
}

// Large pages save a look-up in the processor's address tables at every visit. All memory is
// touched here and not in a search, where the system's handing it out would cost time on the clock.
bool TranspositionTable::resize(std::size_t mebibytes) {
  const std::size_t count = mebibytes * 1024 * 1024 / sizeof(Bucket);
  void* const memory = mmap(nullptr, count * sizeof(Bucket), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  madvise(memory, count * sizeof(Bucket), MADV_HUGEPAGE);
  if (buckets_ != nullptr) munmap(buckets_, count_ * sizeof(Bucket));
  buckets_ = static_cast<Bucket*>(memory);
  count_ = count;
  clear();
  return true;
}

// Zero is an empty table. A large one is shared out among threads, if the system has any to give.
void TranspositionTable::clear() {
  generation_ = 0;
  const std::size_t bytes = count_ * sizeof(Bucket);
  const auto zero = [this](std::size_t from, std::size_t size) {
    std::memset(reinterpret_cast<char*>(buckets_) + from, 0, size);
  };
  constexpr std::size_t worth_a_thread = std::size_t{32} << 20;
  const std::size_t parts = std::clamp<std::size_t>(
      bytes / worth_a_thread, 1, std::max(1u, std::thread::hardware_concurrency()));
  const std::size_t part = bytes / parts / sizeof(Bucket) * sizeof(Bucket);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < parts; ++i) {
    const std::size_t from = i * part;
    const std::size_t size = i + 1 == parts ? bytes - from : part;
    try {
      threads.emplace_back(zero, from, size);
    } catch (const std::system_error&) {
      zero(from, size);
    }
  }
  zero(0, parts == 1 ? bytes : part);
}

std::uint64_t TranspositionTable::pack(const TableEntry& entry) const {
  const int depth = std::clamp(entry.depth + kDepthOffset, 0, 255);
  const int bound = entry.bound ? 1 + static_cast<int>(*entry.bound) : 0;
  return std::uint64_t{entry.move.bits()} | bits_of(entry.value) << kValueShift |
         bits_of(entry.evaluation) << kEvaluationShift |
         static_cast<std::uint64_t>(depth) << kDepthShift |
         static_cast<std::uint64_t>(bound) << kBoundShift |
         std::uint64_t{entry.was_pv} << kPvShift |
         static_cast<std::uint64_t>(generation_) << kGenerationShift;
}

TableEntry TranspositionTable::unpack(std::uint64_t data) {
  TableEntry entry;
  entry.move = Move::from_bits(static_cast<std::uint16_t>(data));
  entry.value = value_at(data, kValueShift);
  entry.evaluation = value_at(data, kEvaluationShift);
  entry.depth = depth_of(data) - kDepthOffset;
  if (bound_of(data) != 0) entry.bound = static_cast<Bound>(bound_of(data) - 1);
  entry.was_pv = (data >> kPvShift & 1) != 0;
  return entry;
}

std::optional<TableEntry> TranspositionTable::find(Key key) const {
  for (const Slot& slot : bucket(key).slots) {
    const std::uint64_t check = slot.check.load(std::memory_order_relaxed);
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((check ^ data) == key && data != 0) return unpack(data);
  }
  return std::nullopt;
}

// Deep entries are worth keeping, old ones are not.
int TranspositionTable::worth(std::uint64_t data) const {
  const int age = (generation_ - generation_of(data)) & kGenerationMask;
  return depth_of(data) - parameters.tt_age_weight * age;
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
  TableEntry fresh = entry;
  Slot* target = nullptr;
  int least = 0;
  for (Slot& slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    const std::uint64_t check = slot.check.load(std::memory_order_relaxed);
    if ((check ^ data) == key && data != 0) {
      const TableEntry old = unpack(data);
      // A shallow bound is no reason to forget a much deeper result of this search.
      if (entry.bound != Bound::Exact && generation_of(data) == generation_ &&
          entry.depth + parameters.tt_keep_depth + parameters.tt_keep_pv_depth * int{entry.was_pv} <
              old.depth)
        return;
      if (fresh.move == kNoMove) fresh.move = old.move;
      target = &slot;
      break;
    }
    if (const int value = data == 0 ? -1000 : worth(data); target == nullptr || value < least) {
      target = &slot;
      least = value;
    }
  }
  const std::uint64_t data = pack(fresh);
  target->check.store(key ^ data, std::memory_order_relaxed);
  target->data.store(data, std::memory_order_relaxed);
}

// A sample: the first buckets are as full as the others.
int TranspositionTable::permille_full() const {
  const std::size_t sample = std::min<std::size_t>(count_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      used += data != 0 && generation_of(data) == generation_;
    }
  return static_cast<int>(used * 1000 / (sample * kSlots));
}

}  // namespace tabiya
