// Any bytes as the record of a training game. What is accepted is a game of legal moves that
// survives writing and reading; what is refused gets an error with a place within the bytes.
#include <span>
#include <vector>

#include "chess/movegen.h"
#include "dataset/game_record.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

void check(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  const auto game = decode_record(bytes);
  if (!game) {
    require(game.error().at <= bytes.size(), "an error is within the bytes", text);
    require(!game.error().message.empty(), "an error says something", text);
    return;
  }
  require(game->moves.size() <= bytes.size(), "a move takes a byte", text);
  Position position = game->start;
  for (std::size_t ply = 0; ply < game->moves.size(); ++ply) {
    require(is_legal(position, game->moves[ply].move), "moves are legal", text);
    for (const RecordedVisits& visits : game->visits_at(ply))
      require(is_legal(position, visits.move) && visits.visits > 0, "visits are to legal moves",
              text);
    position.play(game->moves[ply].move);
  }
  std::vector<std::byte> again;
  require(append_record(*game, again).has_value(), "what is read can be written", text);
  const auto same = decode_record(again);
  require(same.has_value() && *same == *game, "what is written is the same game", text);
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
