// The game that an engine of tests is told to look at.
#pragma once

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "notation/play.h"
#include "notation/uci_move.h"

namespace tabiya {

// From what follows the word "position". An engine of tests ends at a move that is not legal: then
// the one who told it of it is wrong.
inline Game engine_game(std::istringstream& words, Variant variant) {
  std::string word;
  std::string fen;
  words >> word;
  if (word == "fen")
    while (words >> word && word != "moves") fen += word + ' ';
  else
    words >> word;
  Game game = fen.empty() ? Game(Position::start(), variant) : *game_from_fen(fen, variant);
  while (words >> word)
    if (!play_uci(game, word)) {
      std::cerr << "mock: refused the move " << word << std::endl;
      std::_Exit(9);
    }
  return game;
}

}  // namespace tabiya
