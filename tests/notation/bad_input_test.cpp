// Bad FENs and bad moves with exactly what their reader is told: a transcript that people have
// reviewed line by line. The raw material is in bad_fens.txt and bad_moves.txt.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

constexpr std::size_t kLongestMessage = 200;

std::string_view name(NotationError::Kind kind) {
  using Kind = NotationError::Kind;
  switch (kind) {
    case Kind::FieldCount:
      return "FieldCount";
    case Kind::Placement:
      return "Placement";
    case Kind::SideToMove:
      return "SideToMove";
    case Kind::Castling:
      return "Castling";
    case Kind::EnPassant:
      return "EnPassant";
    case Kind::HalfmoveClock:
      return "HalfmoveClock";
    case Kind::FullmoveNumber:
      return "FullmoveNumber";
    case Kind::IllegalPosition:
      return "IllegalPosition";
    case Kind::MoveFormat:
      return "MoveFormat";
    case Kind::NoPieceThere:
      return "NoPieceThere";
    case Kind::NotYourTurn:
      return "NotYourTurn";
    case Kind::IllegalMove:
      return "IllegalMove";
    case Kind::KingInCheck:
      return "KingInCheck";
    case Kind::AmbiguousMove:
      return "AmbiguousMove";
    default:
      return "a kind that neither FENs nor moves have";
  }
}

// The text inside double quotes at the start of a line: \\ \" \t \n \r and \xNN are undone.
// Moves `rest` behind the closing quote.
std::string unquoted(std::string_view line, std::string_view& rest) {
  std::string text;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '"') {
      rest = line.substr(i + 1);
      return text;
    }
    if (line[i] != '\\') {
      text += line[i];
      continue;
    }
    switch (const char c = line[++i]) {
      case 't':
        text += '\t';
        break;
      case 'n':
        text += '\n';
        break;
      case 'r':
        text += '\r';
        break;
      case 'x':
        text += static_cast<char>(std::stoi(std::string(line.substr(i + 1, 2)), nullptr, 16));
        i += 2;
        break;
      default:
        text += c;
    }
  }
  throw std::runtime_error("no closing quote: " + std::string(line));
}

std::string told(const NotationError& error, std::size_t length) {
  EXPECT_LE(error.at, length) << error.message;
  EXPECT_LE(error.message.size(), kLongestMessage) << error.message;
  for (char c : error.message) EXPECT_TRUE(c < 0 || c >= ' ') << error.message;
  return std::string(name(error.kind)) + " at " + std::to_string(error.at) + ": " + error.message;
}

// What happens to `line`, which holds a quoted FEN.
std::string fen_verdict(std::string_view line) {
  const std::string fen = unquoted(line, line);
  const auto strict = parse_fen(fen);
  const auto lenient = parse_fen_leniently(fen);
  std::string verdict;
  if (strict) {
    EXPECT_TRUE(lenient && lenient->position == *strict && lenient->warnings.empty()) << fen;
    return "  reads " + to_fen(*strict) + '\n';
  }
  for (const std::string& part : test::split(point_at(fen, strict.error().at), '\n'))
    verdict += "  | " + part + '\n';
  verdict += "  " + told(strict.error(), fen.size()) + '\n';
  if (!lenient) {
    const std::string other = told(lenient.error(), fen.size());
    if (other != told(strict.error(), fen.size())) verdict += "  leniently: " + other + '\n';
    return verdict;
  }
  verdict += "  leniently reads " + to_fen(lenient->position) + '\n';
  for (const std::string& warning : lenient->warnings) verdict += "  warning: " + warning + '\n';
  return verdict;
}

// What happens to `line`, which is like: san "Nf3" in rnbq…
std::string move_verdict(std::string_view line) {
  const std::size_t blank = line.find(' ');
  const std::string_view notation = line.substr(0, blank);
  std::string_view rest;
  const std::string text = unquoted(line.substr(blank + 1), rest);
  const Position position = test::position_of(rest.substr(std::string_view(" in ").size()));
  const Variant variant = notation == "uci960" ? Variant::Chess960 : Variant::Standard;
  const auto move =
      notation == "san" ? parse_san(position, text) : parse_uci(position, text, variant);
  if (!move) return "  " + told(move.error(), text.size()) + '\n';
  return "  plays " + to_uci(position, *move, variant) + ", " + to_san(position, *move) + '\n';
}

// Reads a transcript, lets `verdict` fill in what follows each line that is neither a comment nor
// indented, and compares. A difference is also left in a file, to be reviewed and copied.
template <class Verdict>
void expect_transcript(const std::string& file, Verdict verdict) {
  const std::string path = std::string(TABIYA_TEST_DATA) + "/" + file;
  std::ifstream in(path);
  ASSERT_TRUE(in) << path;
  std::string written;
  int differences = 0;
  std::string block;  // the expectation of the current line
  std::string truth;
  const auto close_block = [&] {
    if (block != truth && ++differences <= 5) ADD_FAILURE() << block << "is now\n" << truth;
    block.clear();
    truth.clear();
  };
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("  ")) {
      block += line + '\n';
      continue;
    }
    close_block();
    written += line + '\n';
    if (line.empty() || line[0] == '#') continue;
    truth = verdict(line);
    written += truth;
  }
  close_block();
  if (differences == 0) return;
  const std::string copy = testing::TempDir() + file;
  std::ofstream(copy) << written;
  ADD_FAILURE() << differences << " differences from " << path << "\nAs it is now: " << copy;
}

// The lines of a transcript that ask something.
std::set<std::string> questions(const std::string& file) {
  std::set<std::string> lines;
  for (const std::string& line : test::data_lines(file))
    if (!line.starts_with("  ")) lines.insert(line);
  return lines;
}

TEST(BadFens, AreToldWhatIsWrongAndWhere) {
  expect_transcript("bad_fens_expected.txt", fen_verdict);
}

TEST(BadFens, OfTheRawMaterialAreAllInTheTranscript) {
  const auto asked = questions("bad_fens_expected.txt");
  for (const std::string& line : test::data_lines("bad_fens.txt"))
    EXPECT_TRUE(asked.contains(test::split(line, '\t').at(1))) << line;
}

TEST(BadMoves, AreToldWhatIsWrongAndWhere) {
  expect_transcript("bad_moves_expected.txt", move_verdict);
}

TEST(BadMoves, OfTheRawMaterialAreAllInTheTranscript) {
  const auto asked = questions("bad_moves_expected.txt");
  for (const std::string& line : test::data_lines("bad_moves.txt")) {
    const auto fields = test::split(line, '\t');
    const std::string notation = fields.at(0).substr(0, 3);
    EXPECT_TRUE(asked.contains(notation + ' ' + fields.at(1) + " in " + fields.at(2))) << line;
  }
}

}  // namespace
}  // namespace tabiya
