// Any text as FEN. What is accepted is a position that survives writing, reading and one move in
// every direction; what is refused gets a sound error.
#include "chess/movegen.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

void require_round_trip(const Position& position) {
  for (auto castling : {FenStyle::Castling::XFen, FenStyle::Castling::Shredder}) {
    const std::string fen = to_fen(position, {.castling = castling});
    const auto again = parse_fen(fen);
    require(again.has_value(), "what is written can be read", fen);
    require(*again == position, "what is written is the same position", fen);
    require(again->key() == position.key(), "the key does not depend on the way here", fen);
    require(to_fen(*again, {.castling = castling}) == fen, "writing is a fixed point", fen);
  }
  const std::string short_fen = to_fen(position, {.en_passant = FenStyle::EnPassant::IfLegal});
  const auto again = parse_fen(short_fen);
  require(again && again->repeats(position), "a useless en-passant square makes no difference",
          short_fen);
}

void check(std::string_view text) {
  const auto strict = parse_fen(text);
  const auto lenient = parse_fen_leniently(text);
  if (!strict) {
    require_sound(strict.error(), text);
    if (!lenient) {
      require_sound(lenient.error(), text);
      return;
    }
    require(!lenient->warnings.empty(), "what strict reading refuses gets a warning", text);
    for (const std::string& warning : lenient->warnings) {
      require(!warning.empty() && warning.size() <= 200, "warnings are short", warning);
      require_printable(warning);
    }
    require_round_trip(lenient->position);
    return;
  }
  require(lenient && lenient->position == *strict && lenient->warnings.empty(),
          "lenient reading agrees with strict reading", text);
  require(Position::from(strict->setup()) == *strict, "a position is made of its set-up", text);
  require_round_trip(*strict);
  for (Move move : legal_moves(*strict)) require_round_trip(strict->after(move));
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
