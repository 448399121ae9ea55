// Where a shard is damaged: to the byte, where a single bit is wrong.
//
// A checksum tells that a block is not what was written, not where. But few bits can have turned:
// the one that makes the checksum right again is found by trying them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace tabiya::shard {

struct Damage {
  // The first block that is not as it was written; its end is not known if its size may be wrong.
  std::uint64_t begin = 0;
  std::optional<std::uint64_t> end;
  std::optional<std::uint64_t> byte;  // the wrong one, if a single bit is
};

// The first damage of a whole file; nothing if all checksums are right, and where an open shard
// ends with a game that was not written to its end. A block of 60 kB takes some seconds;
// `keep_going` is asked now and then, and without it the byte is not looked for any longer.
std::optional<Damage> first_damage(std::span<const std::byte> file,
                                   const std::function<bool()>& keep_going);

}  // namespace tabiya::shard
