#include "dataset/sample_chunk.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "chess/movegen.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {

namespace {

bool is_thought(const RecordedMove& move) {
  return move.score || move.chances || move.visits_count > 0;
}

// As chess/game.h counts them.
std::uint8_t occurrences_of(const Position& position, std::span<const SampleGame::Ply> past) {
  const std::size_t reach =
      std::min(static_cast<std::size_t>(position.halfmove_clock()), past.size());
  for (std::size_t back = 4; back <= reach; back += 2) {
    const SampleGame::Ply& earlier = past[past.size() - back];
    if (position.repeats(earlier.position))
      return static_cast<std::uint8_t>(std::min(3, earlier.occurrences + 1));
  }
  return 1;
}

void mirror_planes(std::span<float> planes) {
  for (std::size_t row = 0; row + 8 <= planes.size(); row += 8)
    std::ranges::reverse(planes.subspan(row, 8));
}

void write_policy(const RecordedGame& game, std::size_t ply, const Position& position,
                  bool mirrored, SampleBatch& out) {
  const auto index_of = [&](Move move) {
    const int index = policy_index(move, position.side_to_move(), game.variant);
    return static_cast<std::uint16_t>(mirrored ? mirrored_policy_index(index) : index);
  };
  for (const Move move : legal_moves(position)) out.legal.push_back(index_of(move));
  const auto add = [&](Move move, float share) {
    out.policy.push_back({.index = index_of(move), .share = share});
  };
  const auto visits = game.visits_at(ply);
  if (visits.empty()) return add(game.moves[ply].move, 1);
  double all = 0;
  for (const RecordedVisits& visit : visits) all += visit.visits;
  for (const RecordedVisits& visit : visits)
    add(visit.move, static_cast<float>(visit.visits / all));
}

}  // namespace

int mirrored_policy_index(int index) {
  constexpr int kSquarePairs = 64 * 64;
  if (index < kSquarePairs) return index ^ 7 ^ 7 << 6;  // the files of both squares
  const int rest = index - kSquarePairs;
  const int piece = rest / 24;
  const int file = rest % 24 / 3;
  const int direction = rest % 3;
  return kSquarePairs + 24 * piece + 3 * (7 - file) + 2 - direction;
}

SampleGame sample_game(RecordedGame game) {
  SampleGame result;
  result.plies.reserve(game.moves.size());
  Position position = game.start;
  for (const RecordedMove& move : game.moves) {
    result.plies.push_back({position, occurrences_of(position, result.plies)});
    position.play(move.move);
  }
  result.game = std::move(game);
  return result;
}

std::vector<std::uint16_t> wanted_plies(const RecordedGame& game, const SampleSettings& settings) {
  std::vector<std::uint16_t> plies;
  if (settings.skip_without_result && !game.result) return plies;
  const bool skip_unthought =
      settings.skip_unthought && std::ranges::any_of(game.moves, is_thought);
  const bool skip_quick = settings.skip_quick && !game.visits.empty();
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& move = game.moves[ply];
    if (static_cast<int>(ply) < settings.first_ply) continue;
    if (skip_quick && move.visits_count == 0) continue;
    if (skip_unthought && !is_thought(move)) continue;
    plies.push_back(static_cast<std::uint16_t>(ply));  // 20,000 at most
  }
  return plies;
}

void write_sample(const SampleChunk& chunk, const SampleChunk::Entry& entry,
                  const SampleSettings& settings, std::span<float> planes, SampleBatch& out) {
  const SampleGame& of = chunk.games[entry.game];
  History history;
  for (std::size_t ply = entry.ply + std::size_t{1}; ply > 0 && !history.is_full(); --ply)
    history.add(of.plies[ply - 1].position, of.plies[ply - 1].occurrences);
  const Position& present = history.present();
  const bool mirrored = entry.mirrored && !present.castling_rooks().any();
  const std::size_t encoded = plane_floats_for(settings.history_steps);
  encode_planes(history, settings.history_steps, planes);
  if (mirrored) mirror_planes(planes.first(encoded));
  std::ranges::fill(planes.subspan(encoded), 0.0F);

  const RecordedGame& game = of.game;
  const RecordedMove& move = game.moves[entry.ply];
  const Color mover = present.side_to_move();
  PlaneSample sample;
  sample.first_share = static_cast<std::uint32_t>(out.policy.size());
  sample.first_legal = static_cast<std::uint32_t>(out.legal.size());
  write_policy(game, entry.ply, present, mirrored, out);
  sample.shares = static_cast<std::uint32_t>(out.policy.size()) - sample.first_share;
  sample.legal_moves = static_cast<std::uint32_t>(out.legal.size()) - sample.first_legal;
  sample.pieces = static_cast<std::uint8_t>(present.occupied().count());
  sample.has_visits = move.visits_count > 0;
  sample.mirrored = mirrored;
  if (game.result && !game.result->winner) sample.result = std::int8_t{0};
  if (game.result && game.result->winner)
    sample.result = *game.result->winner == mover ? std::int8_t{1} : std::int8_t{-1};
  sample.chances = move.chances;
  sample.score = move.score;
  sample.ply = entry.ply;
  sample.plies = static_cast<std::uint32_t>(game.moves.size());
  out.samples.push_back(sample);
}

}  // namespace tabiya
