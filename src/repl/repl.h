// Chess in a terminal: a prompt, moves, a few one-letter commands, and words for the rest.
//
// Several commands may stand in one line, as in "e2e4 e7e5 p"; those that take words of their own
// take the rest of the line.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/interrupt.h"
#include "base/random.h"
#include "base/result.h"
#include "base/text.h"
#include "engine/engine.h"
#include "repl/editable_game.h"
#include "repl/input.h"

namespace tabiya {

class Repl {
 public:
  // Failed: a script had a game saved or loaded, and that did not succeed.
  enum class Ended { Quit, Failed, Interrupted, Terminated };

  // The seed decides which Chess960 positions and which mistakes of a weak computer come.
  explicit Repl(std::uint64_t seed);
  Engine& engine() { return engine_; }  // to be set up before run()
  Ended run();

 private:
  struct Command;  // a name, what it takes, a line of help, and the function

  static std::span<const Command> commands();

  // The loop: repl.cpp
  void greet();
  void obey(const std::string& line);
  void obey_word(Word word, std::string_view line, WordReader& words);
  void help(std::string_view);
  void quit(std::string_view) { ended_ = Ended::Quit; }
  void say(std::string_view text) const;     // on standard output
  void refuse(std::string_view text) const;  // on standard error
  std::string prompt() const;

  // The board, and setting it up: repl_board.cpp
  void show(std::string_view);
  void show_to_a_person();  // only on a terminal: elsewhere p asks for it
  void flip(std::string_view);
  void clear(std::string_view);
  void add_white(std::string_view) { adding_ = Color::White; }
  void add_black(std::string_view) { adding_ = Color::Black; }
  void add_piece(std::string_view word);
  void turn(std::string_view);
  void castling(std::string_view);
  void fen(std::string_view);
  void new_game(std::string_view);
  void new_chess960(std::string_view);

  // The game: repl_game.cpp
  Game* game_or_refuse();
  void begin(Game);
  void move(std::string_view word);
  void after_move(const Game&);
  bool answers_at_once(const Game&) const;
  void undo(std::string_view);
  void list_moves(std::string_view);
  void resign(std::string_view);
  void draw(std::string_view);
  void print_pgn(std::string_view);
  void save(std::string_view);
  void load(std::string_view);
  std::string pgn(const Game&) const;

  // The computer: repl_computer.cpp
  void computer_move(std::string_view);
  bool play_one_move(Game&);
  void answer();  // as long as it is the computer's turn
  void hint(std::string_view);
  void analyse(std::string_view);
  void level(std::string_view);
  void time(std::string_view);
  void lines(std::string_view);
  void play(std::string_view);
  // With these settings, this once.
  SearchResult think(const Game&, const SearchLimits&, const EngineSettings&, EngineListener&,
                     bool until_enter = false);
  SearchResult think(const Game&, EngineSettings);
  EngineSettings at_full_strength() const;  // for hints, analysis and offers of a draw
  std::optional<Elo> strength() const;      // nothing: full strength
  bool computer_plays(Color color) const { return computer_[static_cast<std::size_t>(color)]; }
  std::optional<Color> only_person()
      const;  // the side of the person, if the computer has the other

  Interrupt interrupt_;  // forgotten after each line
  Input input_{interrupt_};
  std::optional<Ended> ended_;
  bool file_failed_ = false;  // save or load did
  EditableGame game_;
  std::optional<Color> adding_;  // between "w" or "b" and "."
  Color bottom_ = Color::White;

  Random random_;
  Engine engine_;
  std::string last_note_;           // what it said besides its thoughts
  std::array<bool, 2> computer_{};  // the sides it plays without being asked
  Milliseconds time_{1000};
};

// Takes the words of a command: the name it is called by, its words, and a line for the help.
struct Repl::Command {
  std::string_view name;
  std::string_view takes;  // empty: nothing
  std::string_view summary;
  void (Repl::*function)(std::string_view rest);
};

}  // namespace tabiya
