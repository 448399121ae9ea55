// How many games and positions there are of which players. Only the beginnings of the records are
// read, so it takes a second for a hundred million positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dataset/data_files.h"

namespace tabiya {

struct PlayerCount {
  std::string players;  // as the records name them
  DataCount count;
};

// In the order in which they first came. Imported games may have a million players, so they are
// found by name.
class PlayerTally {
 public:
  void add(std::string_view players, const DataCount&);
  const std::vector<PlayerCount>& counts() const { return counts_; }

 private:
  std::vector<PlayerCount> counts_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

// Of the folders that are asked for again and again while they grow: what was read of a shard is
// remembered until the shard changes.
class PlayerCounts {
 public:
  // Of these games, in the order in which they first played. `go_on` is called now and then with
  // the number of positions looked at; if it says false, the rest is left out.
  Result<std::vector<PlayerCount>> of(const DataFiles&,
                                      const std::function<bool(std::uint64_t)>& go_on);

 private:
  struct Shard {
    std::uint64_t fingerprint = 0;
    PlayerTally players;
  };
  std::map<std::filesystem::path, Shard> known_;
};

}  // namespace tabiya
