#include "dataset/position_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
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

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

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
      if (std::ranges::equal(trimmed(header[i]), name,
                             [](unsigned char a, unsigned char b) { return std::tolower(a) == b; }))
        return i;
  return std::nullopt;
}

}  // namespace

std::optional<std::int16_t> recorded_score(const PgnEval& for_white, Color mover) {
  const int sign = mover == Color::White ? 1 : -1;
  if (const auto* pawns = std::get_if<Centipawns>(&for_white.score))
    return static_cast<std::int16_t>(
        sign * std::clamp(pawns->value, -kHighestCentipawns, kHighestCentipawns));
  const int moves = std::get<MateIn>(for_white.score).moves;
  if (moves == 0 || std::abs(moves) > kLongestMatePlies / 2) return std::nullopt;
  const bool mates = (moves > 0) == (mover == Color::White);
  const int plies = 2 * std::abs(moves) - (mates ? 1 : 0);
  return static_cast<std::int16_t>(mates ? kMateScore - plies : plies - kMateScore);
}

std::optional<ReadScore> score_from(std::string_view text) {
  std::string word = lower(trimmed(text));
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
  return ReadScore{.is_mate = is_mate, .value = negative ? -*number : *number};
}

std::optional<PgnResult> result_from(std::string_view text, ResultNumbers numbers) {
  const std::string word = lower(trimmed(text));
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
  const auto read = score_from(score);
  if (!read) return failure("the score {} is not understood", in_quotes(score));
  const Color mover = game.start.side_to_move();
  const bool turn = style.mover_view && mover == Color::Black;
  const double for_white = turn ? -read->value : read->value;
  const auto number = static_cast<int>(std::lround(
      std::clamp(read->is_mate || !style.pawns ? for_white : 100 * for_white, -1e6, 1e6)));
  PgnEval eval{.score = Centipawns{number}};
  if (read->is_mate) eval.score = MateIn{number};
  game.final_score = recorded_score(eval, mover);
  if (!game.final_score) return failure("the game is over, or the mate too far away");
  return game;
}

Result<PositionCsv> PositionCsv::from_header(std::string_view line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
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
