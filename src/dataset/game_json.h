// Training games as lines of JSON, for programs of others; and positions with scores that others
// wrote.
//
//   {"start": FEN, "variant": "standard", "players": "…", "result": "1-0", "ending": "checkmate",
//    "moves": ["e2e4", …], "scores": [null, 20, …], "chances": [[win, loss], …],
//    "visits": [{"e2e4": 300, …}, …], "final_score": 12}
//
// Fields that would be empty are left out. Scores and chances are for the player to move.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "dataset/recorded_game.h"
#include "dataset/score_text.h"

namespace tabiya {

std::string to_json(const RecordedGame&);  // without a line end

// How positions in files of others are to be read.
struct PositionListStyle {
  bool mover_view = false;  // scores are for the player to move, not for White
  bool pawns = false;       // not centipawns
  ResultNumbers results = ResultNumbers::Points;
};

// A line as to_json() writes it, or {"fen": …, "score" | "eval" | "cp": …, "result": …}, where the
// score is a number or a text ("#3"), or "mate" tells the moves to it; or a line of Lichess's
// evaluated positions ("evals"). The error is a sentence.
Result<RecordedGame> game_from_json(std::string_view line, const PositionListStyle&);

// A position by itself: a game without moves. What cannot be is a sentence.
Result<RecordedGame> game_from_position(std::string_view fen, std::string_view score,
                                        std::string_view result, const PositionListStyle&);

}  // namespace tabiya
