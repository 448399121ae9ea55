// What an engine says to a chess program: lines without their ends.
#pragma once

#include <string>

#include "chess/chess960.h"
#include "chess/position.h"
#include "engine/option.h"
#include "search/search.h"

namespace tabiya::uci {

// What lines of thought are written for.
struct LineStyle {
  Variant variant = Variant::Standard;  // how castling is written
  bool show_chances = false;            // wdl, if UCI_ShowWDL is on
};

// "option name Hash type spin default 64 min 1 max 1048576"
std::string option_line(const Option&);

// "info depth 12 seldepth 18 multipv 1 score cp 31 nodes … nps … hashfull … tbhits … time … pv …"
std::string info_line(const SearchInfo&, const Position& root, LineStyle = {});

// "info depth 12 currmove e2e4 currmovenumber 3"
std::string root_move_line(const RootMoveInfo&, const Position& root, LineStyle = {});

// "bestmove e2e4 ponder e7e5", or "bestmove (none)" where there is no legal move
std::string best_move_line(const SearchResult&, const Position& root, LineStyle = {});

// "info string e2e4  N: 1203 P: 12.40% Q: +0.0312 U: 0.0204 WDL: 280 480 240"
std::string move_statistics_line(const MoveStatistics&, const Position& root, LineStyle = {});

// "info string …", whatever the text: line ends and the like are shown, not written.
std::string message_line(std::string_view text);

}  // namespace tabiya::uci
