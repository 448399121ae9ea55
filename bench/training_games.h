// Folders of training games that nobody played: for measuring how fast they are read.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "dataset/shard_writer.h"

namespace tabiya {

enum class Like : std::uint8_t { AlphaBeta, TreeSearch };

// Random moves, scores that wander, and visits to most moves: as hard to compress as real games,
// or harder.
inline RecordedGame game_like(Like kind, Random& random) {
  RecordedGame record;
  record.players = "benchmark";
  Game game;
  int level = 0;
  while (!game.is_over() && game.length() < 160) {
    const MoveList legal = legal_moves(game.position());
    RecordedMove move{};
    move.move = legal[random.below(legal.size())];
    level += static_cast<int>(random.below(61)) - 30;
    if (game.length() >= 8)
      move.score = static_cast<std::int16_t>(
          game.position().side_to_move() == Color::White ? level : -level);
    if (kind == Like::TreeSearch) {
      move.chances = {.win = 4000, .loss = static_cast<std::uint16_t>(random.below(5000))};
      move.first_visits = static_cast<std::uint32_t>(record.visits.size());
      std::uint64_t most = 400;
      for (const Move other : legal) {
        record.visits.push_back({other, static_cast<std::uint32_t>(1 + random.below(most))});
        most = most * 3 / 4 + 1;
      }
      move.visits_count = static_cast<std::uint32_t>(legal.size());
    }
    record.moves.push_back(move);
    game.play(move.move);
  }
  record.result.emplace();
  return record;
}

// Made once for each kind, and removed at the end.
class GamesFolder {
 public:
  explicit GamesFolder(Like kind) {
    std::string name = (std::filesystem::temp_directory_path() / "tabiya-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
    Random random(1);
    auto writer = ShardWriter::open(path_);
    for (int i = 0; i < (kind == Like::AlphaBeta ? 3000 : 300); ++i)
      if (!writer->add(game_like(kind, random))) throw std::runtime_error("a game was refused");
    if (!writer->seal()) throw std::runtime_error("a shard could not be sealed");
    positions_ = writer->count().positions;
    bytes_ = std::filesystem::file_size(path_ / "000001.games");
  }
  ~GamesFolder() { std::filesystem::remove_all(path_); }
  GamesFolder(const GamesFolder&) = delete;
  GamesFolder& operator=(const GamesFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  double bytes_a_position() const {
    return static_cast<double>(bytes_) / static_cast<double>(positions_);
  }

 private:
  std::filesystem::path path_;
  std::uint64_t positions_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace tabiya
