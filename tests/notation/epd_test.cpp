#include "notation/epd.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "notation/fen.h"
#include "notation/san.h"
#include "support/data.h"

namespace tabiya {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

Epd epd_of(const std::string& operations) {
  const auto epd = parse_epd(std::string(kStart) + " " + operations);
  if (!epd) throw std::runtime_error(epd.error().message);
  return *epd;
}

std::vector<std::string> san(const Epd& epd, std::string_view opcode) {
  std::vector<std::string> texts;
  for (const Move move : epd.moves(opcode)) texts.push_back(to_san(epd.position, move));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Epd, ReadsMovesAsLegalMoves) {
  const Epd epd = epd_of("bm e4 Nf3; am f3 g2g4; pm d4;");
  EXPECT_EQ(san(epd, "bm"), (Texts{"e4", "Nf3"}));
  EXPECT_EQ(san(epd, "am"), (Texts{"f3", "g4"}));
  EXPECT_EQ(san(epd, "pm"), Texts{"d4"});
  EXPECT_EQ(san(epd, "sm"), Texts{});
}

TEST(Epd, ReadsThePredictedVariationMoveAfterMove) {
  const Epd epd = epd_of("pv e4 e5 Nf3;");
  ASSERT_EQ(epd.moves("pv").size(), 3u);
  EXPECT_EQ(to_epd(epd), std::string(kStart) + " pv e4 e5 Nf3;");
}

TEST(Epd, ReadsTextsNumbersAndUnknownOperations) {
  const Epd epd =
      epd_of(R"(id "one; \"two\" \\"; c0 "a"; c9 word; acd 12; ce -35; dm 3; xyz 1 "b c" d;)");
  EXPECT_EQ(epd.text("id"), "one; \"two\" \\");
  EXPECT_EQ(epd.text("c0"), "a");
  EXPECT_EQ(epd.text("c9"), "word");
  EXPECT_EQ(epd.number("acd"), 12);
  EXPECT_EQ(epd.number("ce"), -35);
  EXPECT_EQ(epd.number("dm"), 3);
  EXPECT_EQ(epd.number("id"), std::nullopt);
  EXPECT_EQ(epd.text("nothing"), std::nullopt);
  EXPECT_EQ(epd.find("xyz")->operands,
            (std::vector<EpdOperand>{{"1", false}, {"b c", true}, {"d", false}}));
}

TEST(Epd, TakesTheClocksFromOperationsOrFromSixFields) {
  const Epd by_operation = epd_of("fmvn 12; hmvc 7; id \"x\";");
  EXPECT_EQ(by_operation.position.halfmove_clock(), 7);
  EXPECT_EQ(by_operation.position.fullmove_number(), 12);
  EXPECT_EQ(by_operation, epd_of("7 12 id \"x\";"));
  EXPECT_EQ(to_epd(by_operation), std::string(kStart) + " hmvc 7; fmvn 12; id \"x\";");
}

TEST(Epd, ReadsTheLinesOfPerftFiles) {
  const Epd epd = epd_of("0 1 ;D1 20 ;D2 400 ;D3 8902");
  EXPECT_EQ(epd.number("D3"), 8902);
  EXPECT_EQ(epd_of("0 1;D1 20;").number("D1"), 20);
  EXPECT_EQ(parse_epd(std::string(kStart) + "; D1 20").value().number("D1"), 20);
  for (const char* file : {"perft_standard.epd", "perft_chess960.epd"})
    for (const std::string& line : test::data_lines(file)) {
      const auto read = parse_epd(line);
      ASSERT_TRUE(read) << line << ": " << read.error().message;
      EXPECT_TRUE(read->number("D1")) << line;
    }
}

TEST(Epd, ReadsALineWithoutOperations) {
  EXPECT_TRUE(epd_of("").operations.empty());
  EXPECT_TRUE(epd_of(" ; ;").operations.empty());
  EXPECT_EQ(to_epd(epd_of("")), kStart);
}

TEST(Epd, WritesWhatItReads) {
  for (const char* operations :
       {"bm e4;", "am Nf3 Nc3; id \"a \\\"b\\\" \\\\ c;d\";",
        "pv e4 e5 Nf3 Nc6 Bb5; acd 30; ce 25;", "hmvc 3; fmvn 9; D1 20; D2 400;", "noop;",
        "c0 \"\"; eco C60; rc 2;"}) {
    const Epd epd = epd_of(operations);
    const std::string written = to_epd(epd);
    EXPECT_EQ(written, std::string(kStart) + " " + operations);
    EXPECT_EQ(parse_epd(written).value(), epd);
  }
}

TEST(Epd, SaysWhatIsWrongAndWhere) {
  using Kind = NotationError::Kind;
  struct Case {
    std::string operations;
    Kind kind;
    std::size_t at;  // behind the position
    std::string message;
  };
  const std::vector<Case> cases{
      {"bm e5;", Kind::IllegalMove, 3, "bm: illegal: no white pawn can go to e5"},
      {"id \"x\"; am Nf3 Ng5;", Kind::IllegalMove, 15, "am: illegal: no white knight can go to g5"},
      {"bm;", Kind::Operation, 0, "bm names no move"},
      {"bm zz;", Kind::MoveFormat, 3,
       "bm: invalid format: \"zz\" is not a move like e4, Nf3 or O-O"},
      {"pv e4 e4;", Kind::IllegalMove, 6, "pv: illegal: no black pawn can go to e4"},
      {"id \"open; bm e4;", Kind::Unterminated, 3, "a text without its closing quotation mark"},
      {"id \"two\nlines\";", Kind::Unterminated, 3, "a text without its closing quotation mark"},
      {"hmvc x;", Kind::Operation, 5, "hmvc takes one number from 0 to 65535"},
      {"hmvc;", Kind::Operation, 0, "hmvc takes one number from 0 to 65535"},
      {"fmvn 0;", Kind::Operation, 5, "fmvn takes one number from 1 to 65535"},
      {"fmvn 70000;", Kind::Operation, 5, "fmvn takes one number from 1 to 65535"},
      {"!x 3;", Kind::Operation, 0, "\"!x\" is not the name of an operation"},
      {"\"id\" x;", Kind::Operation, 0, "\"\"id\"\" is not the name of an operation"},
  };
  for (const Case& wrong : cases) {
    const auto epd = parse_epd(std::string(kStart) + " " + wrong.operations);
    ASSERT_FALSE(epd) << wrong.operations;
    EXPECT_EQ(epd.error().kind, wrong.kind) << wrong.operations;
    EXPECT_EQ(epd.error().at, kStart.size() + 1 + wrong.at) << wrong.operations;
    EXPECT_EQ(epd.error().message, wrong.message);
  }
}

TEST(Epd, OfALineOfAFileMayBeMissing) {
  for (const std::string_view line : {"", "  \t", "\r", "# 8/8/8/8/8/8/8/8 w - -", "  # x\r"}) {
    const auto epd = parse_epd_line(line);
    ASSERT_TRUE(epd) << line;
    EXPECT_FALSE(*epd) << line;
  }
  const std::string text(kStart);
  for (const std::string& line : {text, text + "\r", "\xEF\xBB\xBF" + text}) {
    const auto epd = parse_epd_line(line);
    ASSERT_TRUE(epd && *epd) << line;
    EXPECT_EQ((*epd)->position, Position::start());
  }
  EXPECT_FALSE(parse_epd_line("x # y"));
}

TEST(Epd, SaysWhatIsWrongWithThePosition) {
  const auto epd = parse_epd("  rnbqkbnr/ppxppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;");
  ASSERT_FALSE(epd);
  EXPECT_EQ(epd.error().kind, NotationError::Kind::Placement);
  EXPECT_EQ(epd.error().at, 13u);
  EXPECT_FALSE(parse_epd(""));
  EXPECT_FALSE(parse_epd("8/8/8/8/8/8/8/8 w - - bm e4;"));
  EXPECT_FALSE(parse_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
  EXPECT_FALSE(parse_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"));
}

}  // namespace
}  // namespace tabiya
