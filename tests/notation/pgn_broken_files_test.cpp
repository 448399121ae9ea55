// The files in tests/data/pgn/broken: what exactly the reader says about each of them, and that the
// good game behind the trouble is always found. What other readers say is in broken_pgns.txt.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "notation/pgn_reader.h"

namespace tabiya {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(TABIYA_TEST_DATA) / "pgn/broken";

struct Expected {
  const char* file;
  int games;
  std::vector<std::string> problems;  // "line:column sentence"
};

class Report : public PgnVisitor {
 public:
  int games = 0;
  std::string event;  // of the last game
  int plies = 0;      // of its main line
  bool last_is_whole = false;
  std::vector<std::string> problems;

  void begin_game(PgnPlace) override {
    ++games;
    plies = 0;
    depth_ = 0;
    event.clear();
  }
  void tag(std::string_view name, std::string_view value) override {
    if (name == "Event") event = value;
  }
  void move(const Position&, Move) override { plies += depth_ == 0; }
  PgnChoice begin_variation() override {
    ++depth_;
    return PgnChoice::Read;
  }
  void end_variation() override { --depth_; }
  void warning(const PgnProblem& problem) override { note("warning: ", problem); }
  void end_game(PgnResult) override { last_is_whole = true; }
  void broken(const PgnProblem& problem) override {
    note("", problem);
    last_is_whole = false;
  }

 private:
  void note(const char* prefix, const PgnProblem& problem) {
    problems.push_back(fmt::format("{}:{} {}{}", problem.place.line, problem.place.column, prefix,
                                   problem.message));
  }
  int depth_ = 0;
};

Report read(const std::string& name) {
  std::ifstream file(kFolder / (name + ".pgn"), std::ios::binary);
  EXPECT_TRUE(file) << name;
  StreamSource source(file);
  PgnReader reader(source);
  Report report;
  while (reader.read_game(report)) {
  }
  return report;
}

// clang-format off
const std::vector<Expected> kExpected{
    {"ambiguous_move", 2, {"9:24 3. Nd2: ambiguous: Nbd2 or Nfd2"}},
    {"black_first", 2, {"9:6 1. e5: illegal: no white pawn can go to e5"}},
    {"blank", 0, {}},
    {"bom", 2, {}},
    {"bom_between", 2, {}},
    {"bytes_binary", 2, {"9:7 \"\\x00\" has no meaning here"}},
    {"bytes_nul_in_tag", 2, {}},
    {"bytes_only_garbage", 1, {"1:1 \"\\x00\" has no meaning here"}},
    {"castling_zeros", 2, {}},
    {"chess960", 2, {}},
    {"chess960_names", 5, {}},
    {"clock_comments", 2, {}},
    {"comment_empty", 2, {}},
    {"comment_huge", 2, {}},
    {"comment_line", 2, {}},
    {"comment_nested", 2, {}},
    {"comment_stray_close", 2, {"9:10 a } without a { before it"}},
    {"comment_unterminated", 2, {"9:7 a comment without its closing }"}},
    {"comment_with_tag_inside", 2, {}},
    {"cr_only", 2, {}},
    {"crlf", 2, {}},
    {"empty", 0, {}},
    {"escape_lines", 2, {}},
    {"fen_bad", 2, {"9:22 FEN tag: piece placement: 7 ranks instead of 8"}},
    {"fen_black_to_move", 2, {}},
    {"fen_four_fields", 2, {}},
    {"fen_without_setup", 2, {}},
    {"fen_wrong_castling", 2, {"9:7 warning: FEN tag: castling rights: \"Q\" needs a white rook on the a-file side of the king", "9:7 warning: FEN tag: castling rights: \"k\" needs a black rook on the h-file side of the king", "9:7 warning: FEN tag: castling rights: \"q\" needs a black rook on the a-file side of the king"}},
    {"illegal_move_middle", 2, {"9:24 3. Bb6: illegal: no white bishop can go to b6"}},
    {"illegal_pinned", 2, {"9:44 5. Nb1: illegal: leaves the king in check"}},
    {"line_very_long", 2, {}},
    {"loose_moves", 2, {}},
    {"many_blank_lines", 2, {}},
    {"moves_after_mate", 2, {"9:24 3. a3: illegal: leaves the king in check"}},
    {"nag_without_number", 2, {"9:7 a $ without a number behind it"}},
    {"no_blank_lines", 2, {}},
    {"null_moves", 2, {"9:7 1... --: illegal: passing is not allowed, except in a variation"}},
    {"numbers_glued", 2, {"9:11 invalid format: \"Nf3Nc6\" is not a move like e4, Nf3 or O-O"}},
    {"numbers_glued_all", 2, {"9:3 1. e4e5: no piece there: e4 is empty"}},
    {"numbers_odd", 2, {"9:12 warning: move number 17 instead of 2"}},
    {"parens_before_first_move", 2, {"9:1 a variation before the first move of its line"}},
    {"parens_deep", 2, {"9:7007 variations more than 1000 deep"}},
    {"parens_empty", 2, {"9:8 warning: a variation without moves", "9:22 warning: a variation without moves"}},
    {"parens_stray_close", 2, {"9:10 a ) without a ( before it"}},
    {"parens_unclosed", 2, {"9:26 warning: move number 2 instead of 3", "9:33 warning: a result inside a variation", "9:7 a variation without its closing )"}},
    {"result_bad", 2, {"9:10 invalid format: \"1-1\" is not a move like e4, Nf3 or O-O"}},
    {"result_glued", 3, {"9:17 invalid format: \"Nc61/2-1/2\" is not a move like e4, Nf3 or O-O"}},
    {"result_mismatch", 2, {"9:21 warning: the Result tag says 1-0, but the moves end with 0-1"}},
    {"result_missing", 2, {"11:1 warning: a game without a result at its end"}},
    {"result_star", 2, {}},
    {"result_twice", 2, {"9:14 warning: a second result"}},
    {"setup_without_fen", 2, {"8:9 warning: a SetUp tag without a FEN tag"}},
    {"setup_zero_with_fen", 2, {"9:7 warning: a FEN tag although the SetUp tag is 0"}},
    {"tabs", 2, {}},
    {"tag_escapes", 2, {}},
    {"tag_in_moves", 3, {"10:1 warning: a game without a result at its end", "12:1 warning: missing tags: Site, Date, Round, White, Black"}},
    {"tag_no_value", 2, {"8:9 the tag Opening has no value in quotation marks"}},
    {"tag_two_on_a_line", 2, {"5:1 warning: missing tags: Date, Round"}},
    {"tag_unterminated_bracket", 2, {"8:18 the tag Opening lacks its closing ]"}},
    {"tag_unterminated_quote", 2, {"8:1 warning: a tag whose value lacks its closing quotation mark"}},
    {"tag_value_latin1", 2, {}},
    {"tag_value_utf8", 2, {}},
    {"tags_duplicate", 2, {"8:1 warning: the tag White comes twice", "9:1 warning: the tag White comes twice"}},
    {"tags_missing", 2, {"1:1 warning: a game without tags"}},
    {"tags_only", 2, {"9:1 warning: a game without a result at its end"}},
    {"truncated", 2, {"19:13 invalid format: \"N\" is not a move like e4, Nf3 or O-O"}},
    {"unknown_token", 2, {"9:7 invalid format: \"hello\" is not a move like e4, Nf3 or O-O"}},
    {"variant_unknown", 2, {"8:11 the variant \"Atomic\" is neither standard chess nor Chess960"}},
    {"variation_illegal", 2, {"9:16 1... Ke6: illegal: the black king cannot go to e6"}},
    {"variation_nested", 2, {}},
};
// clang-format on

TEST(BrokenPgnFiles, EachHasItsExactErrorsAndWarnings) {
  for (const Expected& expected : kExpected) {
    const Report report = read(expected.file);
    EXPECT_EQ(report.games, expected.games) << expected.file;
    EXPECT_EQ(report.problems, expected.problems) << expected.file;
  }
}

TEST(BrokenPgnFiles, TheGoodGameAtTheEndIsNeverLost) {
  const std::set<std::string> without{"empty", "blank", "bytes_only_garbage", "truncated"};
  for (const Expected& expected : kExpected) {
    if (without.contains(expected.file)) continue;
    const Report report = read(expected.file);
    EXPECT_EQ(report.event, "The good game") << expected.file;
    EXPECT_EQ(report.plies, 7) << expected.file;
    EXPECT_TRUE(report.last_is_whole) << expected.file;
  }
}

TEST(BrokenPgnFiles, NoneIsForgottenInThisTable) {
  std::set<std::string> known;
  for (const Expected& expected : kExpected) known.insert(expected.file);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    EXPECT_TRUE(entry.path().extension() != ".pgn" || known.contains(entry.path().stem().string()))
        << entry.path();
}

}  // namespace
}  // namespace tabiya
