#include "dataset/packed_games.h"

#include <array>
#include <bit>
#include <cstring>

namespace tabiya {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

namespace {

struct GameHeader {
  std::uint64_t fingerprint;
  std::uint32_t positions;
  std::uint32_t bytes;  // of all of them
};
static_assert(sizeof(GameHeader) == 16);

constexpr std::size_t kMostPieces = 32;
constexpr std::size_t kWithoutPieces = sizeof(std::uint64_t) + sizeof(std::int16_t) + 1;
constexpr std::size_t kFewestBytes = kWithoutPieces + 1;  // of a position: two kings

// The last byte of a position: its result in two bits, and then
constexpr unsigned kMayMirror = 4;

constexpr unsigned kOwnKing = 5;
constexpr unsigned kOtherKing = 11;

std::size_t bytes_of_kinds(std::uint64_t occupied) {
  return (static_cast<std::size_t>(std::popcount(occupied)) + 1) / 2;
}

template <class Value>
std::byte* put(std::byte* to, const Value& value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

template <class Value>
const std::byte* take(const std::byte* from, Value& value) {
  std::memcpy(&value, from, sizeof value);
  return from + sizeof value;
}

void append(const PackedPosition& position, std::vector<std::byte>& out) {
  const std::size_t kinds = bytes_of_kinds(position.occupied);
  std::array<std::byte, sizeof(PackedPosition)> bytes;
  std::byte* end = put(bytes.data(), position.occupied);
  std::memcpy(end, position.kinds.data(), kinds);
  end = put(end + kinds, position.score);
  const unsigned last =
      static_cast<unsigned>(position.result + 1) | (position.may_mirror ? kMayMirror : 0);
  end = put(end, static_cast<std::uint8_t>(last));
  out.insert(out.end(), bytes.data(), end);
}

// One king for each player, and nothing that is no piece.
bool has_pieces(const PackedPosition& position, std::size_t pieces) {
  unsigned own_kings = 0;
  unsigned other_kings = 0;
  for (std::size_t nth = 0; nth < pieces; ++nth) {
    const unsigned kind = unsigned{position.kinds[nth / 2]} >> (nth % 2 * 4) & 15U;
    if (kind > kOtherKing) return false;
    own_kings += kind == kOwnKing ? 1U : 0U;
    other_kings += kind == kOtherKing ? 1U : 0U;
  }
  return own_kings == 1 && other_kings == 1;
}

// The position that begins here, and what comes behind it; null if none can.
const std::byte* read(const std::byte* from, const std::byte* end, PackedPosition& position) {
  if (static_cast<std::size_t>(end - from) < kFewestBytes) return nullptr;
  from = take(from, position.occupied);
  const auto pieces = static_cast<std::size_t>(std::popcount(position.occupied));
  const std::size_t kinds = bytes_of_kinds(position.occupied);
  if (pieces > kMostPieces) return nullptr;
  if (static_cast<std::size_t>(end - from) < kinds + kWithoutPieces - sizeof position.occupied)
    return nullptr;
  position.kinds = {};
  std::memcpy(position.kinds.data(), from, kinds);
  from = take(from + kinds, position.score);
  std::uint8_t last = 0;
  from = take(from, last);
  if (last > (kMayMirror | 2U) || (last & 3U) == 3) return nullptr;
  position.result = static_cast<std::int8_t>(static_cast<int>(last & 3U) - 1);
  position.may_mirror = (last & kMayMirror) != 0;
  position.is_mirrored = false;
  return has_pieces(position, pieces) ? from : nullptr;
}

}  // namespace

void append_packed_game(std::uint64_t fingerprint, std::span<const PackedPosition> positions,
                        std::vector<std::byte>& out) {
  const std::size_t begin = out.size();
  out.resize(begin + sizeof(GameHeader));
  for (const PackedPosition& position : positions) append(position, out);
  const GameHeader header{
      .fingerprint = fingerprint,
      .positions = static_cast<std::uint32_t>(positions.size()),
      .bytes = static_cast<std::uint32_t>(out.size() - begin - sizeof(GameHeader))};
  put(out.data() + begin, header);
}

bool append_positions(std::span<const std::byte> games, Part part, double validation_percent,
                      std::vector<PackedPosition>& out) {
  const std::byte* at = games.data();
  const std::byte* const end = at + games.size();
  while (at != end) {
    if (static_cast<std::size_t>(end - at) < sizeof(GameHeader)) return false;
    GameHeader game{};
    at = take(at, game);
    if (game.bytes > static_cast<std::size_t>(end - at)) return false;
    const std::byte* const end_of_game = at + game.bytes;
    if (is_in(part, validation_percent, game.fingerprint)) {
      if (game.positions > game.bytes / kFewestBytes) return false;
      for (std::uint32_t i = 0; i < game.positions; ++i) {
        at = read(at, end_of_game, out.emplace_back());
        if (at == nullptr) return false;
      }
      if (at != end_of_game) return false;
    }
    at = end_of_game;
  }
  return true;
}

}  // namespace tabiya
