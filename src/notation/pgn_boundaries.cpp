// Where comments and games end in PGN text that may be broken: the rules that pgn_tokens.h tells.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "notation/pgn_tokens.h"

namespace tabiya {

namespace {

std::size_t blanks(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && PgnTokens::is_blank(text[i])) ++i;
  return i - from;
}

}  // namespace

// { … }: up to the closing brace, or to where the next game begins.
PgnToken PgnTokens::comment() {
  PgnToken token{.kind = PgnToken::Kind::Comment, .starts_line = line_is_fresh_, .place = place(0)};
  line_is_fresh_ = false;

  struct GameStart {
    std::size_t at;
    std::uint64_t line;
    std::uint64_t line_begin;
  };
  std::optional<GameStart> game;  // the first line that looks like the beginning of one
  std::size_t line = 0;           // where the current line begins
  std::size_t scanned = 1;        // up to here everything was looked at
  const auto unterminated = [&](std::string message) {
    if (game) {
      line_ = game->line;
      line_begin_ = game->line_begin;
      line_is_fresh_ = at_game_start_ = true;
    }
    window_.drop(game ? game->at : scanned);
    value_ = std::move(message);
    token.kind = PgnToken::Kind::Fault;
    token.fault = NotationError::Kind::Unterminated;
    token.text = value_;
    return token;
  };

  for (;;) {
    // Cut, so that the limit is the same whatever was loaded.
    const std::string_view text = window_.text().substr(0, kLargestToken + 1);
    const std::size_t close = text.find('}', scanned);
    const std::size_t stop = std::min(close, text.size());
    std::size_t next = stop;
    for (std::size_t end = text.find('\n', scanned); end < stop; end = text.find('\n', end + 1)) {
      if (text.size() - end < kLookAhead && !window_.at_end()) {
        next = end;  // how the next line begins is not yet to be seen
        break;
      }
      const bool was_blank = line > 0 && line + blanks(text, line) == end;
      note_line_end(end);
      line = end + 1;
      if (!game && begins_game(line, was_blank)) game = {line, line_, line_begin_};
    }
    if (game && text.substr(0, next).find('{', std::max(game->at, scanned)) != text.npos)
      return unterminated("a comment without its closing }");
    if (next == close) {
      token.text = text.substr(1, close - 1);
      line_is_fresh_ = false;
      window_.drop(close + 1);
      return token;
    }
    scanned = next;
    if (text.size() > kLargestToken)
      return unterminated(fmt::format("a comment of more than {} MiB", kLargestToken >> 20));
    if (!window_.load() && scanned == window_.size())
      return unterminated("a comment without its closing }");
  }
}

bool PgnTokens::begins_game(std::size_t ahead, bool any_tag) const {
  std::string_view line = window_.text().substr(ahead, kLookAhead);
  line = without_byte_order_mark(line);
  line.remove_prefix(blanks(line, 0));
  if (!line.starts_with('[')) return false;
  line.remove_prefix(1 + blanks(line, 1));
  const auto name_end = std::ranges::find_if_not(line, is_in_tag_name);
  const std::string_view name(line.begin(), name_end);
  line.remove_prefix(name.size());
  line.remove_prefix(blanks(line, 0));
  return !name.empty() && line.starts_with('"') && (any_tag || name == "Event");
}

// The rest of the current line, its end included.
PgnTokens::LineFacts PgnTokens::read_line() {
  constexpr std::size_t tail_length = 16;  // longer than any result
  LineFacts facts;
  std::string tail;
  for (;;) {
    const std::string_view text = window_.text();
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view piece = text.substr(0, end);
    if (facts.blank) {
      const std::size_t first = blanks(piece, 0);
      facts.blank = first == piece.size();
      facts.bracket = !facts.blank && piece[first] == '[';
    }
    std::size_t last = piece.size();
    while (last > 0 && is_blank(piece[last - 1])) --last;
    tail += piece.substr(last - std::min(last, tail_length), std::min(last, tail_length));
    if (end < text.size()) {
      note_line_end(end);
      window_.drop(end + 1);
      break;
    }
    window_.drop(end);
    if (!window_.load()) break;
  }
  const std::size_t word = tail.find_last_of(" \t)}.") + 1;  // 0 if there is none
  facts.ends_in_result = pgn_result_from(std::string_view(tail).substr(word)).has_value();
  return facts;
}

void PgnTokens::skip_game() {
  if (at_game_start_) return;
  const bool was_tag = line_is_tag_;
  LineFacts before = read_line();
  before.bracket = was_tag;
  before.blank = false;
  bool result_seen = before.ends_in_result;  // in the last line that is not blank
  for (;;) {
    window_.want(kLookAhead);
    if (window_.size() == 0 || begins_game(0, before.blank || !before.bracket)) return;
    const char first = window_[blanks(window_.text(), 0)];
    if (before.blank && result_seen && first != '\n' && first != '\0') return;
    before = read_line();
    if (!before.blank) result_seen = before.ends_in_result;
  }
}

}  // namespace tabiya
