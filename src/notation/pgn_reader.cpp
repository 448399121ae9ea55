#include "notation/pgn_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "chess/outcome.h"
#include "notation/pgn_start.h"
#include "notation/san.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;
using Token = PgnToken::Kind;

// "12. e4" or "12... e5"
std::string numbered(const Position& position, std::string_view move) {
  constexpr std::size_t longest = 16;  // more would be a row of marks
  return fmt::format("{}{} {}", position.fullmove_number(),
                     position.side_to_move() == Color::White ? "." : "...",
                     move.substr(0, longest));
}

}  // namespace

bool PgnReader::read_game(PgnVisitor& visitor) {
  if (!find_game(visitor)) return false;
  visitor.begin_game(token_.place);
  Fault fault = read_tags(visitor);
  if (!fault) fault = set_up(visitor);
  if (!fault) fault = choice_ == PgnChoice::Read ? read_moves(visitor) : skip_moves(visitor);
  if (fault) {
    leave_broken_game();
    visitor.broken(*fault);
  }
  return true;
}

// Goes on to the first token of a game.
bool PgnReader::find_game(PgnVisitor& visitor) {
  if (!std::exchange(token_is_next_, false)) advance();
  while (token_.kind == Token::Comment || token_.kind == Token::Nag ||
         token_.kind == Token::Ignored) {
    warn(
        visitor, Kind::MoveText,
        token_.kind == Token::Comment ? "a comment outside of a game" : "a mark outside of a game");
    advance();
  }
  return token_.kind != Token::End;
}

// What is left of the game is skipped, unless the token at hand is the next game's first.
void PgnReader::leave_broken_game() {
  token_is_next_ = token_.kind == Token::Tag || token_.kind == Token::End;
  if (!token_is_next_) tokens_.skip_game();
}

PgnReader::Fault PgnReader::read_tags(PgnVisitor& visitor) {
  tag_names_.clear();
  setup_ = fen_ = variant_ = result_ = {};
  for (;; advance()) {
    switch (token_.kind) {
      case Token::Tag:
        if (next_game_begins()) return std::nullopt;
        last_tag_line_ = token_.place.line;
        note_tag(visitor);
        break;
      case Token::Comment:
        visitor.comment(token_.text);
        break;
      case Token::Fault:
        return fault_here(token_.fault, std::string(token_.text));
      default:
        return std::nullopt;
    }
  }
}

// Is the tag at hand already the next game's, because this one has neither moves nor a result?
// Event comes first; so it is if something stands before it that is no tag, an empty line as a
// rule, or if it comes for the second time.
bool PgnReader::next_game_begins() const {
  if (token_.name != kSevenTagRoster[0] || !token_.starts_line || tag_names_.empty()) return false;
  return token_.place.line > last_tag_line_ + 1 ||
         (tag_names_.size() > 1 &&
          std::ranges::find(tag_names_, kSevenTagRoster[0]) != tag_names_.end());
}

void PgnReader::note_tag(PgnVisitor& visitor) {
  constexpr std::size_t most_names = 64;  // enough for real games, few for hostile ones
  if (!token_.oddity.empty()) warn(visitor, Kind::Tag, std::string(token_.oddity));
  visitor.tag(token_.name, token_.text);
  if (std::ranges::find(tag_names_, token_.name) != tag_names_.end()) {
    warn(visitor, Kind::Tag, fmt::format("the tag {} comes twice", token_.name.substr(0, 40)));
    return;  // the first one counts
  }
  // Those that matter are always kept.
  const bool matters = std::ranges::find(kSevenTagRoster, token_.name) != kSevenTagRoster.end() ||
                       token_.name == "FEN" || token_.name == "SetUp" || token_.name == "Variant";
  if (matters || tag_names_.size() < most_names) tag_names_.emplace_back(token_.name);
  TagValue* const wanted = token_.name == "FEN"       ? &fen_
                           : token_.name == "SetUp"   ? &setup_
                           : token_.name == "Variant" ? &variant_
                           : token_.name == "Result"  ? &result_
                                                      : nullptr;
  if (wanted == nullptr) return;
  wanted->text = token_.text;
  wanted->place = {token_.place.line, token_.place.column + token_.number};
}

void PgnReader::warn_of_missing_tags(PgnVisitor& visitor) {
  std::string missing;
  for (const std::string_view name : kSevenTagRoster)
    if (std::ranges::find(tag_names_, name) == tag_names_.end())
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
  if (missing.empty()) return;
  warn(visitor, Kind::Tag,
       tag_names_.empty() ? "a game without tags" : fmt::format("missing tags: {}", missing));
}

// The tags are read: the moves begin.
PgnReader::Fault PgnReader::set_up(PgnVisitor& visitor) {
  warn_of_missing_tags(visitor);
  auto start = pgn_start(setup_.text, fen_.text, variant_.text);
  if (!start) {
    NotationError& error = start.error();
    PgnPlace place = variant_.place;
    if (error.kind != Kind::Tag) place = {fen_.place.line, fen_.place.column + error.at};
    return PgnProblem{error.kind, place, std::move(error.message)};
  }
  for (std::string& warning : start->warnings)
    visitor.warning({Kind::Tag,
                     fen_.text     ? fen_.place
                     : setup_.text ? setup_.place
                                   : variant_.place,
                     std::move(warning)});
  lines_.clear();
  lines_.push_back({start->position, start->position});
  number_warned_ = false;
  choice_ = visitor.begin_moves(start->position, start->variant);
  return std::nullopt;
}

PgnReader::Fault PgnReader::read_moves(PgnVisitor& visitor) {
  for (;; advance()) {
    Fault fault;
    switch (token_.kind) {
      case Token::Move:
        fault = play(visitor);
        break;
      case Token::Number:
        check_number(visitor);
        break;
      case Token::Comment:
        visitor.comment(token_.text);
        break;
      case Token::Nag:
        annotate(visitor);
        break;
      case Token::Open:
        fault = open_variation(visitor);
        break;
      case Token::Close:
        fault = close_variation(visitor);
        break;
      case Token::NullMove:
        fault = pass(visitor);
        break;
      case Token::Ignored:
        if (!token_.oddity.empty()) warn(visitor, Kind::MoveText, std::string(token_.oddity));
        break;
      case Token::Result:
        if (lines_.size() == 1) return end_with_result(visitor);
        warn(visitor, Kind::MoveText, "a result inside a variation");
        break;
      case Token::Tag:
        if (token_.starts_line) return end_without_result(visitor);
        token_.kind = Token::Fault;  // so that the rest of the line is skipped
        return fault_here(Kind::Tag, "a tag among the moves");
      case Token::End:
        return end_without_result(visitor);
      case Token::Fault:
        return fault_here(token_.fault, std::string(token_.text));
    }
    if (fault) return fault;
  }
}

PgnReader::Fault PgnReader::play(PgnVisitor& visitor) {
  Line& line = lines_.back();
  const auto move = parse_san(line.position, token_.text);
  if (!move) {
    const NotationError& error = move.error();
    if (error.kind == Kind::MoveFormat) return fault_here(error.kind, error.message);
    return fault_here(error.kind,
                      fmt::format("{}: {}", numbered(line.position, token_.text), error.message));
  }
  visitor.move(line.position, *move);
  line.before = line.position;
  line.position.play(*move);
  line.has_move = true;
  return std::nullopt;
}

PgnReader::Fault PgnReader::pass(PgnVisitor& visitor) {
  Line& line = lines_.back();
  const auto refuse = [&](Kind kind, std::string_view why) {
    return fault_here(kind,
                      fmt::format("{}: illegal: {}", numbered(line.position, token_.text), why));
  };
  if (lines_.size() == 1)
    return refuse(Kind::IllegalMove, "passing is not allowed, except in a variation");
  if (line.position.in_check()) return refuse(Kind::KingInCheck, "passing is not allowed in check");
  visitor.null_move(line.position);
  line.before = line.position;
  line.position = line.before.after_pass();
  line.has_move = true;
  return std::nullopt;
}

void PgnReader::check_number(PgnVisitor& visitor) {
  const auto expected = static_cast<unsigned>(lines_.back().position.fullmove_number());
  if (token_.number == expected || std::exchange(number_warned_, true)) return;
  warn(visitor, Kind::MoveText,
       fmt::format("move number {} instead of {}", token_.number, expected));
}

void PgnReader::annotate(PgnVisitor& visitor) {
  constexpr unsigned most = 255;
  if (token_.number > most)
    warn(visitor, Kind::MoveText, fmt::format("a NAG above {}", most));
  else if (!lines_.back().has_move)
    warn(visitor, Kind::MoveText, "a mark before the first move");
  else
    visitor.nag(static_cast<Nag>(token_.number));
}

PgnReader::Fault PgnReader::open_variation(PgnVisitor& visitor) {
  const Line& line = lines_.back();
  if (!line.has_move)
    return fault_here(Kind::MoveText, "a variation before the first move of its line");
  if (lines_.size() > kDeepestVariation)
    return fault_here(Kind::MoveText,
                      fmt::format("variations more than {} deep", kDeepestVariation));
  if (visitor.begin_variation() == PgnChoice::Skip) return skip_variation();
  lines_.push_back(Line{line.before, line.before, false, token_.place});
  return std::nullopt;
}

PgnReader::Fault PgnReader::close_variation(PgnVisitor& visitor) {
  if (lines_.size() == 1) return fault_here(Kind::MoveText, "a ) without a ( before it");
  if (!lines_.back().has_move) warn(visitor, Kind::MoveText, "a variation without moves");
  lines_.pop_back();
  visitor.end_variation();
  return std::nullopt;
}

PgnReader::Fault PgnReader::skip_variation() {
  const PgnPlace opened = token_.place;
  for (std::size_t depth = 1; depth > 0;) {
    advance();
    if (token_.kind == Token::Open) ++depth;
    if (token_.kind == Token::Close) --depth;
    if (token_.kind == Token::Fault) return fault_here(token_.fault, std::string(token_.text));
    if (token_.kind == Token::End || (token_.kind == Token::Tag && token_.starts_line))
      return PgnProblem{Kind::Unterminated, opened, "a variation without its closing )"};
  }
  return std::nullopt;
}

PgnReader::Fault PgnReader::skip_moves(PgnVisitor& visitor) {
  std::size_t depth = 0;
  for (;; advance()) {
    if (token_.kind == Token::Open) ++depth;
    if (token_.kind == Token::Close && depth > 0) --depth;
    if (token_.kind == Token::Fault) return fault_here(token_.fault, std::string(token_.text));
    const bool has_result = token_.kind == Token::Result && depth == 0;
    token_is_next_ = token_.kind == Token::End || (token_.kind == Token::Tag && token_.starts_line);
    if (has_result || token_is_next_) {
      visitor.end_game(has_result ? token_.result : PgnResult::Unknown);
      return std::nullopt;
    }
  }
}

PgnReader::Fault PgnReader::end_with_result(PgnVisitor& visitor) {
  const PgnResult result = token_.result;
  const auto announced = result_.text ? pgn_result_from(*result_.text) : std::nullopt;
  if (announced && announced != result)
    warn(visitor, Kind::Tag,
         fmt::format("the Result tag says {}, but the moves end with {}", to_string(*announced),
                     to_string(result)));
  const Position& last = lines_.front().position;
  if (lines_.front().has_move && is_checkmate(last)) {
    const PgnResult mate =
        last.side_to_move() == Color::White ? PgnResult::BlackWins : PgnResult::WhiteWins;
    if (mate != result)
      warn(visitor, Kind::MoveText,
           fmt::format("the last move is checkmate, but the result is {}", to_string(result)));
  }
  // What follows on the same line still belongs to this game.
  for (advance(); !token_.starts_line; advance()) {
    if (token_.kind == Token::Comment)
      visitor.comment(token_.text);
    else if (token_.kind == Token::Result)
      warn(visitor, Kind::MoveText, "a second result");
    else
      break;
  }
  token_is_next_ = true;
  visitor.end_game(result);
  return std::nullopt;
}

// The text ends, or the next game begins, where a result should be.
PgnReader::Fault PgnReader::end_without_result(PgnVisitor& visitor) {
  if (lines_.size() > 1)
    return PgnProblem{Kind::Unterminated, lines_.back().opened,
                      "a variation without its closing )"};
  warn(visitor, Kind::MoveText, "a game without a result at its end");
  token_is_next_ = true;
  visitor.end_game(
      (result_.text ? pgn_result_from(*result_.text) : std::nullopt).value_or(PgnResult::Unknown));
  return std::nullopt;
}

}  // namespace tabiya
