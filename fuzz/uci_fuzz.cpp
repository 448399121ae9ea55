// A position, then lines of text as UCI moves. What is accepted is one of the legal moves and the
// text that is written for it. The bytes of the lines are also tried as 16-bit moves.
#include "notation/uci_move.h"

#include <bitset>

#include "support.h"

namespace tabiya::fuzz {
namespace {

void check_text(const Position& position, const MoveList& moves, std::string_view text,
                Variant variant) {
  const auto move = parse_uci(position, text, variant);
  if (!move) {
    require_sound(move.error(), text);
    return;
  }
  require(moves.contains(*move), "an accepted move is legal", text);
  if (move->kind() != Move::Kind::Castling)
    require(to_uci(position, *move, variant) == text, "moves but castling have one text", text);
}

void check_round_trip(const Position& position, Move move) {
  for (Variant variant : {Variant::Standard, Variant::Chess960}) {
    if (variant == Variant::Standard && needs_chess960(position)) continue;
    const std::string text = to_uci(position, move, variant);
    const auto again = parse_uci(position, text, variant);
    require(again && *again == move, "every legal move can be written and read", text);
  }
}

using Listed = std::bitset<0x10000>;

void check_bits(const Position& position, const Listed& listed, std::uint16_t bits) {
  if (is_legal(position, Move::from_bits(bits)) == listed[bits]) return;
  require(false, "is_legal agrees with the list", to_fen(position) + ' ' + std::to_string(bits));
}

void check(Bytes bytes) {
  const Position position = position_from(bytes);
  const MoveList moves = legal_moves(position);
  Listed listed;
  for (Move move : moves) listed.set(move.bits());
  for (Move move : moves) {
    check_round_trip(position, move);
    for (int bit = 0; bit < 16; ++bit)
      check_bits(position, listed, static_cast<std::uint16_t>(move.bits() ^ 1U << bit));
  }
  const std::string_view rest = bytes.rest();
  for (std::size_t i = 0; i + 1 < rest.size(); ++i)
    check_bits(position, listed,
               static_cast<std::uint16_t>(static_cast<std::uint8_t>(rest[i]) << 8 |
                                          static_cast<std::uint8_t>(rest[i + 1])));
  while (!bytes.empty()) {
    const std::string_view text = bytes.line();
    for (Variant variant : {Variant::Standard, Variant::Chess960})
      check_text(position, moves, text, variant);
  }
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({data, size});
  return 0;
}
