#include "match/uci_output.h"

#include <algorithm>

#include "base/text.h"

namespace tabiya {

namespace {

// The largest score that still means something; some engines use larger ones for wins.
constexpr int kLargestScore = 100'000;

template <class Number>
std::optional<Number> number_from(const std::optional<Word>& word) {
  return word ? tabiya::number_from<Number>(word->text) : std::nullopt;
}

// "cp 35", "mate -3", each perhaps followed by lowerbound or upperbound, which the caller sees.
std::optional<WrittenScore> score_from(WordReader& words) {
  const auto kind = words.next();
  if (!kind) return std::nullopt;
  const auto value = number_from<int>(words.next());
  if (!value) return std::nullopt;
  const int score = std::clamp(*value, -kLargestScore, kLargestScore);
  if (kind->text == "cp") return WrittenScore::centipawns(score);
  if (kind->text == "mate") return WrittenScore::mate(score);
  return std::nullopt;
}

UciLine info_from(WordReader words) {
  UciInfo info;
  while (const auto word = words.next()) {
    if (word->text == "depth") {
      const auto depth = number_from<int>(words.next());
      if (depth && *depth >= 0) info.depth = depth;
    } else if (word->text == "nodes") {
      info.nodes = number_from<std::uint64_t>(words.next());
    } else if (word->text == "score") {
      info.score = score_from(words);
    } else if (word->text == "lowerbound" || word->text == "upperbound") {
      info.score.reset();
    } else if (word->text == "multipv") {
      const auto line = number_from<int>(words.next());
      if (line && *line > 1) return UciOther{};
    } else if (word->text == "string" || word->text == "pv" || word->text == "refutation") {
      break;  // the rest is words or moves
    }
  }
  return info;
}

// "option name Clear Hash type button": names have blanks, so they end at the word "type".
UciLine option_from(std::string_view line, WordReader words) {
  const auto keyword = words.next();
  if (!keyword || keyword->text != "name") return UciOther{};
  const std::size_t begin = keyword->at + keyword->text.size();
  while (const auto word = words.next()) {
    if (word->text != "type") continue;
    const auto type = words.next();
    UciOptionOffer offer{.name = trimmed(line.substr(begin, word->at - begin)),
                         .type = type ? type->text : std::string_view{}};
    while (const auto bound = words.next()) {
      if (bound->text == "min") offer.lowest = number_from<std::int64_t>(words.next());
      if (bound->text == "default") offer.usual = number_from<std::int64_t>(words.next());
      if (bound->text == "max") offer.highest = number_from<std::int64_t>(words.next());
    }
    return offer;
  }
  return UciOptionOffer{.name = trimmed(line.substr(begin)), .type = {}};
}

}  // namespace

UciLine parse_uci_line(std::string_view line) {
  WordReader words(line);
  const auto first = words.next();
  if (!first) return UciOther{};
  if (first->text == "info") return info_from(words);
  if (first->text == "bestmove") {
    const auto move = words.next();
    return UciBestMove{move ? move->text : std::string_view{}};
  }
  if (first->text == "readyok") return UciReadyOk{};
  if (first->text == "uciok") return UciOk{};
  if (first->text == "option") return option_from(line, words);
  if (first->text == "id") {
    const auto what = words.next();
    if (what && what->text == "name")
      return UciIdName{trimmed(line.substr(what->at + what->text.size()))};
  }
  return UciOther{};
}

}  // namespace tabiya
