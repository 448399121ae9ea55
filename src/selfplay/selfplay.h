// Many games at once, each kept as soon as it is finished.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/data_folder.h"
#include "dataset/shard_writer.h"
#include "selfplay/self_player.h"

namespace tabiya {

// So far, in this run.
struct SelfplayCount {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;             // that were thought about
  std::uint64_t plies = 0;                 // those of openings included: positions of the folder
  std::array<std::uint64_t, 3> results{};  // white won, drawn, black won
  ResignCheck resign{};
};

// When a folder has enough: whichever number is given.
struct FolderGoal {
  std::optional<std::uint64_t> games{};
  std::optional<std::uint64_t> positions{};

  bool is_reached(const DataCount& count) const {
    return (games && count.games >= *games) || (positions && count.positions >= *positions);
  }
};

// Called about ten times a second, by the thread that called play_games().
using SelfplayWatcher = std::function<void(const SelfplayCount&)>;

// Each player has a thread to itself and takes game after game until the folder has enough, or a
// stop is asked for: then games in progress are given up. Of games, the folder gets exactly the
// number wanted; of positions, what the games that were in progress add. What is finished is sealed
// in both cases, and after an error too.
Result<SelfplayCount> play_games(std::vector<std::unique_ptr<SelfPlayer>> players,
                                 const FolderGoal&, ShardWriter&, const std::stop_token&,
                                 const SelfplayWatcher&);

// The seed for games that are added to a folder which has this many. A lone player goes on exactly
// where it was stopped. Several do not: games finish out of order, so the number of those there
// does not tell which; other games are played then.
std::uint64_t seed_to_go_on(std::uint64_t seed, std::size_t players, std::uint64_t games_there);

}  // namespace tabiya
