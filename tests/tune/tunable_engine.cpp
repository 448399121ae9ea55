// A UCI engine whose strength is a known function of its options: the nearer they are to the
// optimum, the more seldom it says that it is lost.
//
//   tunable_engine [--crash-at VALUE] [--slow MS] [--tag ANYTHING]
//
// Alpha is best at 70 (0 to 100), Beta at 300 (0 to 1000), Gamma at -20 (-50 to 50). Moves are the
// first legal ones. With --crash-at it ends when Alpha is at least that.
//
// What it says follows from its options and the position alone, so games are the same in whatever
// order they are played.
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "../match/engine_game.h"
#include "base/random.h"
#include "chess/movegen.h"
#include "notation/uci_move.h"

namespace tabiya {
namespace {

struct Option {
  const char* name;
  int value;
  int lowest;
  int highest;
  int best;
};

class TunableEngine {
 public:
  TunableEngine(int argc, char** argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
      if (std::string(argv[i]) == "--crash-at") crash_at_ = std::atoi(argv[i + 1]);
      if (std::string(argv[i]) == "--slow") slow_ = std::atoi(argv[i + 1]);
    }
  }

  int run() {
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
      std::istringstream words(line);
      std::string first;
      words >> first;
      if (first == "uci") introduce();
      if (first == "isready") std::cout << "readyok" << std::endl;
      if (first == "setoption") set_option(words);
      if (first == "position") {
        text_ = line;
        game_ = engine_game(words, Variant::Standard);
      }
      if (first == "go") go();
    }
    return 0;
  }

 private:
  void introduce() const {
    std::cout << "id name Tunable\nid author nobody\n"
                 "option name Hash type spin default 16 min 1 max 1024\n"
                 "option name Style type combo default calm var calm var wild\n"
                 "option name Boundless type spin default 5\n"
                 "option name Fixed type spin default 5 min 5 max 5\n"
                 "option name Seed type spin default 0 min 0 max 4294967295\n";
    for (const Option& one : options_)
      std::cout << "option name " << one.name << " type spin default " << one.value << " min "
                << one.lowest << " max " << one.highest << '\n';
    std::cout << "uciok" << std::endl;
  }

  void set_option(std::istringstream& words) {
    std::string word;
    std::string name;
    int value = 0;
    words >> word >> name >> word >> value;
    for (Option& one : options_)
      if (name == one.name) one.value = value;
  }

  // Squares of the distance from the optimum, each in parts of its range.
  double distance() const {
    double sum = 0;
    for (const Option& one : options_) {
      const double part = double(one.value - one.best) / (one.highest - one.lowest);
      sum += part * part;
    }
    return sum;
  }

  void go() const {
    if (crash_at_ > 0 && options_[0].value >= crash_at_) std::_Exit(7);
    if (slow_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(slow_));
    std::uint64_t seed = 1;
    for (const char c : text_) seed = SplitMix64(seed ^ static_cast<unsigned char>(c)).next();
    for (const Option& one : options_)
      seed = SplitMix64(seed ^ static_cast<std::uint64_t>(one.value)).next();
    const bool is_lost = Random(seed).fraction() < 0.05 + 2 * distance();
    const MoveList moves = legal_moves(game_.position());
    std::cout << "info depth 1 score cp " << (is_lost ? -1000 : 0) << "\nbestmove "
              << (moves.empty() ? "0000" : to_uci(game_.position(), moves[0], game_.variant()))
              << std::endl;
  }

  std::array<Option, 3> options_{
      {{"Alpha", 40, 0, 100, 70}, {"Beta", 600, 0, 1000, 300}, {"Gamma", 10, -50, 50, -20}}};
  int crash_at_ = 0;
  int slow_ = 0;
  std::string text_;
  Game game_;
};

}  // namespace
}  // namespace tabiya

int main(int argc, char** argv) { return tabiya::TunableEngine(argc, argv).run(); }
