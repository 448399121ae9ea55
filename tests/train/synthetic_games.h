// Folders of games to learn from: random moves, scored by their material.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include "base/random.h"
#include "chess/movegen.h"
#include "dataset/shard_writer.h"

namespace tabiya::test {

inline int material_for_mover(const Position& position) {
  int total = 0;
  for (const auto& [type, value] : {std::pair{PieceType::Pawn, 100},
                                    {PieceType::Knight, 320},
                                    {PieceType::Bishop, 330},
                                    {PieceType::Rook, 500},
                                    {PieceType::Queen, 900}})
    total += value * (position.pieces(position.side_to_move(), type).count() -
                      position.pieces(!position.side_to_move(), type).count());
  return total;
}

inline RecordedGame synthetic_game(Random& random, int plies) {
  RecordedGame game;
  game.players = "dice";
  Position position = game.start;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    const Move move = moves[random.below(moves.size())];
    RecordedMove& played = game.moves.emplace_back();
    played.move = move;
    played.score = static_cast<std::int16_t>(material_for_mover(position));
    position.play(move);
  }
  const int last = material_for_mover(position);
  const Color mover = position.side_to_move();
  game.result = RecordedGame::Result{};
  if (std::abs(last) > 150) game.result->winner = last > 0 ? mover : !mover;
  return game;
}

inline void write_synthetic_games(const std::filesystem::path& folder, int games,
                                  std::uint64_t seed = 17) {
  auto writer = ShardWriter::open(folder);
  if (!writer) throw std::runtime_error(writer.error().message);
  Random random(seed);
  for (int i = 0; i < games; ++i)
    if (const auto added = writer->add(synthetic_game(random, 100)); !added)
      throw std::runtime_error(added.error().message);
  if (const auto sealed = writer->seal(); !sealed) throw std::runtime_error(sealed.error().message);
}

}  // namespace tabiya::test
