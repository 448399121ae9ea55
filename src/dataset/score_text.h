// Scores and results as the files of others write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/piece.h"
#include "dataset/recorded_game.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

// For the player to move, as RecordedMove has it. Centipawns that would be taken for a mate are
// held below. Nothing for a mate in 0 moves: nobody is to move then.
std::optional<std::int16_t> recorded_score(const PgnEval& for_white, Color mover);

// "35", "-1.25", "#3", "#-3", "+M3", "-M3", "mate 3", "mate -3": a number of pawns or centipawns,
// or moves to mate. The sign tells for whom, so the view is the caller's affair.
struct ReadScore {
  bool is_mate = false;
  double value = 0;  // as it was written; moves if it is a mate
};
std::optional<ReadScore> score_from(std::string_view);

// What the numbers 1, 0, −1 mean as a result.
enum class ResultNumbers : std::uint8_t {
  Points,  // 1, 0.5, 0
  Signs,   // 1, 0, −1
};
// "1-0", "0-1", "1/2-1/2", "white", "black", "draw", "w", "b", "d", or a number for White. "*" and
// an empty text are a game without result. Nothing if it is not understood.
std::optional<PgnResult> result_from(std::string_view, ResultNumbers);

// Without an ending; nothing if it is unknown.
std::optional<RecordedGame::Result> recorded_result(PgnResult);

}  // namespace tabiya
