#include "notation/error.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace tabiya {
namespace {

TEST(Caret, StandsUnderTheOffendingCharacter) {
  EXPECT_EQ(point_at("8/8/8/x7 w - -", 6),
            "8/8/8/x7 w - -\n"
            "      ^");
  EXPECT_EQ(point_at("Nf9", 0), "Nf9\n^");
}

TEST(Caret, StandsBehindATextThatIsTooShort) {
  EXPECT_EQ(point_at("e2e", 3), "e2e\n   ^");
  EXPECT_EQ(point_at("", 0), "\n^");
  EXPECT_EQ(point_at("e2e", 99), "e2e\n   ^");
}

TEST(Caret, CountsCharactersNotBytes) {
  EXPECT_EQ(point_at("\xE2\x99\x98x3", 3), "♘x3\n ^");
  EXPECT_EQ(point_at("\xE2\x99\x98x3", 1), "♘x3\n^") << "a place inside a character is that one";
}

TEST(Caret, ShowsNothingThatMovesTheCursor) {
  EXPECT_EQ(point_at("a\tb\nc\rd", 6), "a b c d\n      ^");
  EXPECT_EQ(point_at("a\x1B[2Jb", 5), "a?[2Jb\n     ^");
  EXPECT_EQ(point_at("a\xC2\x9B"
                     "b\xFF\x80"
                     "c",
                     6),
            "a?b??c\n     ^");
  EXPECT_EQ(point_at("a\xE2\x80\xAE"
                     "b",
                     4),
            "a?b\n  ^")
      << "right-to-left override";
}

TEST(Caret, ShowsThePartOfALongTextAroundIt) {
  std::string text(1000, '-');
  text[500] = 'x';
  const std::string pointed = point_at(text, 500);
  const std::size_t end = pointed.find('\n');
  const std::size_t caret = pointed.size() - end - 2;
  EXPECT_EQ(pointed.find('x') - std::string_view("…").size() + 1, caret);
  EXPECT_LT(pointed.size(), 250u);
  EXPECT_TRUE(pointed.starts_with("…-"));
  EXPECT_TRUE(pointed.substr(0, end).ends_with("-…"));
  EXPECT_TRUE(point_at(text, 0).starts_with("---"));
  EXPECT_TRUE(point_at(text, 1000).ends_with("\n" + std::string(100, ' ') + "^"));
}

TEST(Quoting, LeavesPrintableTextAsItIs) {
  EXPECT_EQ(in_quotes("Nf3"), "\"Nf3\"");
  EXPECT_EQ(in_quotes("♘f3 Müller"), "\"♘f3 Müller\"");
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes('x'), "\"x\"");
}

TEST(Quoting, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(in_quotes(std::string_view("a\0b\x7F", 4)), "\"a\\x00b\\x7F\"");
  EXPECT_EQ(in_quotes("\xC2\xA0\xEF\xBB\xBF"), "\"\\xC2\\xA0\\xEF\\xBB\\xBF\"");
  EXPECT_EQ(in_quotes("\xE2\x99"), "\"\\xE2\\x99\"");
}

TEST(Quoting, ShortensBetweenCharacters) {
  EXPECT_EQ(tabiya::in_quotes(std::string(41, 'x')), '"' + std::string(40, 'x') + "…\"");
  EXPECT_EQ(tabiya::in_quotes(std::string(39, 'x') + "♘"), '"' + std::string(39, 'x') + "…\"");
  EXPECT_EQ(tabiya::in_quotes(std::string(1'000'000, '\xFF')).size(), 45u);
}

TEST(Quoting, NumbersACharacterOfAnotherAlphabet) {
  EXPECT_EQ(quoted_at("p\xD1\x80", 0), "\"p\"");
  EXPECT_EQ(quoted_at("p\xD1\x80", 1), "\"р\" (U+0440)");
  EXPECT_EQ(quoted_at("p\xD1\x80", 2), "\"\\x80\"");
}

TEST(Characters, AreDecodedOnlyIfWellFormed) {
  const auto code = [](std::string_view text) -> std::optional<char32_t> {
    const Character character = character_at(text, 0);
    if (!character.well_formed) return std::nullopt;
    return character.code;
  };
  EXPECT_EQ(code("e"), U'e');
  EXPECT_EQ(code("\xC3\xBC"), U'ü');
  EXPECT_EQ(code("\xE2\x99\x98"), U'♘');
  EXPECT_EQ(code("\xF0\x9F\x98\x80"), char32_t{0x1F600});
  for (std::string_view bad :
       {"\x80", "\xC0\xAF", "\xC3", "\xC3(", "\xE0\x80\x80", "\xED\xA0\x80", "\xE2\x99",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
    EXPECT_EQ(code(bad), std::nullopt) << in_quotes(bad);
}

TEST(Words, KeepTheirPlaces) {
  WordReader words(" \t e4\r\n Nf3 ");
  const auto first = words.next();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->text, "e4");
  EXPECT_EQ(first->at, 3u);
  const auto second = words.next();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->text, "Nf3");
  EXPECT_EQ(second->at, 8u);
  EXPECT_FALSE(words.next().has_value());
}

}  // namespace
}  // namespace tabiya
