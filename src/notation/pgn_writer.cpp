#include "notation/pgn_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/pgn_start.h"
#include "notation/san.h"

namespace tabiya {

namespace {

// Words put into lines.
class Lines {
 public:
  // A word in a place where a line may be broken.
  void word(std::string_view word) {
    const std::size_t width = columns(word);
    if (column_ > 0 && !glue_) {
      if (column_ + 1 + width > kColumns)
        end_line();
      else
        append(" ", 1);
    }
    glue_ = false;
    append(word, width);
  }
  // Right behind the last word.
  void close(std::string_view text) { append(text, columns(text)); }
  // The next word follows right behind this one.
  void open(std::string_view text) {
    word(text);
    glue_ = true;
  }
  void end_line() {
    if (column_ > 0) text_ += '\n';
    column_ = 0;
    glue_ = false;
  }

  std::string text() && { return std::move(text_); }

 private:
  static constexpr std::size_t kColumns = 79;

  // Characters, not bytes: in UTF-8 all but the first byte of a character are 10xxxxxx.
  static std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
  void append(std::string_view text, std::size_t width) {
    text_ += text;
    column_ += width;
  }

  std::string text_;
  std::size_t column_ = 0;
  bool glue_ = false;
};

// A line may be broken at a single space, which the reader puts back; but not where the next
// line would begin with a [ or a %, for those mean something there.
bool may_break(std::string_view text, std::size_t space) {
  return text[space] == ' ' && space > 0 && space + 1 < text.size() && !is_space(text[space - 1]) &&
         !is_space(text[space + 1]) && text[space + 1] != '[' && text[space + 1] != '%';
}

void write_comment(Lines& lines, const std::string& comment) {
  const std::string text = tidy_comment(comment);
  if (text.empty()) return;
  // Only a comment to the end of the line can have a closing brace inside.
  if (text.find('}') != text.npos) {
    lines.word("; " + text);
    lines.end_line();
    return;
  }
  std::string word = "{ ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (may_break(text, i)) {
      lines.word(word);
      word.clear();
    } else {
      word += text[i];
    }
  }
  lines.word(word + " }");
}

// Writes a tree without recursion, however deep its variations are.
class MoveWriter {
 public:
  MoveWriter(const GameTree& tree, Lines& lines) : tree_(tree), lines_(lines) {}

  void write() {
    comments(tree_.comments(GameTree::kRoot));
    needs_number_ = true;
    if (const auto first = tree_.first_child(GameTree::kRoot))
      open_.push_back({*first, tree_.start()});
    while (!open_.empty()) step();
  }

 private:
  // A line that is being written.
  struct Line {
    NodeId node;  // the move whose turn it is
    Position before;
    bool written = false;
    std::optional<NodeId> variation{};  // instead of the move, still to be written
  };

  void step() {
    Line& line = open_.back();
    if (!line.written) {
      write_move(line);
      line.written = true;
      // Only the first child is the move that the others are variations of.
      if (tree_.first_child(*tree_.parent(line.node)) == line.node)
        line.variation = tree_.next_sibling(line.node);
    } else if (line.variation) {
      const NodeId first = *line.variation;
      line.variation = tree_.next_sibling(first);
      lines_.open("(");
      needs_number_ = true;
      open_.push_back(Line{first, Position(line.before)});
    } else if (const auto next = tree_.first_child(line.node)) {
      line.before = after(line.before, tree_.move(line.node));
      line.node = *next;
      line.written = false;
    } else {
      open_.pop_back();
      if (open_.empty()) return;
      lines_.close(")");
      needs_number_ = true;
    }
  }

  void write_move(const Line& line) {
    comments(tree_.comments_before(line.node));
    const bool white = line.before.side_to_move() == Color::White;
    if (white || needs_number_)
      lines_.word(fmt::format("{}{}", line.before.fullmove_number(), white ? "." : "..."));
    needs_number_ = false;
    const auto move = tree_.move(line.node);
    lines_.word(move ? to_san(line.before, *move) : "--");
    for (const Nag nag : tree_.nags(line.node))
      lines_.word(fmt::format("${}", static_cast<int>(nag)));
    comments(tree_.comments(line.node));
  }

  void comments(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      write_comment(lines_, text);
      needs_number_ = true;
    }
  }

  const GameTree& tree_;
  Lines& lines_;
  std::vector<Line> open_;
  bool needs_number_ = true;  // even before a move of Black
};

// The tags as they are written: the game itself has the last word on some.
PgnTags tags_of(const PgnGame& game) {
  PgnTags tags;
  for (const std::string_view name : kSevenTagRoster)
    tags.add(name, game.tags.value(name).value_or(name == "Date" ? "????.??.??" : "?"));
  tags.set("Result", to_string(game.result));
  for (const PgnTag& tag : game.tags)
    if (!tags.value(tag.name)) tags.add(tag.name, tag.value);

  const bool shuffled = game.variant == Variant::Chess960;
  const auto variant = tags.value("Variant");
  if (variant && variant_from_tag(*variant) != game.variant) tags.remove("Variant");
  if (shuffled && !tags.value("Variant")) tags.add("Variant", "Chess960");
  if (shuffled || game.tree.start() != Position::start()) {
    tags.set("SetUp", "1");
    tags.set("FEN", to_fen(game.tree.start()));
  } else {
    tags.remove("SetUp");
    tags.remove("FEN");
  }
  return tags;
}

std::string tag_text(const PgnTag& tag) {
  std::string value;
  for (const char c : tag.value) {
    if (c == '"' || c == '\\') value += '\\';
    value += c == '\n' || c == '\r' ? ' ' : c;
  }
  return fmt::format("[{} \"{}\"]\n", tag.name, value);
}

}  // namespace

std::string to_pgn(const PgnGame& game) {
  std::string text;
  for (const PgnTag& tag : tags_of(game))
    if (is_tag_name(tag.name)) text += tag_text(tag);
  text += '\n';
  Lines lines;
  MoveWriter(game.tree, lines).write();
  lines.word(to_string(game.result));
  lines.end_line();
  return text + std::move(lines).text() + '\n';
}

}  // namespace tabiya
