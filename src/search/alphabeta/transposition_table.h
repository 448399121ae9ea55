// The transposition table: what earlier visits to a position found out, shared by all search
// threads.
//
// Threads read and write without locks. An entry is two 64-bit words, the position's key
// exclusive-ored with the data, and the data: an entry torn by two writers at once does not fit
// any key and is not found (Robert Hyatt and Tim Mann, "A lock-less transposition table
// implementation", 1999). The move of an entry must still be checked with is_legal(): two
// positions may share a key.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "chess/move.h"
#include "chess/zobrist.h"
#include "search/alphabeta/value.h"
#include "search/search.h"

namespace tabiya {

inline constexpr Move kNoMove = Move::from_bits(0);  // a1a1, which is legal nowhere

struct TableEntry {
  Move move = kNoMove;
  Value value = kNoValue;       // as from_table() wants it
  Value evaluation = kNoValue;  // the network's, before corrections
  int depth = 0;
  std::optional<Bound> bound;  // none: only the evaluation is known
  bool was_pv = false;         // seen on a principal variation
};

// Does a stored value of this bound decide the node by itself?
constexpr bool decides(const TableEntry& entry, Value value, Value alpha, Value beta) {
  if (value == kNoValue || !entry.bound) return false;
  switch (*entry.bound) {
    case Bound::Exact:
      return true;
    case Bound::Lower:
      return value >= beta;
    case Bound::Upper:
      return value <= alpha;
  }
  return false;
}

// A stored value tells more than the evaluation if its bound allows it.
constexpr bool improves_on(const TableEntry& entry, Value value, Value evaluation) {
  if (value == kNoValue || !entry.bound || is_decisive(value)) return false;
  return *entry.bound == Bound::Exact || (value > evaluation) == (*entry.bound == Bound::Lower);
}

class TranspositionTable {
 public:
  TranspositionTable() = default;
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Empty afterwards; false, and unchanged, if there is not that much memory. These three are not
  // to be called while others read or write.
  [[nodiscard]] bool resize(std::size_t mebibytes);
  void clear();
  void begin_search() { generation_ = (generation_ + 1) & kGenerationMask; }

  std::optional<TableEntry> find(Key) const;
  void store(Key, const TableEntry&);
  void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

  int permille_full() const;

 private:
  static constexpr int kGenerationMask = 31;
  static constexpr int kSlots = 4;
  static constexpr int kDepthOffset = 8;  // stored depths are not negative

  struct Slot {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Bucket {
    std::array<Slot, kSlots> slots;
  };
  static_assert(sizeof(Bucket) == 64);

  Bucket& bucket(Key key) const {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<std::size_t>((Wide{key} * count_) >> 64)];
  }
  std::uint64_t pack(const TableEntry&) const;
  static TableEntry unpack(std::uint64_t);
  int worth(std::uint64_t data) const;

  Bucket* buckets_ = nullptr;
  std::size_t count_ = 0;
  int generation_ = 0;
};

}  // namespace tabiya
