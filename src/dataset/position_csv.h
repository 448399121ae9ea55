// Tables of positions with scores, as others publish them: a header line that names the columns,
// then a position a line.
//
//   fen,score,result
//   rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,35,1-0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "dataset/game_json.h"
#include "dataset/recorded_game.h"

namespace tabiya {

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
