// The terminal program's game: moves, taking back, endings, files.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/terminal.h"
#include "engine/draw_offer.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "notation/play.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "repl/game_file.h"
#include "repl/game_text.h"
#include "repl/repl.h"

namespace tabiya {
namespace {

using ParsedMove = std::expected<Move, NotationError>;

// A pawn that arrives becomes a queen unless the player says what else.
ParsedMove parse_move(const Game& game, std::string_view word) {
  const Position& position = game.position();
  const std::string text(word);
  ParsedMove move = parse_uci(position, text, game.variant());
  if (!move) move = parse_uci(position, text + 'q', game.variant());
  if (move) return move;
  move = parse_san(position, text);
  if (!move)
    if (const ParsedMove queen = parse_san(position, text + "=Q")) return queen;
  return move;
}

// Whether a word could be a move in some position; the start is as good as any to ask.
bool looks_like_a_move(std::string_view word) {
  const ParsedMove move = parse_san(Position::start(), word);
  return move || move.error().kind != NotationError::Kind::MoveFormat;
}

}  // namespace

Game* Repl::game_or_refuse() {
  const auto game = game_.game();
  if (game) return *game;
  refuse(fmt::format("this board cannot be played on: {}", game.error().message));
  return nullptr;
}

void Repl::begin(Game game) {
  engine_.new_game();
  const bool show = !answers_at_once(game);
  game_.begin(std::move(game));
  if (show) show_to_a_person();
  answer();
}

void Repl::move(std::string_view word) {
  if (!looks_like_a_move(word))
    return refuse(fmt::format("unknown command {}", quoted_if_odd(word)));
  Game* const game = game_or_refuse();
  if (game == nullptr) return;
  if (const auto outcome = game->outcome())
    return refuse(fmt::format("the game is over: {}", outcome_text(*outcome)));
  const ParsedMove parsed = parse_move(*game, word);
  if (!parsed) return refuse(fmt::format("{}: {}", word, parsed.error().message));
  game->play(*parsed);
  after_move(*game);
  answer();
}

void Repl::after_move(const Game& game) {
  if (!answers_at_once(game)) show_to_a_person();
  if (const auto outcome = game.outcome()) say(outcome_text(*outcome));
}

// Then the board is worth a look only after the answer.
bool Repl::answers_at_once(const Game& game) const {
  return only_person() && computer_plays(game.position().side_to_move()) && !game.is_over();
}

void Repl::undo(std::string_view text) {
  Game* const game = game_or_refuse();
  if (game == nullptr) return;
  // Against the computer, its answer goes with the player's move.
  int count = only_person() == game->position().side_to_move() ? 2 : 1;
  if (!text.empty()) {
    count = number_from<int>(text).value_or(0);
    if (count < 1) return refuse("undo takes a number of half-moves, or nothing");
  }
  int taken = 0;
  while (taken < count && game->take_back()) ++taken;
  if (taken == 0)
    refuse("there is no move to take back");
  else
    show_to_a_person();
}

void Repl::list_moves(std::string_view) {
  const Game* const game = game_or_refuse();
  if (game == nullptr) return;
  const auto moves = legal_moves_as_san(game->position());
  say(moves.empty() ? "no move" : wrapped(moves, "", columns_of(STDOUT_FILENO)));
}

void Repl::resign(std::string_view) {
  Game* const game = game_or_refuse();
  if (game == nullptr) return;
  if (!game->resign(only_person().value_or(game->position().side_to_move())))
    refuse("the game is over already");
  else
    say(outcome_text(*game->outcome()));
}

void Repl::draw(std::string_view) {
  Game* const game = game_or_refuse();
  if (game == nullptr) return;
  if (!game->claim_draw()) {
    const auto person = only_person();
    if (person && !game->is_over()) {
      const SearchResult result = think(*game, at_full_strength());
      const bool persons_turn = game->position().side_to_move() == *person;
      const Score computers = persons_turn ? -result.info.score : result.info.score;
      if (!agrees_to_draw(computers, static_cast<int>(game->length())))
        return say("the computer declines the draw");
    }
    if (!game->agree_draw()) return refuse("the game is over already");
  }
  say(outcome_text(*game->outcome()));
}

std::string Repl::pgn(const Game& game) const {
  PgnGame record = pgn_from(game);
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  record.tags.set("Date", fmt::format("{}.{:02}.{:02}", static_cast<int>(today.year()),
                                      static_cast<unsigned>(today.month()),
                                      static_cast<unsigned>(today.day())));
  const std::string computer = fmt::format("Tabiya, {}", strength_text(strength()));
  if (computer_plays(Color::White)) record.tags.set("White", computer);
  if (computer_plays(Color::Black)) record.tags.set("Black", computer);
  return to_pgn(record);
}

void Repl::print_pgn(std::string_view) {
  const Game* const game = game_or_refuse();
  if (game == nullptr) return;
  fmt::print("{}", pgn(*game));
}

void Repl::save(std::string_view file) {
  if (file.empty()) return refuse("save FILE: which file?");
  const Game* const game = game_or_refuse();
  if (game == nullptr) {
    file_failed_ = true;
  } else if (const auto saved = append_to_file(std::string(file), pgn(*game)); !saved) {
    refuse(saved.error().message);
    file_failed_ = true;
  } else {
    say(fmt::format("added to {}", file));
  }
}

void Repl::load(std::string_view words) {
  const auto wanted = parse_game_choice(words);
  if (!wanted) return refuse("load FILE [N]: which file, and which of its games?");
  auto game = read_game(*wanted);
  if (!game) {
    refuse(game.error().message);
    file_failed_ = true;
    return;
  }
  computer_ = {};
  say(fmt::format("{} half-moves", game->length()));
  begin(std::move(*game));
  if (const auto outcome = (*game_.game())->outcome()) say(outcome_text(*outcome));
}

}  // namespace tabiya
