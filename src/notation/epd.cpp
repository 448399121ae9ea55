#include "notation/epd.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/text.h"
#include "notation/fen.h"
#include "notation/san.h"

namespace tabiya {

namespace {

using Kind = NotationError::Kind;

constexpr std::array<std::string_view, 5> kMoveOpcodes{"bm", "am", "pm", "sm", "pv"};

bool has_moves(std::string_view opcode) {
  return std::ranges::find(kMoveOpcodes, opcode) != kMoveOpcodes.end();
}

class EpdParser {
 public:
  explicit EpdParser(std::string_view line) : line_(line) {}

  std::expected<Epd, NotationError> parse() {
    auto position = read_position();
    if (!position) return std::unexpected(std::move(position.error()));
    Epd epd{.position = *position};
    for (skip_blanks_and(';'); at_ < line_.size(); skip_blanks_and(';'))
      if (auto error = read_operation(epd)) return std::unexpected(std::move(*error));
    return epd;
  }

 private:
  using Fault = std::optional<NotationError>;

  struct Operand {
    EpdOperand value;
    std::size_t at;
  };

  void skip_blanks_and(char other) {
    while (at_ < line_.size() && (is_space(line_[at_]) || line_[at_] == other)) ++at_;
  }

  // Four fields, and two more if they are numbers.
  std::expected<Position, NotationError> read_position() {
    WordReader words(line_);
    std::size_t begin = 0;
    std::size_t end = 0;
    for (int count = 0; count < 6; ++count) {
      auto word = words.next();
      if (!word) break;
      if (count == 0) begin = word->at;
      // The separator may be glued to the last field: "0 1;D1 20".
      const std::size_t separator = count >= 3 ? word->text.find(';') : word->text.npos;
      word->text = word->text.substr(0, separator);
      if (count >= 4 && !number_from<unsigned>(word->text)) break;
      end = word->at + word->text.size();
      if (separator != word->text.npos) break;
    }
    auto position = parse_fen(line_.substr(begin, end - begin));
    if (!position) position.error().at += begin;
    at_ = end;
    return position;
  }

  Fault read_operation(Epd& epd) {
    const std::size_t begin = at_;
    while (at_ < line_.size() && !is_space(line_[at_]) && line_[at_] != ';') ++at_;
    const std::string_view opcode = line_.substr(begin, at_ - begin);
    if (!is_letter(opcode[0]) || !std::ranges::all_of(opcode, [](char c) {
          return is_letter(c) || is_digit(c) || c == '_';
        }))
      return NotationError{Kind::Operation, begin,
                           fmt::format("{} is not the name of an operation", in_quotes(opcode))};

    std::vector<Operand> operands;
    for (skip_blanks_and(' '); at_ < line_.size() && line_[at_] != ';'; skip_blanks_and(' '))
      if (auto error = read_operand(operands)) return error;

    if (opcode == "hmvc" || opcode == "fmvn") return set_clock(epd, opcode, operands, begin);
    EpdOperation operation{.opcode = std::string(opcode)};
    if (has_moves(opcode)) {
      if (auto error = resolve(epd.position, operands, operation, begin)) return error;
    } else {
      for (Operand& operand : operands) operation.operands.push_back(std::move(operand.value));
    }
    epd.operations.push_back(std::move(operation));
    return std::nullopt;
  }

  // A word, or a text in quotation marks in which \" and \\ stand for themselves.
  Fault read_operand(std::vector<Operand>& operands) {
    const std::size_t begin = at_;
    if (line_[at_] != '"') {
      while (at_ < line_.size() && !is_space(line_[at_]) && line_[at_] != ';') ++at_;
      operands.push_back({{std::string(line_.substr(begin, at_ - begin)), false}, begin});
      return std::nullopt;
    }
    std::string text;
    const auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
    for (++at_; at_ < line_.size() && line_[at_] != '"' && !is_line_end(line_[at_]); ++at_) {
      const bool escape = line_[at_] == '\\' && at_ + 1 < line_.size() &&
                          (line_[at_ + 1] == '"' || line_[at_ + 1] == '\\');
      if (escape) ++at_;
      text += line_[at_];
    }
    if (at_ == line_.size() || line_[at_] != '"')
      return NotationError{Kind::Unterminated, begin, "a text without its closing quotation mark"};
    ++at_;
    operands.push_back({{std::move(text), true}, begin});
    return std::nullopt;
  }

  static Fault set_clock(Epd& epd, std::string_view opcode, const std::vector<Operand>& operands,
                         std::size_t at) {
    const unsigned least = opcode == "fmvn" ? 1 : 0;
    const auto value =
        operands.size() == 1 ? number_from<std::uint16_t>(operands[0].value.text) : std::nullopt;
    if (!value || *value < least)
      return NotationError{Kind::Operation, operands.empty() ? at : operands[0].at,
                           fmt::format("{} takes one number from {} to {}", opcode, least,
                                       std::numeric_limits<std::uint16_t>::max())};
    Setup setup = epd.position.setup();
    (opcode == "fmvn" ? setup.fullmove_number : setup.halfmove_clock) = *value;
    epd.position = *Position::from(setup);  // the board is the same, so it is still legal
    return std::nullopt;
  }

  // Moves of this position or, for pv, moves that follow one another.
  static Fault resolve(const Position& start, const std::vector<Operand>& operands,
                       EpdOperation& operation, std::size_t at) {
    if (operands.empty())
      return NotationError{Kind::Operation, at, fmt::format("{} names no move", operation.opcode)};
    Position position = start;
    for (const Operand& operand : operands) {
      const auto move = parse_san(position, operand.value.text);
      if (!move)
        return NotationError{move.error().kind, operand.at + move.error().at,
                             fmt::format("{}: {}", operation.opcode, move.error().message)};
      operation.moves.push_back(*move);
      if (operation.opcode == "pv") position.play(*move);
    }
    return std::nullopt;
  }

  std::string_view line_;
  std::size_t at_ = 0;
};

std::string operand_text(const EpdOperand& operand) {
  if (!operand.quoted) return operand.text;
  std::string text = "\"";
  for (const char c : operand.text) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text + '"';
}

}  // namespace

const EpdOperation* Epd::find(std::string_view opcode) const {
  const auto found = std::ranges::find(operations, opcode, &EpdOperation::opcode);
  return found == operations.end() ? nullptr : &*found;
}

std::vector<Move> Epd::moves(std::string_view opcode) const {
  const EpdOperation* const operation = find(opcode);
  return operation == nullptr ? std::vector<Move>{} : operation->moves;
}

std::optional<std::string_view> Epd::text(std::string_view opcode) const {
  const EpdOperation* const operation = find(opcode);
  if (operation == nullptr || operation->operands.empty()) return std::nullopt;
  return operation->operands[0].text;
}

std::optional<std::int64_t> Epd::number(std::string_view opcode) const {
  const auto digits = text(opcode);
  return digits ? number_from<std::int64_t>(*digits) : std::nullopt;
}

std::expected<Epd, NotationError> parse_epd(std::string_view line) {
  return EpdParser(line).parse();
}

std::expected<std::optional<Epd>, NotationError> parse_epd_line(std::string_view line) {
  line = without_byte_order_mark(without_return(line));
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || line[first] == '#') return std::nullopt;
  return parse_epd(line);
}

std::string to_epd(const Epd& epd) {
  std::string line = to_fen_fields(epd.position);
  if (epd.position.halfmove_clock() != 0)
    line += fmt::format(" hmvc {};", epd.position.halfmove_clock());
  if (epd.position.fullmove_number() != 1)
    line += fmt::format(" fmvn {};", epd.position.fullmove_number());
  for (const EpdOperation& operation : epd.operations) {
    line += ' ' + operation.opcode;
    for (const EpdOperand& operand : operation.operands) line += ' ' + operand_text(operand);
    Position position = epd.position;
    for (const Move move : operation.moves) {
      line += ' ' + to_san(position, move);
      if (operation.opcode == "pv") position.play(move);
    }
    line += ';';
  }
  return line;
}

}  // namespace tabiya
