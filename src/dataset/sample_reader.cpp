#include "dataset/sample_reader.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "chess/movegen.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {

template class ShuffledReader<SampleSettings>;

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

Result<void> SampleSettings::check() const {
  if (history_steps < 1 || history_steps > kMostHistory)
    return failure("A history has 1 to {} steps", kMostHistory);
  if (planes_for(history_steps) > planes)
    return failure("{} steps of history take {} planes, and there is room for {}", history_steps,
                   planes_for(history_steps), planes);
  return {};
}

std::expected<std::size_t, RecordError> SampleSettings::add_game(std::span<const std::byte> record,
                                                                 Part& part) {
  auto game = decode_record(record);
  if (!game) return std::unexpected(game.error());
  part.push_back(sample_game(*std::move(game)));
  return part.back().plies.size();
}

SampleChunk SampleSettings::joined(std::vector<Part> parts) const {
  SampleChunk chunk;
  for (Part& part : parts) {
    std::ranges::move(part, std::back_inserter(chunk.games));
    part.clear();
  }
  for (std::size_t game = 0; game < chunk.games.size(); ++game)
    for (const std::uint16_t ply : wanted_plies(chunk.games[game].game))
      chunk.order.push_back(
          {.game = static_cast<std::uint32_t>(game), .ply = ply, .is_mirrored = false});
  return chunk;
}

std::vector<std::uint16_t> SampleSettings::wanted_plies(const RecordedGame& game) const {
  std::vector<std::uint16_t> plies;
  if (skip_without_result && !game.result) return plies;
  const bool only_thought = skip_unthought && std::ranges::any_of(game.moves, is_thought);
  const bool only_visited = skip_quick && !game.visits.empty();
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& move = game.moves[ply];
    if (static_cast<int>(ply) < first_ply) continue;
    if (only_visited && move.visits_count == 0) continue;
    if (only_thought && !is_thought(move)) continue;
    plies.push_back(static_cast<std::uint16_t>(ply));  // 20,000 at most
  }
  return plies;
}

void SampleSettings::begin(const SampleRoom& room) {
  room.batch.samples.clear();
  room.batch.policy.clear();
  room.batch.legal.clear();
}

void SampleSettings::write(const SampleChunk& chunk, std::size_t number, const SampleRoom& room,
                           std::size_t place) const {
  const SampleChunk::Entry& entry = chunk.order[number];
  const SampleGame& of = chunk.games[entry.game];
  SampleBatch& out = room.batch;
  const std::size_t floats_each = static_cast<std::size_t>(planes) * kSquares;
  const std::span<float> floats = room.planes.subspan(place * floats_each, floats_each);
  History history;
  for (std::size_t ply = entry.ply + std::size_t{1}; ply > 0 && !history.is_full(); --ply)
    history.add(of.plies[ply - 1].position, of.plies[ply - 1].occurrences);
  const Position& present = history.present();
  const bool mirrored = entry.is_mirrored && !present.castling_rooks().any();
  const std::size_t encoded = plane_floats_for(history_steps);
  encode_planes(history, history_steps, floats);
  if (mirrored) mirror_planes(floats.first(encoded));
  std::ranges::fill(floats.subspan(encoded), 0.0F);

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
