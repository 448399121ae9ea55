#include "dataset/game_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "chess/movegen.h"
#include "dataset/byte_stream.h"
#include "dataset/record_decoder.h"
#include "dataset/record_format.h"
#include "notation/fen.h"

namespace tabiya {

namespace {

// The number of a Chess960 start in which nothing has moved.
std::optional<int> start_number(const Position& start) {
  if (std::popcount(start.castling_rooks().bits()) != 4) return std::nullopt;
  BackRank row{};
  for (int file = 0; file < 8; ++file) {
    const auto piece = start.piece_at(square_at(file));
    if (!piece) return std::nullopt;
    row[static_cast<std::size_t>(file)] = piece->type();
  }
  const auto number = chess960_number(row);
  if (!number || chess960_start(*number) != start) return std::nullopt;
  return number;
}

std::uint8_t result_bits(const RecordedGame& game) {
  if (!game.result) return 0;
  if (!game.result->winner) return 3;
  return *game.result->winner == Color::White ? 1 : 2;
}

void write_header(const RecordedGame& game, ByteWriter& out) {
  const bool standard = game.start == Position::start();
  const auto number = standard ? std::nullopt : start_number(game.start);
  std::uint8_t first = number ? record::kStartNumber : record::kStartFen;
  if (standard) first = record::kStartStandard;
  if (game.variant == Variant::Chess960) first |= record::kChess960;
  first |= static_cast<std::uint8_t>(result_bits(game) << record::kResultShift);
  const bool ending_told = game.result && game.result->ending;
  if (ending_told) first |= record::kEndingTold;
  if (game.final_score) first |= record::kFinalScore;
  out.byte(first);
  if (number) out.number(static_cast<std::uint64_t>(*number));
  if (!standard && !number) out.text(to_fen(game.start));
  if (ending_told)
    out.byte(static_cast<std::uint8_t>(std::ranges::find(record::kEndings, *game.result->ending) -
                                       record::kEndings.begin()));
  out.text(game.players);
  out.number(game.moves.size());
}

std::uint8_t kinds_of(const RecordedMove& move) {
  return static_cast<std::uint8_t>((move.score ? record::kScore : 0) |
                                   (move.chances ? record::kChances : 0) |
                                   (move.visits_count > 0 ? record::kVisits : 0));
}

// Moves of the same kind from this one on.
std::size_t run_length(std::span<const RecordedMove> moves) {
  const std::uint8_t kinds = kinds_of(moves.front());
  const auto other =
      std::ranges::find_if(moves, [&](const auto& move) { return kinds_of(move) != kinds; });
  return static_cast<std::size_t>(other - moves.begin());
}

std::size_t varint_size(std::uint64_t value) {
  return std::max<std::size_t>(1, (static_cast<std::size_t>(std::bit_width(value)) + 6) / 7);
}

// Each legal move with its count, or only those that have one: whichever is shorter.
Result<void> write_visits(std::span<const RecordedVisits> visits, const MoveList& sorted,
                          ByteWriter& out) {
  std::array<std::uint32_t, MoveList::kCapacity> counts{};
  std::size_t dense = 1;
  std::size_t sparse = 1;
  std::size_t visited = 0;
  for (const RecordedVisits& visit : visits) {
    const std::size_t rank = record::rank_of(visit.move, sorted);
    if (rank >= sorted.size() || sorted[rank] != visit.move)
      return failure("there are visits to a move that is not legal");
    if (counts[rank] != 0) return failure("visits to a move are told twice");
    counts[rank] = visit.visits;
  }
  std::size_t next = 0;
  for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
    dense += varint_size(counts[rank]);
    if (counts[rank] == 0) continue;
    sparse += varint_size(rank - next) + varint_size(counts[rank]);
    next = rank + 1;
    ++visited;
  }
  if (visited == 0) return failure("the visits of a move are all 0");
  if (dense <= sparse) {
    out.number(0);
    for (std::size_t rank = 0; rank < sorted.size(); ++rank) out.number(counts[rank]);
    return {};
  }
  out.number(visited);
  next = 0;
  for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
    if (counts[rank] == 0) continue;
    out.number(rank - next);
    out.number(counts[rank]);
    next = rank + 1;
  }
  return {};
}

Result<void> write_moves(const RecordedGame& game, ByteWriter& out) {
  Position position = game.start;
  record::Expectation expected;
  std::size_t run_end = 0;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    const RecordedMove& played = game.moves[ply];
    if (ply == run_end) {
      const std::size_t length = run_length(std::span(game.moves).subspan(ply));
      out.number(length);
      out.byte(kinds_of(played));
      run_end = ply + length;
    }
    MoveList legal = legal_moves(position);
    if (!legal.contains(played.move)) return failure("its half-move {} is not legal", ply + 1);
    out.number(record::rank_of(played.move, legal));
    const Color mover = position.side_to_move();
    if (played.score) {
      out.difference(*played.score - expected.score(mover));
      expected.saw(mover, *played.score);
    }
    if (played.chances) {
      if (played.chances->win + played.chances->loss > record::kWholeChance)
        return failure("the chances at its half-move {} are above one", ply + 1);
      out.difference(played.chances->win - expected.chances(mover).win);
      out.difference(played.chances->loss - expected.chances(mover).loss);
      expected.saw(mover, *played.chances);
    }
    if (played.visits_count > 0) {
      if (std::size_t{played.first_visits} + played.visits_count > game.visits.size())
        return failure("the visits of its half-move {} are not there", ply + 1);
      record::sort_by_rank(legal);
      if (auto written = write_visits(game.visits_at(ply), legal, out); !written)
        return failure("at its half-move {} {}", ply + 1, written.error().message);
    }
    position.play(played.move);
  }
  if (game.final_score) out.difference(*game.final_score - expected.score(position.side_to_move()));
  return {};
}

Result<void> write_game(const RecordedGame& game, ByteWriter& out) {
  if (game.moves.size() > record::kMostPlies)
    return failure("it has {} half-moves; at most {} can be kept", game.moves.size(),
                   record::kMostPlies);
  if (game.players.size() > record::kLongestPlayers)
    return failure("the text about its players has {} bytes; at most {} can be kept",
                   game.players.size(), record::kLongestPlayers);
  write_header(game, out);
  return write_moves(game, out);
}

}  // namespace

Result<void> append_record(const RecordedGame& game, std::vector<std::byte>& out) {
  const std::size_t before = out.size();
  ByteWriter writer(out);
  auto written = write_game(game, writer);
  if (written && out.size() - before > record::kLongestRecord)
    written = failure("its record would be longer than 4 MiB");
  if (written) return {};
  out.resize(before);
  return failure("The game cannot be kept: {}", written.error().message);
}

std::expected<RecordedGame, RecordError> decode_record(std::span<const std::byte> bytes) {
  RecordDecoder decoder(bytes);
  RecordedGame game;
  game.start = decoder.position();
  game.variant = decoder.variant();
  game.players = decoder.players();
  game.result = decoder.result();
  game.moves.reserve(decoder.plies());
  while (decoder.next()) {
    RecordedMove move = decoder.played();
    move.first_visits = static_cast<std::uint32_t>(game.visits.size());
    const auto visits = decoder.visits();
    game.visits.insert(game.visits.end(), visits.begin(), visits.end());
    game.moves.push_back(move);
    decoder.play();
  }
  if (auto error = decoder.error()) return std::unexpected(*std::move(error));
  game.final_score = decoder.final_score();
  return game;
}

std::uint64_t fingerprint_of(std::span<const std::byte> record) { return checksum_of(record); }

}  // namespace tabiya
