#include "engine/option_value.h"

#include <gtest/gtest.h>

#include "engine/engine_options.h"

namespace tabiya {
namespace {

const Option kHash{"Hash", Option::Kind::Spin, "64", 1, 1024, ""};
const Option kPonder{"Ponder", Option::Kind::Check, "false", 0, 0, ""};
const Option kFile{"EvalFile", Option::Kind::String, "", 0, 0, ""};

TEST(OptionValue, NumbersHaveToBeWholeAndWithinTheirLimits) {
  EXPECT_EQ(checked_value(kHash, "1"), "1");
  EXPECT_EQ(checked_value(kHash, "1024"), "1024");
  for (const char* bad : {"0", "1025", "-5", "", "12x", "1e3", "99999999999999999999", " 5"}) {
    const auto value = checked_value(kHash, bad);
    ASSERT_FALSE(value) << bad;
    EXPECT_NE(value.error().message.find("Hash needs a number from 1 to 1024"), std::string::npos)
        << value.error().message;
  }
}

TEST(OptionValue, ChecksAreTrueOrFalseInAnyCapitals) {
  EXPECT_EQ(checked_value(kPonder, "true"), "true");
  EXPECT_EQ(checked_value(kPonder, "False"), "false");
  EXPECT_FALSE(checked_value(kPonder, "yes"));
  EXPECT_FALSE(checked_value(kPonder, ""));
}

TEST(OptionValue, TextsAreTakenAsTheyAreAndEmptyHasAName) {
  EXPECT_EQ(checked_value(kFile, "/my files/x.bin"), "/my files/x.bin");
  EXPECT_EQ(checked_value(kFile, "<empty>"), "");
}

TEST(OptionValue, NamesAreFoundInAnyCapitals) {
  const auto options = engine_options();
  ASSERT_NE(find_option(options, "multipv"), nullptr);
  EXPECT_EQ(find_option(options, "CLEAR HASH")->name, "Clear Hash");
  EXPECT_EQ(find_option(options, "Clear"), nullptr);
  EXPECT_EQ(find_option(options, ""), nullptr);
}

TEST(EngineOptions, EveryStandardValueIsAllowed) {
  for (const Option& option : engine_options()) {
    if (option.kind == Option::Kind::Button) continue;
    EXPECT_EQ(checked_value(option, option.standard), option.standard) << option.name;
    EXPECT_FALSE(option.summary.empty()) << option.name;
  }
}

}  // namespace
}  // namespace tabiya
