#include "notation/pgn_comment.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/milliseconds.h"
#include "base/text.h"

namespace tabiya {

namespace {

// A whole number in front; nothing if there is none.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

// "1:02:03", "1:02:03.5" or "02:03".
std::optional<Milliseconds> time_from(std::string_view text) {
  constexpr int most_parts = 3;
  constexpr unsigned most_hours = 1'000'000;
  Milliseconds time{0};
  for (int part = 1; part <= most_parts; ++part) {
    if (text.empty() || !is_digit(text[0])) return std::nullopt;
    const auto value = take_number<unsigned>(text);
    if (!value || *value > most_hours) return std::nullopt;
    time = time * 60 + std::chrono::seconds(*value);
    if (!text.starts_with(':')) break;
    text.remove_prefix(1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    Milliseconds unit{100};
    for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1), unit /= 10)
      time += unit * (text[0] - '0');
  }
  if (!text.empty()) return std::nullopt;
  return time;
}

// "0.35", "-12", "#3", "#-3", each perhaps with ",depth" behind it.
std::optional<PgnEval> eval_from(std::string_view text) {
  constexpr double most_pawns = 1e6;
  PgnEval eval;
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto moves = take_number<int>(text);
    if (!moves) return std::nullopt;
    eval.score = WrittenScore::mate(*moves);
  } else {
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto pawns = take_number<double>(text);
    if (!pawns || !(std::abs(*pawns) <= most_pawns)) return std::nullopt;
    eval.score = WrittenScore::centipawns(static_cast<int>(std::lround(*pawns * 100)));
  }
  if (text.starts_with(',')) {
    text.remove_prefix(1);
    eval.depth = take_number<int>(text);
    if (!eval.depth) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return eval;
}

std::string time_text(Milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  std::string text = fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (const auto rest = time.count() % 1000; rest != 0) {
    text += fmt::format(".{:03}", rest);
    while (text.ends_with('0')) text.pop_back();
  }
  return text;
}

}  // namespace

CommentCommands commands_in(std::string_view comment) {
  CommentCommands commands;
  for (std::size_t at = comment.find("[%"); at != comment.npos; at = comment.find("[%", at + 2)) {
    const std::size_t end = comment.find(']', at);
    if (end == comment.npos) break;
    WordReader words(comment.substr(at + 2, end - at - 2));
    const auto name = words.next();
    const auto value = words.next();
    if (!name || !value || words.next()) continue;
    if (name->text == "clk" && !commands.clock) commands.clock = time_from(value->text);
    if (name->text == "emt" && !commands.elapsed) commands.elapsed = time_from(value->text);
    if (name->text == "eval" && !commands.eval) commands.eval = eval_from(value->text);
  }
  return commands;
}

std::string clock_command(Milliseconds time) { return fmt::format("[%clk {}]", time_text(time)); }

std::string elapsed_command(Milliseconds time) { return fmt::format("[%emt {}]", time_text(time)); }

std::string eval_command(const PgnEval& eval) {
  const auto [is_mate, value] = eval.score;
  std::string text = is_mate ? fmt::format("#{}", value) : fmt::format("{:.2f}", value / 100.0);
  if (eval.depth) text += fmt::format(",{}", *eval.depth);
  return fmt::format("[%eval {}]", text);
}

std::string tidy_comment(std::string_view text) {
  std::string tidy;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t begin = i;
    bool line_end = false;
    for (; i < text.size() && is_space(text[i]); ++i)
      line_end = line_end || text[i] == '\n' || text[i] == '\r';
    const bool outer = begin == 0 || i == text.size();
    if (!outer) tidy += line_end ? std::string_view(" ") : text.substr(begin, i - begin);
    while (i < text.size() && !is_space(text[i])) tidy += text[i++];
  }
  return tidy;
}

}  // namespace tabiya
