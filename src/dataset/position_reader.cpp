#include "dataset/position_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "dataset/chunk_stream.h"
#include "dataset/left_out.h"
#include "dataset/packed_position.h"
#include "dataset/record_decoder.h"
#include "dataset/shard_format.h"

namespace tabiya {

namespace {

using Failure = std::unexpected<Error>;
using PositionChunk = std::vector<PackedPosition>;

bool is_capture_or_promotion(const Position& position, Move move) {
  switch (move.kind()) {
    case Move::Kind::Normal:
      return !position.is_empty(move.to());
    case Move::Kind::Castling:
      return false;
    default:
      return true;
  }
}

std::int8_t result_for(Color player, const std::optional<RecordedGame::Result>& result) {
  if (!result || !result->winner) return 0;
  return *result->winner == player ? 1 : -1;
}

// What is wanted of the games, and where it goes.
class Extraction {
 public:
  Extraction(const PositionFilter& filter, std::span<PackedPosition> room)
      : filter_(filter), room_(room) {}

  // False if there are more positions than there is room for.
  bool add_game(RecordDecoder& game) {
    ++left_out_.games;
    if (filter_.skip_without_result && !game.result()) {
      left_out_.of_games_without_result += std::max<std::size_t>(game.plies(), 1);
      return true;
    }
    while (game.next()) {
      const Move move = game.played().move;
      if (game.played().score && filter_.skip_captures &&
          is_capture_or_promotion(game.position(), move))
        ++left_out_.before_captures;
      else if (!add(game, game.played().score))
        return false;
      game.play();
    }
    return !game.final_score() || add(game, game.final_score());
  }

  std::size_t size() const { return size_; }
  const LeftOut& left_out() const { return left_out_; }

 private:
  bool add(const RecordDecoder& game, const std::optional<std::int16_t>& score) {
    const Position& position = game.position();
    std::uint64_t* reason = nullptr;
    if (!score)
      reason = &left_out_.without_score;
    else if (std::abs(int{*score}) > filter_.highest_score)
      reason = &left_out_.with_high_score;
    else if (static_cast<int>(game.ply()) < filter_.first_ply)
      reason = &left_out_.early;
    else if (filter_.skip_checks && position.in_check())
      reason = &left_out_.in_check;
    if (reason != nullptr) {
      ++*reason;
      return true;
    }
    if (size_ == room_.size()) return false;
    room_[size_++] = packed(position, *score, result_for(position.side_to_move(), game.result()));
    return true;
  }

  const PositionFilter& filter_;
  std::span<PackedPosition> room_;
  std::size_t size_ = 0;
  LeftOut left_out_;
};

}  // namespace

class PositionReader::Impl {
 public:
  Impl(DataFiles files, const ShuffleSettings& settings, const PositionFilter& filter,
       const ShuffleCursor& cursor)
      : files_(std::move(files)),
        settings_(settings),
        filter_(filter),
        stream_(
            files_, settings.seed,
            settings.chunk_positions != 0 ? settings.chunk_positions : kStandardChunk,
            [this](const auto& order) { return chunk(order); }, cursor) {}

  Result<std::size_t> read_within_epoch(std::span<ScoredPosition> out) {
    if (std::exchange(ended_, false)) return 0;
    const auto filled = fill_from_epoch(out);
    // Whoever got something is told of the end at the next call.
    ended_ = filled && *filled > 0 && *filled < out.size();
    return filled;
  }

  Result<void> read(std::span<ScoredPosition> out) {
    bool ended_before = false;
    ended_ = false;
    while (!out.empty()) {
      const auto count = fill_from_epoch(out);
      if (!count) return Failure(count.error().message);
      if (*count == 0 && std::exchange(ended_before, true)) return Failure(why_nothing_passes());
      if (*count > 0) ended_before = false;
      out = out.subspan(*count);
    }
    return {};
  }

  const ShuffleCursor& cursor() const { return stream_.cursor(); }
  DataCount count() const { return files_.count(); }
  std::uint64_t fingerprint() const { return files_.fingerprint(); }

 private:
  using Order = ChunkStream<PositionChunk>::Order;

  // Less than all only if the epoch ends.
  Result<std::size_t> fill_from_epoch(std::span<ScoredPosition> out) {
    std::size_t filled = 0;
    while (filled < out.size()) {
      const auto current = stream_.current();
      if (!current) return Failure(current.error().message);
      if (*current == nullptr) break;
      const auto unread = std::span(**current).subspan(stream_.cursor().offset);
      const std::size_t count = std::min(unread.size(), out.size() - filled);
      for (std::size_t i = 0; i < count; ++i) unpack(unread[i], out[filled + i]);
      filled += count;
      stream_.advance(count);
    }
    return filled;
  }

  Result<PositionChunk> chunk(const Order& order) const {
    std::vector<std::size_t> begins;  // where the room of each block begins
    std::size_t room = 0;
    for (const std::uint32_t block : order.blocks) {
      begins.push_back(room);
      room += files_.header(block).positions;
    }
    PositionChunk positions(room);
    std::vector<Result<std::size_t>> filled(order.blocks.size());
    for_each_in_parallel(settings_.threads, order.blocks.size(), [&](std::size_t i) {
      if (order.stop) return false;
      const std::uint32_t block = order.blocks[i];
      filled[i] =
          fill(block, std::span(positions).subspan(begins[i], files_.header(block).positions));
      return filled[i].has_value();
    });

    // What is skipped leaves gaps.
    std::size_t size = 0;
    for (std::size_t i = 0; i < filled.size(); ++i) {
      if (!filled[i]) return Failure(filled[i].error().message);
      std::copy_n(positions.begin() + static_cast<std::ptrdiff_t>(begins[i]), *filled[i],
                  positions.begin() + static_cast<std::ptrdiff_t>(size));
      size += *filled[i];
    }
    positions.resize(size);
    Random random(order.seed);
    for (std::size_t left = size; left > 1; --left)
      std::swap(positions[left - 1], positions[random.below(left)]);
    if (filter_.mirror)
      for (PackedPosition& position : positions)
        position.is_mirrored = random.below(2) == 0 && position.may_mirror;
    return positions;
  }

  // Reads everything once more, for the sentence alone.
  std::string why_nothing_passes() const {
    LeftOut all;
    for (std::uint32_t block = 0; block < files_.blocks(); ++block) {
      const auto extracted = extraction(block, {});
      if (extracted) all += extracted->left_out();
    }
    return why_nothing_is_left(all);
  }

  Result<std::size_t> fill(std::uint32_t block, std::span<PackedPosition> room) const {
    const auto extracted = extraction(block, room);
    if (!extracted) return Failure(extracted.error().message);
    return extracted->size();
  }

  Result<Extraction> extraction(std::uint32_t block, std::span<PackedPosition> room) const {
    const auto bytes = files_.read(block);
    if (!bytes) return Failure(bytes.error().message);
    const auto records = shard::records_of(*bytes, files_.header(block).games);
    if (!records)
      return Failure(fmt::format("{}: {}", files_.place(block), records.error().message));
    Extraction extracted(filter_, room);
    for (std::size_t i = 0; i < records->size(); ++i) {
      const auto record = (*records)[i];
      if (!is_in(settings_.part, settings_.validation_percent, record)) continue;
      RecordDecoder game(record);
      if (!extracted.add_game(game))
        return Failure(
            fmt::format("{}: the block has more positions than it says", files_.place(block)));
      if (const auto error = game.error())
        return Failure(fmt::format("{}, game {}, byte {} of it: {}", files_.place(block), i + 1,
                                   error->at, error->message));
    }
    return extracted;
  }

  DataFiles files_;
  ShuffleSettings settings_;
  PositionFilter filter_;
  bool ended_ = false;                 // an epoch, and the caller is still to be told
  ChunkStream<PositionChunk> stream_;  // last: its threads use the rest
};

Result<PositionReader> PositionReader::open(const ShuffleSettings& settings,
                                            const PositionFilter& filter,
                                            const ShuffleCursor& cursor) {
  auto files = DataFiles::open(settings.files);
  if (!files) return Failure(files.error().message);
  return PositionReader(std::make_unique<Impl>(*std::move(files), settings, filter, cursor));
}

PositionReader::PositionReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PositionReader::PositionReader(PositionReader&&) noexcept = default;
PositionReader& PositionReader::operator=(PositionReader&&) noexcept = default;
PositionReader::~PositionReader() = default;

Result<void> PositionReader::read(std::span<ScoredPosition> out) { return impl_->read(out); }
Result<std::size_t> PositionReader::read_within_epoch(std::span<ScoredPosition> out) {
  return impl_->read_within_epoch(out);
}
const ShuffleCursor& PositionReader::cursor() const { return impl_->cursor(); }
DataCount PositionReader::count() const { return impl_->count(); }
std::uint64_t PositionReader::fingerprint() const { return impl_->fingerprint(); }

}  // namespace tabiya
