// The words behind "go": how long and on what to think.
#pragma once

#include <optional>

#include "uci/command.h"
#include "uci/word_list.h"

namespace tabiya::uci {

// Go or Perft. A word that should be a number and is none, is skipped like any unknown word.
Command parse_go(WordList);

// A number of half-moves, brought into a range that makes sense; nothing if the next word is none.
std::optional<int> parse_depth(WordList);

}  // namespace tabiya::uci
