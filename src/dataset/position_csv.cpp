#include "dataset/position_csv.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <vector>

#include "base/result.h"
#include "base/text.h"

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
      if (std::ranges::equal(trimmed(header[i]), name,
                             [](unsigned char a, unsigned char b) { return std::tolower(a) == b; }))
        return i;
  return std::nullopt;
}

}  // namespace

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
