#include "dataset/player_counts.h"

#include <expected>
#include <span>
#include <utility>

#include "dataset/block_records.h"
#include "dataset/record_decoder.h"

namespace tabiya {

namespace {

Result<void> add_block(const DataFiles& files, std::size_t block, PlayerTally& all) {
  return for_each_record(
      files, block,
      [&](std::span<const std::byte> record) -> std::expected<std::size_t, RecordError> {
        const RecordDecoder game(record);
        if (const auto error = game.error()) return std::unexpected(*error);
        const std::size_t positions = game.plies() + (game.has_final_score() ? 1 : 0);
        all.add(game.players(), {.games = 1, .positions = positions});
        return positions;
      });
}

}  // namespace

void PlayerTally::add(std::string_view players, const DataCount& count) {
  const auto known = places_.find(players);
  if (known != places_.end()) {
    counts_[known->second].count += count;
    return;
  }
  places_.emplace(players, counts_.size());
  counts_.push_back({.players = std::string(players), .count = count});
}

Result<std::vector<PlayerCount>> PlayerCounts::of(const DataFiles& files,
                                                  const std::function<bool(std::uint64_t)>& go_on) {
  PlayerTally all;
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < files.files(); ++i) {
    const auto file = files.file(i);
    const std::uint64_t fingerprint = files.fingerprint(file);
    Shard& shard = known_[file.name];
    const bool is_new = shard.fingerprint != fingerprint;
    if (is_new) shard = {.fingerprint = 0, .players = {}};
    for (std::size_t block = file.first; block < file.first + file.count; ++block) {
      if (!go_on(done)) return all.counts();
      done += files.header(block).positions;
      if (!is_new) continue;
      if (auto added = add_block(files, block, shard.players); !added)
        return std::unexpected(added.error());
    }
    shard.fingerprint = fingerprint;
    for (const PlayerCount& one : shard.players.counts()) all.add(one.players, one.count);
  }
  return all.counts();
}

}  // namespace tabiya
