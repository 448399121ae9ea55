#include "uci/format.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "base/text.h"
#include "notation/uci_move.h"

namespace tabiya::uci {
namespace {

// In the order of Option::Kind.
constexpr std::array<std::string_view, 5> kKindNames{"check", "spin", "button", "string", "combo"};

std::string score_text(const Score& score, Bound bound) {
  const auto [is_mate, value] = score.written();
  std::string text = fmt::format("{} {}", is_mate ? "mate" : "cp", value);
  if (bound == Bound::Lower) text += " lowerbound";
  if (bound == Bound::Upper) text += " upperbound";
  return text;
}

}  // namespace

std::string option_line(const Option& option) {
  std::string line = fmt::format("option name {} type {}", option.name,
                                 kKindNames[static_cast<std::size_t>(option.kind)]);
  // An empty text could be taken for a missing one, so it has a name.
  if (option.kind != Option::Kind::Button)
    line += fmt::format(" default {}", option.standard.empty() ? "<empty>" : option.standard);
  if (option.kind == Option::Kind::Spin)
    line += fmt::format(" min {} max {}", option.lowest, option.highest);
  for (const std::string& choice : option.choices) line += fmt::format(" var {}", choice);
  return line;
}

std::string info_line(const SearchInfo& info, const Position& root, LineStyle style) {
  std::string line;
  const auto out = std::back_inserter(line);
  fmt::format_to(out, "info depth {} seldepth {} multipv {} score {}", info.depth,
                 info.selective_depth, info.rank, score_text(info.score, info.bound));
  if (style.show_chances) {
    const auto [win, draw, loss] = info.chances.permille();
    fmt::format_to(out, " wdl {} {} {}", win, draw, loss);
  }
  fmt::format_to(out, " nodes {} nps {} hashfull {} tbhits {} time {}", info.nodes,
                 info.nodes_per_second(), info.hash_permille, info.tablebase_hits,
                 info.time.count());
  if (info.line.empty()) return line;
  line += " pv";
  Position position = root;
  for (const Move move : info.line) {
    fmt::format_to(out, " {}", to_uci(position, move, style.variant));
    position.play(move);
  }
  return line;
}

std::string root_move_line(const RootMoveInfo& info, const Position& root, LineStyle style) {
  return fmt::format("info depth {} currmove {} currmovenumber {}", info.depth,
                     to_uci(root, info.move, style.variant), info.number);
}

std::string best_move_line(const SearchResult& result, const Position& root, LineStyle style) {
  if (!result.best) return "bestmove (none)";
  std::string line = "bestmove " + to_uci(root, *result.best, style.variant);
  if (result.ponder)
    line += " ponder " + to_uci(root.after(*result.best), *result.ponder, style.variant);
  return line;
}

std::string move_statistics_line(const MoveStatistics& move, const Position& root,
                                 LineStyle style) {
  const auto [win, draw, loss] = move.chances.permille();
  return fmt::format("info string {:<5} N: {:>8} P: {:5.2f}% Q: {:+.4f} U: {:.4f} WDL: {} {} {}",
                     to_uci(root, move.move, style.variant), move.visits, 100 * move.prior,
                     move.value, move.exploration, win, draw, loss);
}

std::string message_line(std::string_view text) {
  return "info string " + printable_line(text, std::string_view::npos);
}

}  // namespace tabiya::uci
