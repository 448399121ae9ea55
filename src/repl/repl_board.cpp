// The terminal program's board: showing it, and setting it up.
#include <fmt/format.h>
#include <unistd.h>

#include "base/terminal.h"
#include "notation/fen.h"
#include "notation/play.h"
#include "repl/game_text.h"
#include "repl/repl.h"

namespace tabiya {

void Repl::show(std::string_view) {
  const BoardStyle style{.unicode = shows_unicode(STDOUT_FILENO),
                         .color = wants_color(STDOUT_FILENO),
                         .narrow = true,
                         .bottom = bottom_};
  say(fmt::format("\n{}", board_and_material(game_.setup(), style)));
}

void Repl::show_to_a_person() {
  if (input_.is_terminal()) show({});
}

void Repl::flip(std::string_view) {
  bottom_ = !bottom_;
  show_to_a_person();
}

void Repl::clear(std::string_view) {
  game_.clear();
  computer_ = {};
}

// "Kg1", "e4" for a pawn, ".e4" to empty a square; "." ends.
void Repl::add_piece(std::string_view word) {
  if (word == ".") {
    adding_.reset();
    show_to_a_person();
    return;
  }
  const bool pawn = word.size() == 2;
  const auto square = square_from(word.substr(word.size() == 3 ? 1 : 0));
  const auto type = pawn ? PieceType::Pawn : piece_type_from_capital(word.front());
  if (!square || (!type && word.front() != '.'))
    return refuse(fmt::format("unknown piece {}", quoted_if_odd(word)));
  computer_ = {};
  game_.put(*square, type ? std::optional(Piece(*adding_, *type)) : std::nullopt);
}

void Repl::turn(std::string_view color) {
  if (color != "white" && color != "black") return refuse("turn white, or turn black");
  game_.give_turn(color == "white" ? Color::White : Color::Black);
}

void Repl::castling(std::string_view letters) {
  if (letters.empty()) return refuse("castling KQkq: some of these letters, or - for none");
  if (const auto result = game_.allow_castling(letters); !result) refuse(result.error().message);
}

void Repl::fen(std::string_view text) {
  if (text.empty()) {
    if (const Game* const game = game_or_refuse()) say(to_fen(game->position()));
    return;
  }
  auto game = game_from_fen(text == "startpos" ? kStartFen : text);
  if (!game)
    return refuse(fmt::format("{}\n{}", game.error().message, point_at(text, game.error().at)));
  begin(std::move(*game));
}

void Repl::new_game(std::string_view) { begin(Game()); }

void Repl::new_chess960(std::string_view text) {
  if (text.empty()) {
    begin(Game::random_chess960(random_));
    return;
  }
  const int number = number_from<int>(text).value_or(-1);
  if (number < 0 || number >= kChess960Positions)
    return refuse("new960 takes a number from 0 to 959, or nothing");
  begin(Game::chess960(number));
}

}  // namespace tabiya
