#include "engine/option.h"

#include <gtest/gtest.h>

#include "engine/settings.h"

namespace tabiya {
namespace {

const Option kHash = Option::spin("Hash", 1, 1024, "");
const Option kPonder = Option::check("Ponder", "");
const Option kFile = Option::text("EvalFile", "");

TEST(OptionValue, NumbersHaveToBeWholeAndWithinTheirLimits) {
  EXPECT_EQ(parse_value(kHash, "1"), OptionValue(1));
  EXPECT_EQ(parse_value(kHash, "1024"), OptionValue(1024));
  for (const char* bad : {"0", "1025", "-5", "", "12x", "1e3", "99999999999999999999", " 5"}) {
    const auto value = parse_value(kHash, bad);
    ASSERT_FALSE(value) << bad;
    EXPECT_NE(value.error().message.find("Hash needs a number from 1 to 1024"), std::string::npos)
        << value.error().message;
  }
}

TEST(OptionValue, ChecksAreTrueOrFalseInAnyCapitals) {
  EXPECT_EQ(parse_value(kPonder, "true"), OptionValue(true));
  EXPECT_EQ(parse_value(kPonder, "False"), OptionValue(false));
  EXPECT_FALSE(parse_value(kPonder, "yes"));
  EXPECT_FALSE(parse_value(kPonder, ""));
}

TEST(OptionValue, TextsAreTakenAsTheyAreAndEmptyHasAName) {
  EXPECT_EQ(parse_value(kFile, "/my files/x.bin"), OptionValue("/my files/x.bin"));
  EXPECT_EQ(parse_value(kFile, "<empty>"), OptionValue(""));
}

TEST(OptionValue, NamesAreFoundInAnyCapitals) {
  const auto options = engine_options();
  ASSERT_NE(find_option(options, "multipv"), nullptr);
  EXPECT_EQ(find_option(options, "CLEAR HASH")->name, "Clear Hash");
  EXPECT_EQ(find_option(options, "Clear"), nullptr);
  EXPECT_EQ(find_option(options, ""), nullptr);
}

TEST(EngineOptions, EveryStandardValueIsAllowedAndIsTheOneOfNewSettings) {
  const EngineSettings fresh;
  for (const EngineOption& option : engine_options()) {
    EXPECT_FALSE(option.summary.empty()) << option.name;
    const auto value = parse_value(option, option.standard);
    ASSERT_TRUE(value) << option.name;
    EXPECT_EQ(*value, option.get(fresh)) << option.name;
  }
}

// Two rows that share a member would go unnoticed otherwise.
TEST(EngineOptions, EachChangesItsOwnMemberAndNoOther) {
  for (const EngineOption& changed : engine_options()) {
    EngineSettings settings;
    const OptionValue before = changed.get(settings);
    OptionValue other;
    if (changed.kind == Option::Kind::Check) other = !std::get<bool>(before);
    if (changed.kind == Option::Kind::String) other = "another";
    if (changed.kind == Option::Kind::Combo) other = 1 - std::get<int>(before);
    if (changed.kind == Option::Kind::Spin)
      other = std::get<int>(before) == changed.highest ? changed.lowest : changed.highest;
    changed.set(settings, other);
    for (const EngineOption& option : engine_options())
      EXPECT_EQ(option.get(settings),
                option.name == changed.name ? other : option.get(EngineSettings{}))
          << changed.name << " and " << option.name;
  }
}

}  // namespace
}  // namespace tabiya
