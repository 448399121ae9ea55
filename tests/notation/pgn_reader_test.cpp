#include "notation/pgn_reader.h"
#include "base/result.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "notation/fen.h"
#include "notation/pgn_start.h"
#include "notation/san.h"

namespace tabiya {
namespace {

// Writes down what it hears: moves as SAN, "(" and ")", "$1", "{text}", the result, and at the
// end of a broken game "!line:column sentence". Tags and warnings are kept apart.
class Transcript : public PgnVisitor {
 public:
  std::vector<std::string> games;
  std::vector<std::string> tags;
  std::vector<std::string> warnings;
  std::string start;
  Variant variant = Variant::Standard;
  bool skip_variations = false;
  bool skip_games = false;

  void begin_game(PgnPlace) override { games.emplace_back(); }
  void tag(std::string_view name, std::string_view value) override {
    tags.push_back(fmt::format("{}={}", name, value));
  }
  PgnChoice begin_moves(const Position& position, Variant which) override {
    start = to_fen(position);
    variant = which;
    return skip_games ? PgnChoice::Skip : PgnChoice::Read;
  }
  void move(const Position& before, Move move) override { word(to_san(before, move)); }
  void null_move(const Position&) override { word("--"); }
  void nag(Nag nag) override { word(fmt::format("${}", static_cast<int>(nag))); }
  void comment(std::string_view text) override { word(fmt::format("{{{}}}", text)); }
  PgnChoice begin_variation() override {
    word("(");
    return skip_variations ? PgnChoice::Skip : PgnChoice::Read;
  }
  void end_variation() override { word(")"); }
  void warning(const PgnProblem& problem) override { warnings.push_back(text_of(problem)); }
  void end_game(PgnResult result) override { word(to_string(result)); }
  void broken(const PgnProblem& problem) override { word("!" + text_of(problem)); }

 private:
  static std::string text_of(const PgnProblem& problem) {
    return fmt::format("{}:{} {}", problem.place.line, problem.place.column, problem.message);
  }
  void word(std::string_view text) {
    std::string& game = games.back();
    if (!game.empty()) game += ' ';
    game += text;
  }
};

void read_all(TextSource& source, Transcript& transcript) {
  PgnReader reader(source);
  while (reader.read_game(transcript)) {
  }
  EXPECT_EQ(reader.failure(), std::nullopt);
}

Transcript read(std::string_view text) {
  Transcript transcript;
  StringSource source(text);
  read_all(source, transcript);
  return transcript;
}

std::vector<std::string> games(std::string_view text) { return read(text).games; }

using Games = std::vector<std::string>;

constexpr std::string_view kRoster =
    "[Event \"E\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"B\"]\n"
    "[Result \"*\"]\n";

TEST(PgnReader, TellsMovesCommentsNagsAndVariationsInTheirOrder) {
  EXPECT_EQ(games("[White \"W\"]\n{before} 1. e4 $1 {best by test} e5 (1... c5 2. Nf3 (2. c3) d6) "
                  "2. Nf3! 1-0"),
            Games{"{before} e4 $1 {best by test} e5 ( c5 Nf3 ( c3 ) d6 ) Nf3 $1 1-0"});
}

TEST(PgnReader, UnderstandsMoveNumbersHoweverTheyAreWritten) {
  const Games expected{"e4 e5 Nf3 Nc6 *"};
  for (const char* text :
       {"1. e4 e5 2. Nf3 Nc6 *", "1.e4 e5 2.Nf3 Nc6 *", "1 e4 e5 2 Nf3 Nc6*",
        "1. e4 1... e5 2. Nf3 2... Nc6 *", "1. e4 1. .. e5 2. Nf3 2. ... Nc6 *", "e4 e5 Nf3 Nc6 *",
        "1.e4 1...e5 2.Nf3 2....Nc6 *", "1\n.\te4\r\ne5 2.\n\nNf3 Nc6\n*\n"})
    EXPECT_EQ(games(text), expected) << text;
}

TEST(PgnReader, TurnsSuffixesIntoNags) {
  EXPECT_EQ(games("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 ! Nf6 = 5. O-O +/- *"),
            Games{"e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $1 Nf6 $10 O-O $16 *"});
  const Transcript odd = read("1. e4!!! e5 $256 *");
  EXPECT_EQ(odd.games, Games{"e4 e5 *"});
  EXPECT_EQ(odd.warnings[1], "1:6 a mark that is none of ! ? !! ?? !? ?!");
  EXPECT_EQ(odd.warnings[2], "1:13 a NAG above 255");
}

TEST(PgnReader, UnderstandsLooselyWrittenMoves) {
  EXPECT_EQ(games("1. e2-e4 d5 2. e5 f5 3. exf6 e.p. Nc6 4. fxg7 Kd7 5. gxh8(Q) *"),
            Games{"e4 d5 e5 f5 exf6 Nc6 fxg7 Kd7 gxh8=Q *"});
  EXPECT_EQ(games("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *"),
            Games{"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O *"});
}

TEST(PgnReader, UnderstandsEveryResult) {
  EXPECT_EQ(games("e4 1-0\n\ne4 0-1\n\ne4 1/2-1/2\n\ne4 1/2\n\ne4 ½-½\n\ne4 *"),
            (Games{"e4 1-0", "e4 0-1", "e4 1/2-1/2", "e4 1/2-1/2", "e4 1/2-1/2", "e4 *"}));
}

TEST(PgnReader, TakesTheResultOfTheTagIfTheMovesHaveNone) {
  const Transcript read_back = read("[Result \"0-1\"]\n\n1. e4 e5\n\n[Result \"1-0\"]\n\ne4 1-0");
  EXPECT_EQ(read_back.games, (Games{"e4 e5 0-1", "e4 1-0"}));
  EXPECT_EQ(read_back.warnings[1], "5:1 a game without a result at its end");
}

TEST(PgnReader, WarnsOfAResultThatContradictsTheTagOrTheBoard) {
  const Transcript contradiction = read(std::string(kRoster) + "\n1. f3 e5 2. g4 Qh4# 1-0");
  EXPECT_EQ(contradiction.games, Games{"f3 e5 g4 Qh4# 1-0"});
  EXPECT_EQ(contradiction.warnings,
            (std::vector<std::string>{"9:21 the Result tag says *, but the moves end with 1-0",
                                      "9:21 the last move is checkmate, but the result is 1-0"}));
}

TEST(PgnReader, UnescapesTagValues) {
  EXPECT_EQ(read(R"([White "a \"b\" c:\\d \e"] e4 *)").tags,
            std::vector<std::string>{R"(White=a "b" c:\d \e)"});
}

TEST(PgnReader, ForgivesQuotationMarksThatWereNotEscaped) {
  const Transcript tags = read("[Event \"The \"Immortal\" game\"]\n[Site \"C:\\\"]\ne4 *");
  EXPECT_EQ(tags.tags, (std::vector<std::string>{"Event=The \"Immortal\" game", "Site=C:\\"}));
  EXPECT_EQ(tags.warnings[0], "1:1 a quotation mark in the value of a tag without a backslash");
  EXPECT_EQ(tags.warnings[1], "2:1 a backslash before the last quotation mark of a tag");
}

TEST(PgnReader, WarnsOfMissingAndDoubledTags) {
  const Transcript tags = read("[Event \"E\"]\n[White \"W\"]\n[White \"V\"]\n\n*");
  EXPECT_EQ(tags.warnings,
            (std::vector<std::string>{"3:1 the tag White comes twice",
                                      "5:1 missing tags: Site, Date, Round, Black, Result"}));
}

TEST(PgnReader, BeginsWhereTheFenTagSays) {
  const Transcript game =
      read("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n\n40... Kd7 41. O-O *");
  EXPECT_EQ(game.start, "4k3/8/8/8/8/8/8/4K2R b K - 3 40");
  EXPECT_EQ(game.games, Games{"Kd7 O-O *"});
  EXPECT_EQ(game.variant, Variant::Standard);
}

TEST(PgnReader, PointsIntoABadFenTag) {
  EXPECT_EQ(games("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/x7/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *\n\ne4 *"),
            (Games{"!2:17 FEN tag: piece placement: \"x\" is neither a piece (pnbrqkPNBRQK) nor a "
                   "number from 1 to 8",
                   "e4 *"}));
}

TEST(PgnReader, KnowsChess960ByManyNames) {
  for (const char* name :
       {"Chess960", "chess 960", "Chess 960", "Fischerandom", "FischerRandom",
        "Fischer Random Chess", "Freestyle Chess", "960", "chess9LX", "FRC", "Wild/FR"})
    EXPECT_EQ(variant_from_tag(name), Variant::Chess960) << name;
  for (const char* name : {"", "Standard", "chess", "Chess", "From Position", "normal"})
    EXPECT_EQ(variant_from_tag(name), Variant::Standard) << name;
  for (const char* name : {"Crazyhouse", "Atomic", "King of the Hill", "Chess961", "Antichess"})
    EXPECT_EQ(variant_from_tag(name), std::nullopt) << name;
}

TEST(PgnReader, ReadsAChess960GameWithItsCastling) {
  const Transcript game = read(
      "[Variant \"Chess960\"]\n[FEN \"nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQRBN w FBfb - 0 1\"]\n"
      "\n1. O-O-O Nb6 *");
  EXPECT_EQ(game.variant, Variant::Chess960);
  EXPECT_EQ(game.games[0].substr(0, 1), "!") << "the bishop on d1 is in the way";
  EXPECT_EQ(game.games[0], "!4:4 1. O-O-O: illegal: the way to castle queenside is blocked on d1");
}

TEST(PgnReader, RefusesOtherVariantsAndGoesOn) {
  EXPECT_EQ(
      games("[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. N@f3 *\n\n[Event \"x\"]\n\n1. e4 *"),
      (Games{"!1:11 the variant \"Crazyhouse\" is neither standard chess nor Chess960", "e4 *"}));
}

TEST(PgnReader, AllowsPassingOnlyInVariationsAndNotInCheck) {
  EXPECT_EQ(games("1. e4 e5 (1... -- 2. d4 Z0 3. d5) 2. Nf3 *"),
            Games{"e4 e5 ( -- d4 -- d5 ) Nf3 *"});
  EXPECT_EQ(games("1. e4 -- 2. d4 *"),
            Games{"e4 !1:7 1... --: illegal: passing is not allowed, except in a variation"});
  EXPECT_EQ(games("1. e4 f6 2. Qh5+ g6 (2... -- 3. Qxe8) *"),
            Games{"e4 f6 Qh5+ g6 ( !1:27 2... --: illegal: passing is not allowed in check"});
}

TEST(PgnReader, ChecksTheMovesOfVariations) {
  EXPECT_EQ(games("1. e4 e5 (1... Ke6) 2. Nf3 *\n\n[Event \"x\"]\n\n1. d4 *"),
            (Games{"e4 e5 ( !1:16 1... Ke6: illegal: the black king cannot go to e6", "d4 *"}));
}

TEST(PgnReader, LeavesOutVariationsOnRequest) {
  Transcript transcript;
  transcript.skip_variations = true;
  StringSource source("1. e4 (1. Ke8 {not ) checked} ( 1. zz ; nor ) this\n )) e5 *\n\n1. d4 *");
  read_all(source, transcript);
  EXPECT_EQ(transcript.games, (Games{"e4 ( e5 *", "d4 *"}));
}

TEST(PgnReader, LeavesOutGamesOnRequest) {
  Transcript transcript;
  transcript.skip_games = true;
  StringSource source("1. e4 e9 {1-0} (1. d4 1-0) 0-1\n\n[Event \"x\"]\n\n1. d4 d5 *");
  read_all(source, transcript);
  EXPECT_EQ(transcript.games, (Games{"0-1", "*"}));
}

TEST(PgnReader, BoundsTheDepthOfVariations) {
  const auto nested = [](std::size_t depth) {
    std::string text = "1. e4 ";
    for (std::size_t i = 0; i < depth; ++i) text += "(1. d4 ";
    return text + std::string(depth, ')') + " *\n\n[Event \"next\"]\n\n1. c4 *";
  };
  EXPECT_TRUE(games(nested(PgnReader::kDeepestVariation))[0].ends_with(") *"));
  const Games deeper = games(nested(PgnReader::kDeepestVariation + 1));
  EXPECT_TRUE(deeper[0].ends_with("variations more than 1000 deep"));
  EXPECT_EQ(deeper[1], "c4 *");
}

// Broken text must not take the games behind it along.

TEST(PgnResynchronisation, ACommentWithoutEndStopsAtTheNextEventTag) {
  EXPECT_EQ(games("1. e4 {never closed e5 1-0\n[Event \"x\"]\n1. d4 {closed} *"),
            (Games{"e4 !1:7 a comment without its closing }", "d4 {closed} *"}));
}

TEST(PgnResynchronisation, ACommentWithoutEndStopsAtAnyTagAfterABlankLine) {
  EXPECT_EQ(games("1. e4 {never closed\n\n[White \"x\"]\n\n1. d4 *\n\n[White \"y\"]\n\n1. c4 *"),
            (Games{"e4 !1:7 a comment without its closing }", "d4 *", "c4 *"}));
}

TEST(PgnResynchronisation, ACommentWithoutEndAtTheEndOfTheTextIsOneBrokenGame) {
  EXPECT_EQ(games("1. e4 {never\n\nclosed"), Games{"e4 !1:7 a comment without its closing }"});
}

TEST(PgnResynchronisation, ACommentMayQuoteAGameIfItsBraceIsThere) {
  EXPECT_EQ(games("1. e4 {see\n\n[Event \"x\"]\n\n1. d4 *\n} e5 *\n\n[Event \"y\"]\n\n1. c4 *"),
            (Games{"e4 {see\n\n[Event \"x\"]\n\n1. d4 *\n} e5 *", "c4 *"}));
}

TEST(PgnResynchronisation, CommandsAtTheBeginningOfALineAreNoTags) {
  EXPECT_EQ(games("1. e4 {a\n\n[%clk 0:01:00]\n[see there]\n{ } e5 *"),
            Games{"e4 {a\n\n[%clk 0:01:00]\n[see there]\n{ } e5 *"});
}

TEST(PgnResynchronisation, ATagValueWithoutEndStopsAtTheEndOfItsLine) {
  EXPECT_EQ(games("[Event \"x\n[Site \"?\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 *"),
            (Games{"!1:8 the value of the tag Event lacks its closing quotation mark", "d4 *"}));
}

TEST(PgnResynchronisation, AVariationWithoutEndStopsAtTheNextGame) {
  EXPECT_EQ(games("1. e4 (1. d4 d5 1-0\n\n[Event \"y\"]\n\n1. d4 *"),
            (Games{"e4 ( d4 d5 !1:7 a variation without its closing )", "d4 *"}));
}

TEST(PgnResynchronisation, GamesWithoutTagsAreFoundAfterAResultAndABlankLine) {
  EXPECT_EQ(games("1. e4 e9 2. d4 1-0\n\n1. d4 xx\n3. e4\n*\n\n\n1. c4 *"),
            (Games{"e4 !1:7 invalid format: \"e9\" is not a move like e4, Nf3 or O-O",
                   "d4 !3:7 invalid format: \"xx\" is not a move like e4, Nf3 or O-O", "c4 *"}));
}

TEST(PgnResynchronisation, ABrokenGameWithoutBlankLinesEndsAtTheNextTag) {
  EXPECT_EQ(games("[White \"x\"]\n1. e9 *\n[White \"y\"]\n1. d4 *\n"),
            (Games{"!2:4 invalid format: \"e9\" is not a move like e4, Nf3 or O-O", "d4 *"}));
}

TEST(PgnResynchronisation, TwoTagSectionsInARowAreTwoGames) {
  EXPECT_EQ(games(std::string(kRoster) + "\n" + std::string(kRoster) + "\n1. e4 *"),
            (Games{"*", "e4 *"}));
  EXPECT_EQ(games("[White \"x\"]\n\n[Event \"y\"]\n\n1. e4 *"), (Games{"*", "e4 *"}));
  EXPECT_EQ(games("[White \"x\"]\n[Event \"y\"]\n\n1. e4 *"), Games{"e4 *"});
}

TEST(PgnReader, IgnoresTextOutsideOfGamesWithAWarning) {
  const Transcript text = read("; made by hand\n\n1. e4 * {still the game}\n\n{no game}\n$1\n");
  EXPECT_EQ(text.games, Games{"e4 {still the game} *"});
  EXPECT_EQ(text.warnings, (std::vector<std::string>{
                               "1:1 a comment outside of a game", "3:1 a game without tags",
                               "5:1 a comment outside of a game", "6:1 a mark outside of a game"}));
}

TEST(PgnReader, SkipsEscapeLinesButNotPercentSignsElsewhere) {
  EXPECT_EQ(games("% [Event \"no\"]\n1. e4\n% (\ne5 {100\n% sure} *"),
            Games{"e4 e5 {100\n% sure} *"});
}

TEST(PgnReader, SaysThatItDoesNotReadUtf16) {
  EXPECT_EQ(games(std::string_view("\xFF\xFE[\0E\0", 6)),
            Games{"!1:1 the text is UTF-16; PGN is UTF-8 or Latin-1"});
}

TEST(PgnReader, RefusesEndlessWordsAndComments) {
  EXPECT_EQ(games(std::string(300, 'a') + "\n\n[Event \"x\"]\n\n*"),
            (Games{"!1:1 a word of more than 255 letters", "*"}));
  const std::string endless = "1. e4 {" + std::string(PgnTokens::kLargestToken + 300000, 'x');
  // No EXPECT_EQ: a failure would print it all.
  EXPECT_TRUE(games(endless + "} e5 *\n\n[Event \"x\"]\n\n*") ==
              (Games{"e4 !1:7 a comment of more than 16 MiB", "*"}));
}

// One byte at a time, so that every token is cut in every place.
class Dripping : public TextSource {
 public:
  explicit Dripping(std::string_view text) : source_(text) {}
  Result<std::size_t> read(std::span<char> buffer) override {
    return source_.read(buffer.first(1));
  }

 private:
  StringSource source_;
};

TEST(PgnReader, ReadsTheSameWhateverThePiecesItGets) {
  const std::string text =
      std::string(kRoster) +
      "\n1. e4 {one\n\n[x] two} e5 (1... c5 $1 ; rest\n 2. Nf3) 2. Nf3!? 1-0\n"
      "\n[Event \"broken\"]\n\n1. e4 {never\n\n[Event \"z \\\" z\"]\n\n1. d4 {x} *";
  Transcript dripped;
  Dripping source(text);
  read_all(source, dripped);
  const Transcript whole = read(text);
  EXPECT_EQ(dripped.games, whole.games);
  EXPECT_EQ(dripped.tags, whole.tags);
  EXPECT_EQ(dripped.warnings, whole.warnings);
  std::istringstream stream(text);
  StreamSource streamed(stream);
  Transcript from_stream;
  read_all(streamed, from_stream);
  EXPECT_EQ(from_stream.games, whole.games);
}

TEST(PgnReader, TellsWhyItsSourceFailed) {
  class Failing : public TextSource {
    Result<std::size_t> read(std::span<char>) override { return failure("the disk is gone"); }
  };
  Failing source;
  PgnReader reader(source);
  Transcript transcript;
  EXPECT_FALSE(reader.read_game(transcript));
  EXPECT_EQ(reader.failure(), "the disk is gone");
}

TEST(PgnReader, KeepsTheTagsThatMatterHoweverManyOthersThereAre) {
  std::string text = "[Event \"x\"]\n";
  for (int i = 0; i < 70; ++i) text += "[Extra" + std::to_string(i) + " \"x\"]\n";
  text += "[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n[FEN \"k7/8/8/8/8/8/8/K6B w - - 0 1\"]\n";
  EXPECT_EQ(games(text + "\n1. Rh8+ *\n"), (Games{"Rh8+ *"}));
}

// What other programs write and read.
TEST(PgnReader, ReadsMarksAndResultsAsOtherProgramsWriteThem) {
  EXPECT_EQ(games("[Event \"a\"]\n\n1. e4 +-- e5 --+ 2. Nf3 ⩱ Nc6 ⩲ 1–0\n\n"
                  "[Event \"b\"]\n\n1. d4 ½–½\n"),
            (Games{"e4 $18 e5 $19 Nf3 $15 Nc6 $14 1-0", "d4 1/2-1/2"}));
}

TEST(PgnReader, ReadsTagsThatLackAQuotationMark) {
  const Transcript heard = read("[Event \"a]\n[FEN 4k3/8/8/8/8/8/8/4K2R w K - 0 1]\n\n1. O-O *\n");
  EXPECT_EQ(heard.games, Games{"O-O *"});
  EXPECT_EQ(heard.tags, (Games{"Event=a", "FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1"}));
}

TEST(PgnReader, ReadsGamesFromForums) {
  EXPECT_EQ(games("[pgn][pgn]\n[Event \"a\"]\n\n1. e4 *\n[/pgn]\n[/pgn]\n"
                  "[pgn]\n[Event \"b\"]\n\n1. d4 *[/pgn]\n"),
            (Games{"e4 *", "d4 *"}));
}

}  // namespace
}  // namespace tabiya
