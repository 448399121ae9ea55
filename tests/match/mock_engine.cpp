// A UCI engine for tests: plays random legal moves and misbehaves on request.
//
//   mock_engine [--seed N] [--score CP] [--log FILE] [--no-chess960] [--tag ANYTHING]
//               [--BEHAVIOUR [N]]
//
// N is the move of a game at which it happens (1 is the engine's first), or milliseconds.
// Behaviours: crash, exit, stall, illegal, no-move, flood-line, flood-lines, slow MS,
// wait-for-stop, stops-listening, never-uciok, not-uci, deaf, stays, dies-at-quit, echo-moves,
// start-fails, grandchild.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "engine_game.h"
#include "notation/uci_move.h"

namespace tabiya {
namespace {

class MockEngine {
 public:
  MockEngine(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string name = argv[i];
      const bool has_value = i + 1 < argc && std::string(argv[i + 1]).substr(0, 2) != "--";
      settings_[name] = has_value ? argv[++i] : "1";
    }
    seed_ = static_cast<std::uint64_t>(number("--seed", 1));
    if (has("--log")) log_.open(settings_["--log"], std::ios::app);
  }

  int run() {
    if (has("--start-fails")) {
      std::cerr << "mock: libsomething.so is missing\n";
      return 4;
    }
    if (has("--grandchild") && fork() == 0)
      for (;;) pause();
    if (has("--deaf"))
      for (;;) pause();
    for (std::string line; std::getline(std::cin, line);) {
      if (log_.is_open()) log_ << line << std::endl;
      if (line == "quit") break;
      answer(line);
    }
    if (has("--stays"))
      for (;;) pause();
    if (has("--dies-at-quit")) raise(SIGABRT);
    return 0;
  }

 private:
  bool has(const std::string& name) const { return settings_.contains(name); }
  int number(const std::string& name, int otherwise) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? otherwise : std::atoi(found->second.c_str());
  }
  bool is_time_for(const std::string& behaviour) const { return number(behaviour, 0) == moves_; }
  static void say(const std::string& line) { std::cout << line << std::endl; }

  void answer(const std::string& line) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "uci") {
      introduce();
    } else if (first == "isready") {
      say("readyok");
    } else if (first == "ucinewgame") {
      moves_ = 0;
    } else if (first == "position") {
      game_ = engine_game(words, chess960_ ? Variant::Chess960 : Variant::Standard);
    } else if (first == "setoption") {
      chess960_ = chess960_ || line == "setoption name UCI_Chess960 value true";
    } else if (first == "go") {
      ++moves_;
      go();
    } else if (first == "stop" && waits_) {
      waits_ = false;
      give_move();
    }
  }

  void introduce() const {
    if (has("--not-uci")) {
      say("Welcome to the chess program! White (1) or Black (2)?");
      return;
    }
    if (has("--never-uciok")) return;
    say("id name Mock " + std::to_string(seed_));
    say("id author nobody");
    say("option name Hash type spin default 16 min 1 max 1024");
    say("option name Skill Level type spin default 20 min 0 max 20");
    say("option name Clear Hash type button");
    if (!has("--no-chess960")) say("option name UCI_Chess960 type check default false");
    say("uciok");
  }

  void go() {
    if (is_time_for("--crash")) raise(SIGSEGV);
    if (is_time_for("--exit")) std::_Exit(3);
    if (is_time_for("--stall"))
      for (;;) pause();
    if (is_time_for("--flood-line"))
      for (const std::string words(4096, 'x');;) std::cout << words << std::flush;
    if (is_time_for("--flood-lines"))
      for (;;) std::cout << "info depth 1 score cp 1 nodes 1 pv e2e4\n";
    if (is_time_for("--illegal")) return say("bestmove a1a1");
    if (is_time_for("--no-move")) return say("bestmove (none)");
    if (has("--slow")) std::this_thread::sleep_for(std::chrono::milliseconds(number("--slow", 0)));
    if (has("--wait-for-stop")) {
      waits_ = true;
      return;
    }
    give_move();
  }

  // The same move in the same position for the same seed.
  void give_move() {
    const MoveList moves = legal_moves(game_.position());
    Random random(game_.position().key() ^ seed_ * 0x9e3779b97f4a7c15);
    const std::string move =
        moves.empty()
            ? "0000"
            : to_uci(game_.position(), moves[random.below(moves.size())], game_.variant());
    if (has("--score"))
      say("info depth 7 score cp " + settings_.at("--score") + " nodes 123 pv " + move);
    say("bestmove " + move + " ponder a7a6");
    if (has("--echo-moves")) say("bestmove h7h8q");  // nobody asked
    if (has("--stops-listening")) {
      close(STDIN_FILENO);
      for (;;) pause();
    }
  }

  std::map<std::string, std::string> settings_;
  std::ofstream log_;
  std::uint64_t seed_ = 1;
  Game game_;
  int moves_ = 0;
  bool chess960_ = false;
  bool waits_ = false;
};

}  // namespace
}  // namespace tabiya

int main(int argc, char** argv) { return tabiya::MockEngine(argc, argv).run(); }
