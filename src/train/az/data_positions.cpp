#include "train/az/data_positions.h"

#include <utility>

#include "base/random.h"
#include "base/result.h"
#include "dataset/game_reader.h"

namespace tabiya {

namespace {

// Enough to be of all kinds; a year of games need not be read for a few hundred positions.
constexpr std::uint64_t kMostGames = 20'000;

}  // namespace

Result<std::vector<Game>> some_positions(std::span<const std::string> folders, std::size_t most,
                                         std::uint64_t seed, const std::function<bool()>& stop) {
  const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
  auto reader = GameReader::open(paths);
  if (!reader) return std::unexpected(reader.error());
  std::vector<Game> positions;
  Random random(seed);
  for (std::uint64_t found = 0; found < kMostGames && !stop();) {
    auto recorded = reader->next();
    if (!recorded) return std::unexpected(recorded.error());
    if (!*recorded) break;
    const auto& moves = (*recorded)->moves;
    if (moves.empty()) continue;
    const std::uint64_t ply = random.below(moves.size());
    // Each game has the same chance to stay (Vitter's algorithm R).
    const std::uint64_t place = ++found <= most ? found - 1 : random.below(found);
    if (place >= most) continue;
    Game game((*recorded)->start, (*recorded)->variant);
    for (std::uint64_t i = 0; i < ply; ++i) game.play(moves[i].move);
    if (place == positions.size()) {
      positions.push_back(std::move(game));
    } else {
      positions[place] = std::move(game);
    }
  }
  return positions;
}

}  // namespace tabiya
