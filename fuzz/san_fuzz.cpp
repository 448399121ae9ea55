// A position, then lines of text as SAN moves. What is accepted is one of the legal moves, and
// writing it is a fixed point; what UCI takes, SAN takes too.
#include "notation/san.h"

#include <set>

#include "notation/uci_move.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

void check_text(const Position& position, const MoveList& moves, std::string_view text) {
  const auto move = parse_san(position, text);
  if (move) {
    require(moves.contains(*move), "an accepted move is legal", text);
  } else {
    require_sound(move.error(), text);
  }
  if (needs_chess960(position)) return;
  if (const auto uci = parse_uci(position, text))
    require(move && *move == *uci, "long algebraic without a piece letter is understood", text);
}

void check_all(const Position& position, const MoveList& moves) {
  std::set<std::string> texts;
  for (Move move : moves) {
    const std::string text = to_san(position, move);
    require(texts.insert(text).second, "two moves never share a text", text);
    for (std::string_view marks : {"", "!?", "+", "#"}) {
      const std::string marked = text + std::string(marks);
      const auto again = parse_san(position, marked);
      require(again && *again == move, "every legal move can be written and read", marked);
    }
  }
}

void check(Bytes bytes) {
  const Position position = position_from(bytes);
  const MoveList moves = legal_moves(position);
  check_all(position, moves);
  while (!bytes.empty()) check_text(position, moves, bytes.line());
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({data, size});
  return 0;
}
