#include "notation/pgn_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "base/text.h"

namespace tabiya {

namespace {

using Fault = NotationError::Kind;
using Token = PgnToken::Kind;

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

// What a move or another symbol cannot contain.
constexpr auto kEndsSymbol = [] {
  std::array<bool, 256> ends{};
  for (std::size_t c = 0; c <= ' '; ++c) ends[c] = true;
  for (const char c : std::string_view("{}()[]<>;$!?*,\"\x7F"))
    ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

constexpr bool ends_symbol(char c) { return kEndsSymbol[static_cast<unsigned char>(c)]; }

// Marks that some programs write where the standard has a NAG.
std::optional<unsigned> nag_from(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, unsigned>, 23> marks{{
      {"!", 1},    {"?", 2},    {"!!", 3},  {"??", 4},   {"!?", 5},   {"?!", 6},
      {"=", 10},   {"~", 13},   {"+=", 14}, {"+/=", 14}, {"=+", 15},  {"=/+", 15},
      {"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19},  {"+--", 18}, {"--+", 19},
      {"∞", 13},   {"⩲", 14},   {"⩱", 15},  {"±", 16},   {"∓", 17},
  }};
  for (const auto& [mark, nag] : marks)
    if (text == mark) return nag;
  return std::nullopt;
}

}  // namespace

std::string_view to_string(PgnResult result) {
  switch (result) {
    case PgnResult::WhiteWins:
      return "1-0";
    case PgnResult::BlackWins:
      return "0-1";
    case PgnResult::Draw:
      return "1/2-1/2";
    case PgnResult::Unknown:
      return "*";
  }
  std::unreachable();
}

std::optional<PgnResult> pgn_result_from(std::string_view given) {
  // Word processors make an en dash of the hyphen.
  constexpr std::string_view dash = "–";
  constexpr std::size_t longest = std::string_view("1/2–1/2").size();
  std::string text(given.substr(0, longest + 1));
  if (const std::size_t at = text.find(dash); at != text.npos) text.replace(at, dash.size(), "-");
  if (text == "1-0") return PgnResult::WhiteWins;
  if (text == "0-1") return PgnResult::BlackWins;
  for (const std::string_view draw : {"1/2-1/2", "1/2", "½-½", "½"})
    if (text == draw) return PgnResult::Draw;
  if (text == "*") return PgnResult::Unknown;
  return std::nullopt;
}

bool is_tag_name(std::string_view text) {
  return !text.empty() && text.size() <= PgnTokens::kLargestSymbol &&
         std::ranges::all_of(text, is_in_tag_name);
}

PgnToken PgnTokens::next() {
  at_game_start_ = false;
  if (!skip_blanks()) return {.kind = Token::End, .place = place(0)};
  window_.want(kLookAhead);
  const char c = window_[0];
  if (is_letter(c)) return symbol();
  if (is_digit(c)) return number();
  switch (c) {
    case '{':
      return comment();
    case '(':
      return take(Token::Open, 1);
    case ')':
      return take(Token::Close, 1);
    case '$':
      return nag();
    case '!':
    case '?':
      return suffix();
    case '[':
      return tag();
    case ';':
      return line_comment();
    case '*': {
      PgnToken token = take(Token::Result, 1);
      token.result = PgnResult::Unknown;
      return token;
    }
    case '}':
      return fault(Fault::MoveText, 0, "a } without a { before it");
    default:
      if (window_.dropped() == 0 &&
          (window_.text().starts_with("\xFF\xFE") || window_.text().starts_with("\xFE\xFF")))
        return fault(Fault::MoveText, 0, "the text is UTF-16; PGN is UTF-8 or Latin-1");
      if (ends_symbol(c))
        return fault(Fault::MoveText, 0, fmt::format("{} has no meaning here", in_quotes(c)));
      return symbol();
  }
}

// The token in front, which is of this length and has no line end inside.
PgnToken PgnTokens::take(Token kind, std::size_t length) {
  PgnToken token{.kind = kind,
                 .starts_line = line_is_fresh_,
                 .place = place(0),
                 .text = window_.text().substr(0, length)};
  line_is_fresh_ = false;
  window_.drop(length);
  return token;
}

// Broken text. Nothing but its first character is taken, so that skip_game() sees what follows.
PgnToken PgnTokens::fault(Fault kind, std::size_t at, std::string message) {
  const PgnPlace where = place(at);
  PgnToken token = take(Token::Fault, std::min<std::size_t>(1, window_.size()));
  value_ = std::move(message);
  token.fault = kind;
  token.place = where;
  token.text = value_;
  return token;
}

// Blanks, line ends, periods, and lines that begin with %. False at the end of the text.
bool PgnTokens::skip_blanks() {
  for (;;) {
    const char* const text = window_.text().data();  // ends with '\0'
    std::size_t i = 0;
    while (is_blank(text[i]) || text[i] == '\n' || text[i] == '.') {
      if (text[i] == '\n') note_line_end(i);
      ++i;
    }
    window_.drop(i);
    if (window_.size() == 0) {
      if (!window_.load()) return false;
      continue;
    }
    const char c = window_[0];
    if (c == '%' && window_.dropped() == line_begin_) {
      read_line();
      continue;
    }
    if (c == kByteOrderMark[0] || c == kNoBreakSpace[0]) {
      window_.want(kByteOrderMark.size());
      if (window_.text().starts_with(kByteOrderMark)) {
        window_.drop(kByteOrderMark.size());
        continue;
      }
      if (window_.text().starts_with(kNoBreakSpace)) {
        window_.drop(kNoBreakSpace.size());
        continue;
      }
    }
    return true;
  }
}

// ; …: up to the end of the line.
PgnToken PgnTokens::line_comment() {
  std::size_t end = window_.text().find('\n');
  while (end == std::string_view::npos && window_.size() <= kLargestToken) {
    const std::size_t scanned = window_.size();
    if (!window_.load()) break;
    end = window_.text().find('\n', scanned);
  }
  const std::size_t length = std::min(end, window_.size());
  if (length > kLargestToken)
    return fault(Fault::MoveText, 0,
                 fmt::format("a comment of more than {} MiB", kLargestToken >> 20));
  PgnToken token = take(Token::Comment, length);
  token.text.remove_prefix(1);
  token.text = without_return(token.text);
  return token;
}

// [Name "value"], all on one line. In the value, \" stands for a quotation mark and \\ for a
// backslash. A mark that no bracket follows does not end the value, for many files have
// [Event "The "Immortal" game"]; and a backslash before the last mark may be just a backslash.
PgnToken PgnTokens::tag() {
  line_is_tag_ = line_is_tag_ || line_is_fresh_;
  const auto byte = [this](std::size_t i) {
    while (i >= window_.size())
      if (!window_.load()) return '\n';
    return window_[i];
  };
  const auto skip_blanks_from = [&](std::size_t i) {
    while (is_blank(byte(i))) ++i;
    return i;
  };

  if (byte(1) == '/') {
    window_.want(kLookAhead);
    if (window_.text().starts_with("[/pgn]") || window_.text().starts_with("[/PGN]")) {
      PgnToken token = take(Token::Ignored, std::string_view("[/pgn]").size());
      token.oddity = "a [pgn] around the game";
      return token;
    }
  }
  const std::size_t name_at = skip_blanks_from(1);
  std::size_t i = name_at;
  while (is_in_tag_name(byte(i)) && i - name_at <= kLargestSymbol) ++i;
  const std::size_t name_length = i - name_at;
  if (name_length == 0 || name_length > kLargestSymbol)
    return fault(Fault::Tag, name_at, "a [ without the name of a tag behind it");
  const auto name = [&] {
    return window_.text().substr(name_at, std::min<std::size_t>(name_length, 40));
  };
  i = skip_blanks_from(i);
  if (byte(i) == ']' && (name() == "pgn" || name() == "PGN")) {
    PgnToken token = take(Token::Ignored, i + 1);  // forums put games between [pgn] and [/pgn]
    token.oddity = "a [pgn] around the game";
    return token;
  }
  const auto tag_token = [&](std::size_t length, std::size_t from, std::size_t end) {
    PgnToken token = take(Token::Tag, length);
    token.name = token.text.substr(name_at, name_length);
    token.text = token.text.substr(from, end - from);
    token.number = static_cast<unsigned>(from);
    return token;
  };
  // Where the bracket is that ends the line; 0 if there is none.
  const auto last_bracket = [&](std::size_t from) {
    std::size_t bracket = 0;
    for (std::size_t k = from; byte(k) != '\n' && k - from <= kLargestToken; ++k)
      if (!is_blank(byte(k))) bracket = byte(k) == ']' ? k : 0;
    return bracket;
  };
  if (byte(i) != '"' && name() == "FEN") {
    if (const std::size_t bracket = last_bracket(i); bracket > i) {
      PgnToken token = tag_token(bracket + 1, i, bracket);
      token.oddity = "a tag whose value has no quotation marks";
      return token;
    }
  }
  if (byte(i) != '"')
    return fault(Fault::Tag, i, fmt::format("the tag {} has no value in quotation marks", name()));

  const std::size_t value_at = i + 1;
  std::size_t value_end = 0;    // where the mark that ends the value is
  std::size_t escaped_end = 0;  // the same for a mark with a backslash before it
  bool odd_mark = false;        // a mark inside the value without a backslash
  bool has_backslash = false;
  const auto closes = [&](std::size_t mark) { return byte(skip_blanks_from(mark + 1)) == ']'; };
  value_.clear();
  for (i = value_at; value_end == 0; ++i) {
    const char c = byte(i);
    if (i - value_at > kLargestToken)
      return fault(Fault::Tag, 0, fmt::format("a tag of more than {} MiB", kLargestToken >> 20));
    if (c == '\n') break;
    if (c == '\\' && (byte(i + 1) == '"' || byte(i + 1) == '\\')) {
      has_backslash = true;
      ++i;
      if (byte(i) == '"' && closes(i)) escaped_end = i;
    } else if (c == '"') {
      if (closes(i))
        value_end = i;
      else
        odd_mark = true;
    }
  }
  std::string_view oddity;
  if (odd_mark) oddity = "a quotation mark in the value of a tag without a backslash";
  if (value_end == 0 && escaped_end != 0) {
    value_end = escaped_end;
    oddity = "a backslash before the last quotation mark of a tag";
  }
  bool lacks_mark = false;
  if (const std::size_t bracket = value_end == 0 && !odd_mark ? last_bracket(value_at) : 0;
      bracket != 0) {
    value_end = bracket;
    lacks_mark = true;
    oddity = "a tag whose value lacks its closing quotation mark";
  }
  if (value_end == 0) {
    if (odd_mark)
      return fault(Fault::Tag, i, fmt::format("the tag {} lacks its closing ]", name()));
    return fault(Fault::Unterminated, value_at - 1,
                 fmt::format("the value of the tag {} lacks its closing quotation mark", name()));
  }

  const std::size_t length = lacks_mark ? value_end + 1 : skip_blanks_from(value_end + 1) + 1;
  PgnToken token = tag_token(length, value_at, value_end);
  token.oddity = oddity;
  if (has_backslash) {
    for (std::size_t k = 0; k < token.text.size(); ++k) {
      if (token.text[k] == '\\' && k + 1 < token.text.size() &&
          (token.text[k + 1] == '"' || token.text[k + 1] == '\\'))
        ++k;
      value_ += token.text[k];
    }
    token.text = value_;
  }
  return token;
}

// "12.", "12...", "12"; or a symbol that begins with a digit: "1-0", "0-0".
PgnToken PgnTokens::number() {
  const char* const text = window_.text().data();
  std::size_t length = 0;
  unsigned value = 0;
  while (is_digit(text[length]) && length < 6)
    value = value * 10 + static_cast<unsigned>(text[length++] - '0');
  if (text[length] != '.' && !ends_symbol(text[length])) return symbol();
  while (text[length] == '.' && length < kLargestSymbol) ++length;
  PgnToken token = take(Token::Number, length);
  token.number = value;
  return token;
}

PgnToken PgnTokens::symbol() {
  const char* const text = window_.text().data();
  std::size_t length = 0;
  while (!ends_symbol(text[length]) && length <= kLargestSymbol) ++length;
  if (length > kLargestSymbol)
    return fault(Fault::MoveText, 0, fmt::format("a word of more than {} letters", kLargestSymbol));
  // A promotion in brackets: e8(Q).
  if (text[length] == '(' && is_letter(text[length + 1]) && text[length + 2] == ')' &&
      is_digit(text[length - 1]))
    length += 3;

  PgnToken token = take(Token::Move, length);
  const std::string_view word = token.text;
  // Most are moves that nothing else looks like.
  if (word[0] >= 'a' && word[0] <= 'h' && word != "e.p." && word != "ep") return token;
  if (word.size() > 2 && word[0] >= 'B' && word[0] <= 'R') return token;
  if (word == "e.p." || word == "ep") {
    token.kind = Token::Ignored;
  } else if (word == "--" || word == "Z0" || word == "@@@@") {
    token.kind = Token::NullMove;
  } else if (const auto result = pgn_result_from(word)) {
    token.kind = Token::Result;
    token.result = *result;
  } else if (const auto nag = nag_from(word)) {
    token.kind = Token::Nag;
    token.number = *nag;
  }
  return token;
}

// "$" and a number.
PgnToken PgnTokens::nag() {
  constexpr unsigned most = 999'999;  // more is only counted as too much
  const char* const text = window_.text().data();
  std::size_t length = 1;
  unsigned value = 0;
  for (; is_digit(text[length]) && length < kLargestSymbol; ++length)
    value = std::min(value * 10 + static_cast<unsigned>(text[length] - '0'), most);
  if (length == 1) return fault(Fault::MoveText, 0, "a $ without a number behind it");
  PgnToken token = take(Token::Nag, length);
  token.number = value;
  return token;
}

// "!", "?!" and so on.
PgnToken PgnTokens::suffix() {
  const char* const text = window_.text().data();
  std::size_t length = 0;
  while ((text[length] == '!' || text[length] == '?') && length < kLargestSymbol) ++length;
  PgnToken token = take(Token::Nag, length);
  if (const auto nag = nag_from(token.text)) {
    token.number = *nag;
  } else {
    token.kind = Token::Ignored;
    token.oddity = "a mark that is none of ! ? !! ?? !? ?!";
  }
  return token;
}

}  // namespace tabiya
