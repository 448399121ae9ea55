#include "dataset/position_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "chess/values.h"
#include "notation/fen.h"

namespace tabiya {

namespace {

// Quotation marks around a field protect dividers; two of them inside are one.
std::vector<std::string> fields_of(std::string_view line, char divider) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == divider && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<std::size_t> column_of(const std::vector<std::string>& header,
                                     std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (std::size_t i = 0; i < header.size(); ++i)
      if (same_name(trimmed(header[i]), name)) return i;
  return std::nullopt;
}

}  // namespace

std::optional<std::int16_t> recorded_score(WrittenScore for_mover) {
  const auto [is_mate, value] = for_mover;
  if (!is_mate)
    return static_cast<std::int16_t>(std::clamp(value, -kHighestCentipawns, kHighestCentipawns));
  if (value == 0 || std::abs(value) > kLongestMatePlies / 2) return std::nullopt;
  const bool mates = value > 0;
  const int plies = 2 * std::abs(value) - (mates ? 1 : 0);
  return static_cast<std::int16_t>(mates ? kMateScore - plies : plies - kMateScore);
}

std::optional<WrittenScore> score_from(std::string_view text, bool pawns) {
  std::string word = in_lower_case(trimmed(text));
  std::erase(word, ' ');
  bool negative = false;
  bool is_mate = false;
  const auto take = [&word](std::string_view begin) {
    if (!word.starts_with(begin)) return false;
    word.erase(0, begin.size());
    return true;
  };
  const auto take_sign = [&] {
    if (take("-"))
      negative = true;
    else
      take("+");
  };
  take_sign();
  for (const std::string_view mark : {"#", "mate", "m"})
    if (take(mark)) {
      is_mate = true;
      if (!negative) take_sign();
      break;
    }
  const auto number = number_from<double>(word);
  if (!number || !std::isfinite(*number) || word.front() == '-') return std::nullopt;
  if (is_mate && (*number != std::floor(*number) || *number > kLongestMatePlies))
    return std::nullopt;
  const double size = is_mate || !pawns ? *number : 100 * *number;
  const auto value = static_cast<int>(std::lround(std::min(size, 1e6)));
  return WrittenScore{.is_mate = is_mate, .value = negative ? -value : value};
}

std::optional<PgnResult> result_from(std::string_view text, ResultNumbers numbers) {
  const std::string word = in_lower_case(trimmed(text));
  if (word.empty() || word == "*" || word == "none" || word == "null") return PgnResult::Unknown;
  if (word == "white" || word == "w") return PgnResult::WhiteWins;
  if (word == "black" || word == "b") return PgnResult::BlackWins;
  if (word == "draw" || word == "d") return PgnResult::Draw;
  if (const auto pgn = pgn_result_from(word)) return pgn;
  const auto number = number_from<double>(word);
  if (!number) return std::nullopt;
  const double points = numbers == ResultNumbers::Points ? *number : (*number + 1) / 2;
  if (points == 1) return PgnResult::WhiteWins;
  if (points == 0) return PgnResult::BlackWins;
  if (points == 0.5) return PgnResult::Draw;
  return std::nullopt;
}

std::optional<RecordedGame::Result> recorded_result(PgnResult result) {
  if (result == PgnResult::Unknown) return std::nullopt;
  RecordedGame::Result recorded;
  if (result == PgnResult::WhiteWins) recorded.winner = Color::White;
  if (result == PgnResult::BlackWins) recorded.winner = Color::Black;
  return recorded;
}

Result<RecordedGame> game_from_position(std::string_view fen, std::string_view score,
                                        std::string_view result, const PositionListStyle& style) {
  const auto start = parse_fen_leniently(fen);
  if (!start) return failure("the FEN {}: {}", in_quotes(fen), start.error().message);
  RecordedGame game;
  game.start = start->position;
  if (needs_chess960(game.start)) game.variant = Variant::Chess960;
  const auto found = result_from(result, style.results);
  if (!found) return failure("the result {} is not understood", in_quotes(result));
  game.result = recorded_result(*found);
  const auto read = score_from(score, style.pawns);
  if (!read) return failure("the score {} is not understood", in_quotes(score));
  game.final_score =
      recorded_score(style.mover_view ? *read : read->turned_for(game.start.side_to_move()));
  if (!game.final_score) return failure("the game is over, or the mate too far away");
  return game;
}

Result<PositionCsv> PositionCsv::from_header(std::string_view line) {
  line = without_byte_order_mark(line);
  PositionCsv csv;
  constexpr std::array kDividers = {',', ';', '\t'};
  csv.divider_ = *std::ranges::max_element(
      kDividers, {}, [line](char divider) { return std::ranges::count(line, divider); });
  const auto header = fields_of(line, csv.divider_);
  const auto fen = column_of(header, {"fen"});
  const auto score = column_of(header, {"score", "eval", "evaluation", "cp"});
  if (!fen || !score)
    return failure(
        "its first line should name the columns: fen, and score (or eval, evaluation, cp)");
  csv.fen_ = *fen;
  csv.score_ = *score;
  csv.result_ = column_of(header, {"result", "outcome", "wdl"});
  return csv;
}

Result<RecordedGame> PositionCsv::game(std::string_view line,
                                       const PositionListStyle& style) const {
  const auto fields = fields_of(line, divider_);
  if (fields.size() <= std::max({fen_, score_, result_.value_or(0)}))
    return failure("there are fewer columns than the first line names");
  return game_from_position(fields[fen_], fields[score_], result_ ? fields[*result_] : "", style);
}

}  // namespace tabiya
