// Training games as lines of JSON, for programs of others; and positions that others wrote so.
//
//   {"start": FEN, "variant": "standard", "players": "…", "result": "1-0", "ending": "checkmate",
//    "moves": ["e2e4", …], "scores": [null, 20, …], "chances": [[win, loss], …],
//    "visits": [{"e2e4": 300, …}, …], "final_score": 12}
//
// Fields that would be empty are left out. Scores and chances are for the player to move.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "dataset/position_list.h"
#include "dataset/recorded_game.h"

namespace tabiya {

std::string to_json(const RecordedGame&);  // without a line end

// A line as to_json() writes it, or {"fen": …, "score" | "eval" | "cp": …, "result": …}, where the
// score is a number or a text ("#3"), or "mate" tells the moves to it; or a line of Lichess's
// evaluated positions ("evals"). The error is a sentence.
Result<RecordedGame> game_from_json(std::string_view line, const PositionListStyle&);

}  // namespace tabiya
