// What the commands about training games share: walking through games, with progress shown, until
// Ctrl-C; and how they are counted.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/result.h"
#include "cli/command_line.h"
#include "dataset/data_folder.h"
#include "dataset/game_reader.h"

namespace tabiya {

// "26 games, 1500 positions"
inline std::string counted(const DataCount& count) {
  return counted(count.games, "game", "games") + ", " +
         counted(count.positions, "position", "positions");
}

inline std::vector<std::filesystem::path> paths_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

// Calls visit(game, reader) for every game until it returns an error (a sentence) or all are read.
template <class Visit>
Result<void> walk_games(GameReader& reader, const std::string& label, const Interrupt& interrupt,
                        const Visit& visit) {
  Progress progress(label, reader.count().games);
  for (std::uint64_t games = 0; !interrupt.requested(); ++games) {
    auto game = reader.next();
    if (!game) return std::unexpected(game.error());
    if (!*game) break;
    if (auto visited = visit(**game, reader); !visited) return visited;
    if (games % 64 == 0) progress.update(games, fmt::format("{} games", games));
  }
  return {};
}

// Ends a command whose parts it has done: with the error, or because of Ctrl-C, or well.
inline ExitCode ended(const char* command, const Result<void>& done, const Interrupt& interrupt) {
  if (!done) return failed(command, done.error().message);
  return interrupt.requested() ? stopped_by(interrupt) : ExitCode::Done;
}

}  // namespace tabiya
