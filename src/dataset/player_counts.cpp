#include "dataset/player_counts.h"

#include <algorithm>
#include <expected>
#include <span>
#include <string_view>

#include "dataset/block_records.h"
#include "dataset/record_decoder.h"

namespace tabiya {

namespace {

void add(std::vector<PlayerCount>& all, std::string_view players, const DataCount& count) {
  const auto known = std::ranges::find(all, players, &PlayerCount::players);
  if (known == all.end())
    all.push_back({.players = std::string(players), .count = count});
  else
    known->count += count;
}

Result<void> add_block(const DataFiles& files, std::size_t block, std::vector<PlayerCount>& all) {
  return for_each_record(
      files, block,
      [&](std::span<const std::byte> record) -> std::expected<std::size_t, RecordError> {
        const RecordDecoder game(record);
        if (const auto error = game.error()) return std::unexpected(*error);
        const std::size_t positions = game.plies() + (game.has_final_score() ? 1 : 0);
        add(all, game.players(), {.games = 1, .positions = positions});
        return positions;
      });
}

}  // namespace

Result<std::vector<PlayerCount>> PlayerCounts::of(const DataFiles& files,
                                                  const std::function<bool(std::uint64_t)>& go_on) {
  std::vector<PlayerCount> all;
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < files.files(); ++i) {
    const auto file = files.file(i);
    const std::uint64_t fingerprint = files.fingerprint(file);
    Shard& shard = known_[file.name];
    const bool is_new = shard.fingerprint != fingerprint;
    if (is_new) shard = {.fingerprint = 0, .players = {}};
    for (std::size_t block = file.first; block < file.first + file.count; ++block) {
      if (!go_on(done)) return all;
      done += files.header(block).positions;
      if (!is_new) continue;
      if (auto added = add_block(files, block, shard.players); !added)
        return std::unexpected(added.error());
    }
    shard.fingerprint = fingerprint;
    for (const PlayerCount& one : shard.players) add(all, one.players, one.count);
  }
  return all;
}

}  // namespace tabiya
