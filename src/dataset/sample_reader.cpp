#include "dataset/sample_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "base/random.h"
#include "base/result.h"
#include "dataset/chunk_stream.h"
#include "dataset/game_record.h"
#include "dataset/sample_chunk.h"
#include "dataset/shard_format.h"
#include "encode/planes.h"

namespace tabiya {

namespace {

using Failure = std::unexpected<Error>;

}  // namespace

class SampleReader::Impl {
 public:
  Impl(DataFiles files, const ShuffleSettings& shuffle, const SampleSettings& settings,
       const ShuffleCursor& cursor)
      : files_(std::move(files)),
        shuffle_(shuffle),
        settings_(settings),
        stream_(
            files_, shuffle.seed,
            shuffle.chunk_positions != 0 ? shuffle.chunk_positions : kStandardChunk,
            [this](const auto& order) { return chunk(order); }, cursor) {}

  Result<void> read_within_epoch(std::size_t count, std::span<float> planes, SampleBatch& out) {
    clear(out);
    if (std::exchange(ended_, false)) return {};
    auto added = add(count, planes, out);
    ended_ = added && *added > 0 && *added < count;
    if (!added) return Failure(added.error().message);
    return {};
  }

  Result<void> read(std::size_t count, std::span<float> planes, SampleBatch& out) {
    clear(out);
    ended_ = false;
    bool ended_before = false;
    while (out.samples.size() < count) {
      const auto added = add(count, planes, out);
      if (!added) return Failure(added.error().message);
      if (*added == 0 && std::exchange(ended_before, true))
        return Failure(
            "No game to learn from has a move that can be learnt: positions alone teach no policy");
      if (*added > 0) ended_before = false;
    }
    return {};
  }

  const ShuffleCursor& cursor() const { return stream_.cursor(); }
  DataCount count() const { return files_.count(); }
  std::uint64_t fingerprint() const { return files_.fingerprint(); }

 private:
  using Order = ChunkStream<SampleChunk>::Order;
  using Games = Result<std::vector<SampleGame>>;

  static void clear(SampleBatch& out) {
    out.samples.clear();
    out.policy.clear();
    out.legal.clear();
  }

  // Until there are `count`, or the epoch ends; tells how many were added.
  Result<std::size_t> add(std::size_t count, std::span<float> planes, SampleBatch& out) {
    const std::size_t floats = static_cast<std::size_t>(settings_.planes) * kSquares;
    assert(planes.size() >= count * floats);
    const std::size_t before = out.samples.size();
    while (out.samples.size() < count) {
      const auto current = stream_.current();
      if (!current) return Failure(current.error().message);
      if (*current == nullptr) break;
      write_sample(**current, (*current)->order[stream_.cursor().offset], settings_,
                   planes.subspan(out.samples.size() * floats, floats), out);
      stream_.advance(1);
    }
    return out.samples.size() - before;
  }

  Result<SampleChunk> chunk(const Order& order) const {
    std::vector<Games> games(order.blocks.size());
    for_each_in_parallel(shuffle_.threads, order.blocks.size(), [&](std::size_t i) {
      if (order.stop) return false;
      games[i] = games_of(order.blocks[i]);
      return games[i].has_value();
    });
    SampleChunk result;
    for (Games& some : games) {
      if (!some) return Failure(some.error().message);
      std::ranges::move(*some, std::back_inserter(result.games));
      some->clear();
    }
    for (std::size_t game = 0; game < result.games.size(); ++game)
      for (const std::uint16_t ply : wanted_plies(result.games[game].game, settings_))
        result.order.push_back(
            {.game = static_cast<std::uint32_t>(game), .ply = ply, .mirrored = false});
    Random random(order.seed);
    for (std::size_t left = result.order.size(); left > 1; --left)
      std::swap(result.order[left - 1], result.order[random.below(left)]);
    if (settings_.mirror)
      for (SampleChunk::Entry& entry : result.order) entry.mirrored = random.below(2) == 0;
    return result;
  }

  Games games_of(std::uint32_t block) const {
    const auto bytes = files_.read(block);
    if (!bytes) return Failure(bytes.error().message);
    const auto records = shard::records_of(*bytes, files_.header(block).games);
    if (!records)
      return Failure(fmt::format("{}: {}", files_.place(block), records.error().message));
    std::vector<SampleGame> games;
    std::size_t room = files_.header(block).positions;
    for (std::size_t i = 0; i < records->size(); ++i) {
      const auto record = (*records)[i];
      if (!is_in(shuffle_.part, shuffle_.validation_percent, record)) continue;
      auto game = decode_record(record);
      if (!game)
        return Failure(fmt::format("{}, game {}, byte {} of it: {}", files_.place(block), i + 1,
                                   game.error().at, game.error().message));
      if (game->moves.size() > room)
        return Failure(
            fmt::format("{}: the block has more positions than it says", files_.place(block)));
      room -= game->moves.size();
      games.push_back(sample_game(*std::move(game)));
    }
    return games;
  }

  DataFiles files_;
  ShuffleSettings shuffle_;
  SampleSettings settings_;
  bool ended_ = false;               // an epoch, and the caller is still to be told
  ChunkStream<SampleChunk> stream_;  // last: its threads use the rest
};

Result<SampleReader> SampleReader::open(const ShuffleSettings& shuffle,
                                        const SampleSettings& settings,
                                        const ShuffleCursor& cursor) {
  if (settings.history_steps < 1 || settings.history_steps > kMostHistory)
    return Failure(fmt::format("A history has 1 to {} steps", kMostHistory));
  if (planes_for(settings.history_steps) > settings.planes)
    return Failure(fmt::format("{} steps of history take {} planes, and there is room for {}",
                               settings.history_steps, planes_for(settings.history_steps),
                               settings.planes));
  auto files = DataFiles::open(shuffle.files);
  if (!files) return Failure(files.error().message);
  return SampleReader(std::make_unique<Impl>(*std::move(files), shuffle, settings, cursor));
}

SampleReader::SampleReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SampleReader::SampleReader(SampleReader&&) noexcept = default;
SampleReader& SampleReader::operator=(SampleReader&&) noexcept = default;
SampleReader::~SampleReader() = default;

Result<void> SampleReader::read(std::size_t count, std::span<float> planes, SampleBatch& out) {
  return impl_->read(count, planes, out);
}
Result<void> SampleReader::read_within_epoch(std::size_t count, std::span<float> planes,
                                             SampleBatch& out) {
  return impl_->read_within_epoch(count, planes, out);
}
const ShuffleCursor& SampleReader::cursor() const { return impl_->cursor(); }
DataCount SampleReader::count() const { return impl_->count(); }
std::uint64_t SampleReader::fingerprint() const { return impl_->fingerprint(); }

}  // namespace tabiya
