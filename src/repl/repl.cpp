#include "repl/repl.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "base/system.h"

namespace tabiya {

std::span<const Repl::Command> Repl::commands() {
  static constexpr std::array all{
      Command{"p", "", "print the board", &Repl::show},
      Command{"m", "", "let the computer move", &Repl::computer_move},
      Command{"c", "", "clear the board", &Repl::clear},
      Command{"w", "", "add white pieces: w Kg1 e4 . (.e4 empties a square; . ends)",
              &Repl::add_white},
      Command{"b", "", "add black pieces", &Repl::add_black},
      Command{"turn", "white|black", "who is to move", &Repl::turn},
      Command{"castling", "KQkq|-", "who may castle, and where", &Repl::castling},
      Command{"new", "", "a new game", &Repl::new_game},
      Command{"new960", "[N]", "a game of Chess960, start position 0 to 959 or random",
              &Repl::new_chess960},
      Command{"fen", "[FEN]", "show the position as FEN, or begin from one", &Repl::fen},
      Command{"undo", "[N]", "take moves back", &Repl::undo},
      Command{"moves", "", "list the legal moves", &Repl::list_moves},
      Command{"play", "white|black|both|none", "your side; the computer plays the other",
              &Repl::play},
      Command{"level", "[1-10|ELO]", "strength of the computer; 10 is full strength", &Repl::level},
      Command{"time", "[SECONDS]", "thinking time per move", &Repl::time},
      Command{"hint", "", "the move that the computer would play here", &Repl::hint},
      Command{"analyse", "[SECONDS]", "watch it think, until Enter", &Repl::analyse},
      Command{"lines", "[N]", "how many of the best moves analyse shows", &Repl::lines},
      Command{"draw", "", "claim or offer a draw", &Repl::draw},
      Command{"resign", "", "resign the game", &Repl::resign},
      Command{"pgn", "", "show the game in PGN", &Repl::print_pgn},
      Command{"save", "FILE", "append the game to a PGN file", &Repl::save},
      Command{"load", "FILE [N]", "go to the end of a game of a PGN file", &Repl::load},
      Command{"flip", "", "turn the board around", &Repl::flip},
      Command{"help", "", "show this list", &Repl::help},
      Command{"quit", "", "end (or Ctrl-D)", &Repl::quit},
  };
  return all;
}

Repl::Repl(std::uint64_t seed) : random_(seed), engine_(seed) {}

Repl::Ended Repl::run() {
  greet();
  while (!ended_) {
    const Input::Outcome outcome = input_.read(prompt());
    if (outcome == Input::Outcome::End) ended_ = Ended::Quit;
    if (outcome == Input::Outcome::Line) obey(input_.line());
    // Ctrl-C drops the line on a terminal, and ends the program elsewhere.
    if (outcome == Input::Outcome::Cancelled && !input_.is_terminal()) ended_ = Ended::Interrupted;
    if (interrupt_.signal() == SIGTERM) ended_ = Ended::Terminated;
    interrupt_.forget();
  }
  if (ended_ == Ended::Quit && file_failed_ && !input_.is_terminal()) return Ended::Failed;
  return *ended_;
}

void Repl::greet() {
  if (!input_.is_terminal()) return;
  say(fmt::format("Tabiya {}. Type a move (e4, Nf3, e2e4), m to let the computer move, or help.",
                  version()));
  show({});
}

std::string Repl::prompt() const {
  if (!adding_) return "?> ";
  return input_.is_terminal() ? fmt::format("{}> ", name(*adding_)) : "";
}

void Repl::obey(const std::string& line) {
  WordReader words(line);
  while (!ended_ && !interrupt_.requested()) {
    const auto word = words.next();
    if (!word) return;
    if (adding_)
      add_piece(word->text);
    else
      obey_word(*word, line, words);
  }
}

void Repl::obey_word(Word word, std::string_view line, WordReader& words) {
  const auto command = std::ranges::find(commands(), word.text, &Command::name);
  if (command == commands().end()) {
    move(word.text);
    return;
  }
  std::string_view rest;
  if (!command->takes.empty()) {
    rest = trimmed(line.substr(word.at + word.text.size()));
    while (words.next()) {
    }
  }
  (this->*command->function)(rest);
}

void Repl::help(std::string_view) {
  say("  MOVE                         e4, Nf3, O-O, exd8=N, or e2e4, d7d8n; a queen by default");
  for (const Command& command : commands()) {
    const std::string usage = fmt::format("{} {}", command.name, command.takes);
    say(fmt::format("  {:<29}{}", usage, command.summary));
  }
  say("A line may have several commands: e2e4 e7e5 p");
}

void Repl::say(std::string_view text) const {
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

// What was said before has to stand before it.
void Repl::refuse(std::string_view text) const {
  std::fflush(stdout);
  const std::string line = fmt::format("{}\n", text);
  std::fputs(line.c_str(), stderr);
}

}  // namespace tabiya
