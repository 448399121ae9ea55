// Lists of positions with scores and results, as others write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/values.h"
#include "dataset/recorded_game.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

// As RecordedMove has it. Centipawns that would be taken for a mate are held below. Nothing for a
// mate in 0 moves: nobody is to move then.
std::optional<std::int16_t> recorded_score(WrittenScore for_mover);

// "35", "-1.25", "#3", "#-3", "+M3", "-M3", "mate 3", "mate -3": a number of centipawns (or
// `pawns`), or moves to mate. The sign tells for whom, so the view is the caller's affair.
std::optional<WrittenScore> score_from(std::string_view, bool pawns);

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

// How positions in files of others are to be read.
struct PositionListStyle {
  bool mover_view = false;  // scores are for the player to move, not for White
  bool pawns = false;       // not centipawns
  ResultNumbers results = ResultNumbers::Points;
};

// A position by itself: a game without moves. What cannot be is a sentence.
Result<RecordedGame> game_from_position(std::string_view fen, std::string_view score,
                                        std::string_view result, const PositionListStyle&);

// Tables of positions with scores, as others publish them: a header line that names the columns,
// then a position a line.
//
//   fen,score,result
//   rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,35,1-0
class PositionCsv {
 public:
  // Columns are found by name, whatever case it has: fen; score, eval, evaluation or cp; result,
  // outcome or wdl, which may be missing. They are divided by comma, semicolon or tab. The error is
  // a sentence.
  static Result<PositionCsv> from_header(std::string_view line);

  Result<RecordedGame> game(std::string_view line, const PositionListStyle&) const;

 private:
  char divider_ = ',';
  std::size_t fen_ = 0;
  std::size_t score_ = 0;
  std::optional<std::size_t> result_;
};

}  // namespace tabiya
