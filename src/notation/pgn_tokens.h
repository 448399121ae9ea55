// PGN text cut into tokens, without knowing chess.
//
// Bounded memory: one token at a time is held, and none is larger than kLargestToken.
//
// Broken text must not swallow the games behind it. A line looks like the beginning of a game if
// it starts with
//  - [Event "   whatever stands before it, or
//  - any tag, such as [White ", if the line before is blank.
// (Blanks in front of the bracket do not matter.) If a comment has such a line inside, and another
// { or the end of the text comes before the next }, then its closing brace was forgotten, and the
// next game begins at that line. If } comes first, the comment quotes a game: some people do.
// Only a forgotten brace before games that contain a } but no { is taken for a long comment.
//
// skip_game() goes to the next line that looks like the beginning of a game, and knows two more
// kinds: a tag line after a line that is no tag line; and, for games without tags, any line after
// a blank one if the text before the blank ended with a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "notation/error.h"
#include "notation/text_source.h"

namespace tabiya {

// Both from 1. Columns count bytes.
struct PgnPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool operator==(const PgnPlace&) const = default;
};

enum class PgnResult : std::uint8_t { WhiteWins, BlackWins, Draw, Unknown };

std::string_view to_string(PgnResult);  // "1-0", "0-1", "1/2-1/2", "*"
// Takes "1/2" and "½-½" too; nothing for other texts.
std::optional<PgnResult> pgn_result_from(std::string_view);

// Letters, digits and _ - + # = : make the name of a tag.
constexpr bool is_in_tag_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '+' || c == '#' || c == '=' ||
         c == ':';
}
bool is_tag_name(std::string_view);

struct PgnToken {
  enum class Kind : std::uint8_t {
    Tag,       // name and text, its unescaped value, which begins `number` bytes after the [
    Number,    // number, of a move; its periods are part of the token
    Move,      // text
    NullMove,  // text
    Result,    // result
    Comment,   // text between the braces, or behind the semicolon
    Nag,       // number; suffixes such as !? are NAGs too
    Open,      // (
    Close,     // )
    Ignored,   // what says nothing: "e.p." behind a capture
    Fault,     // fault and text, the sentence
    End,
  };

  Kind kind = Kind::End;
  bool starts_line = false;  // only blanks before it
  PgnResult result = PgnResult::Unknown;
  NotationError::Kind fault = NotationError::Kind::MoveText;
  unsigned number = 0;
  PgnPlace place{};
  std::string_view text{};  // valid until the next token
  std::string_view name{};
  std::string_view oddity{};  // what the reader overlooked in this token; empty for nothing
};

class PgnTokens {
 public:
  static constexpr std::size_t kLargestToken = std::size_t{16} << 20;  // 16 MiB
  static constexpr std::size_t kLargestSymbol = 255;  // moves, numbers and tag names

  explicit PgnTokens(TextSource& source) : window_(source) {}

  PgnToken next();

  // Goes to where the next game begins, or to the end.
  void skip_game();

  const TextWindow& window() const { return window_; }

  // What stands between tokens of a line.
  static constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
  }

 private:
  // With this much loaded, everything short can be looked at without asking for more: a symbol, a
  // tag's name, the beginning of a line.
  static constexpr std::size_t kLookAhead = 2 * kLargestSymbol;

  struct LineFacts {
    bool blank = true;
    bool bracket = false;  // its first character is [
    bool ends_in_result = false;
  };

  // Each of these takes one token, or a part of one, off the front of the text.
  PgnToken take(PgnToken::Kind, std::size_t length);
  PgnToken fault(NotationError::Kind, std::size_t at, std::string message);
  PgnToken comment();
  PgnToken line_comment();
  PgnToken tag();
  PgnToken number();
  PgnToken symbol();
  PgnToken nag();
  PgnToken suffix();
  bool skip_blanks();
  LineFacts read_line();

  // A line ends with the byte that far ahead.
  void note_line_end(std::size_t ahead) {
    ++line_;
    line_begin_ = window_.dropped() + ahead + 1;
    line_is_fresh_ = true;
    line_is_tag_ = false;
  }
  // Does the line that begins there look like the beginning of a game?
  bool begins_game(std::size_t ahead, bool any_tag) const;

  PgnPlace place(std::size_t ahead) const {
    return {line_, window_.dropped() + ahead - line_begin_ + 1};
  }

  TextWindow window_;
  std::uint64_t line_ = 1;
  std::uint64_t line_begin_ = 0;  // in bytes from the start of the text
  bool line_is_fresh_ = true;     // nothing but blanks so far
  bool line_is_tag_ = false;      // it began with a [
  bool at_game_start_ = false;    // a broken comment ended where the next game begins
  std::string value_;             // of a tag, or the sentence of a fault
};

}  // namespace tabiya
