// Promises of the PGN reader and writer, for any bytes:
//  - it makes no difference in which pieces a text is read;
//  - a game that follows on a line of its own is never lost;
//  - what was read can be written, read again as the same game, and written as the same text;
//  - problems have a place in the text and a short sentence.
#include "base/result.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

// Gives a few bytes at a time.
class Pieces : public TextSource {
 public:
  Pieces(std::string_view text, std::size_t size) : source_(text), size_(size) {}
  Result<std::size_t> read(std::span<char> buffer) override {
    return source_.read(buffer.first(std::min(size_, buffer.size())));
  }

 private:
  StringSource source_;
  std::size_t size_;
};

std::vector<PgnGameRead> read_all(TextSource& source) {
  PgnReader reader(source);
  std::vector<PgnGameRead> games;
  while (auto game = read_pgn_game(reader)) {
    games.push_back(std::move(*game));
    require(games.size() <= reader.bytes_read() + 1, "no more games than bytes");
  }
  require(!reader.failure(), "a text in memory is read to its end");
  return games;
}

std::vector<PgnGameRead> read_all(std::string_view text) {
  StringSource source(text);
  return read_all(source);
}

bool same(const PgnProblem& a, const PgnProblem& b) {
  return a.kind == b.kind && a.place == b.place && a.message == b.message;
}

bool same(const PgnGameRead& a, const PgnGameRead& b) {
  if (a.game.has_value() != b.game.has_value() || a.warnings.size() != b.warnings.size())
    return false;
  for (std::size_t i = 0; i < a.warnings.size(); ++i)
    if (!same(a.warnings[i], b.warnings[i])) return false;
  return a.game ? *a.game == *b.game : same(a.game.error(), b.game.error());
}

void check_problem(const PgnProblem& problem, std::string_view text) {
  require(problem.place.line >= 1 && problem.place.column >= 1, "places begin at 1");
  require(problem.place.line <= text.size() + 1 && problem.place.column <= text.size() + 1,
          "places are in the text");
  require(!problem.message.empty() && problem.message.size() <= 300, "sentences are short",
          problem.message);
  require_printable(problem.message);
}

void check_round_trip(const PgnGame& game) {
  const std::string text = to_pgn(game);
  const auto again = read_all(text);
  require(again.size() == 1, "a written game is one game");
  require(again[0].game.has_value(), "a written game can be read");
  const PgnGame& copy = *again[0].game;
  require(copy.tree == game.tree && copy.result == game.result && copy.variant == game.variant,
          "a written game is the same game");
  require(to_pgn(copy) == text, "writing again gives the same text");
}

void check(const std::string& text) {
  const auto games = read_all(text);

  Pieces pieces(text, 1 + text.size() % 7);
  const auto in_pieces = read_all(pieces);
  require(games.size() == in_pieces.size(), "pieces make no difference to the number of games");
  for (std::size_t i = 0; i < games.size(); ++i)
    require(same(games[i], in_pieces[i]), "pieces make no difference");

  for (const PgnGameRead& read : games) {
    for (const PgnProblem& warning : read.warnings) check_problem(warning, text);
    if (read.game)
      check_round_trip(*read.game);
    else
      check_problem(read.game.error(), text);
  }

  const auto with_another = read_all(text + "\n\n[Event \"another\"]\n\n1. e4 *\n");
  require(!with_another.empty(), "the game behind is found");
  const PgnGameRead& last = with_another.back();
  require(last.game.has_value(), "the game behind is whole");
  require(last.game->tags.value("Event") == "another" && last.game->tree.size() == 2,
          "the game behind is itself");
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
