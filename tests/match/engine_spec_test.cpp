#include "match/engine_spec.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

EngineSpec spec_of(const Words& words) {
  EngineSpec spec;
  const auto done = apply_settings(words, spec);
  EXPECT_TRUE(done) << (done ? "" : done.error().message);
  return spec;
}

std::string error_of(const Words& words) {
  EngineSpec spec;
  const auto done = apply_settings(words, spec);
  EXPECT_FALSE(done);
  return done ? "" : done.error().message;
}

TEST(EngineSpec, IsReadFromSeparateWordsOrOneText) {
  const EngineSpec expected{.command = "./engine",
                            .name = "new one",
                            .arguments = {"--quiet", "two words"},
                            .folder = "/tmp",
                            .options = {{"Hash", "16"}, {"Skill Level", "3"}, {"Clear Hash", ""}},
                            .limits = {.clock = ClockControl{0, 10s, 100ms}}};
  EXPECT_EQ(spec_of({"cmd=./engine", "name=new one", "args=--quiet \"two words\"", "dir=/tmp",
                     "option.Hash=16", "option.Skill Level=3", "option.Clear Hash=", "tc=10+0.1"}),
            expected);
  EXPECT_EQ(spec_of({"cmd=./engine  name=new one args=--quiet 'two words' dir=/tmp option.Hash=16 "
                     "option.Skill Level=3 option.Clear Hash= tc=10+0.1 "}),
            expected);
}

TEST(EngineSpec, AnEqualsSignInAValueDoesNotBeginASetting) {
  const EngineSpec spec = spec_of({"cmd=x args=--net=a.nnue --size=3 option.Path=/a=b nodes=7"});
  EXPECT_EQ(spec.arguments, (Words{"--net=a.nnue", "--size=3"}));
  EXPECT_EQ(spec.options, (std::vector<OptionSetting>{{"Path", "/a=b"}}));
  EXPECT_EQ(spec.limits.nodes, 7u);
}

TEST(EngineSpec, TheLastOfTwoEqualSettingsCounts) {
  EXPECT_EQ(spec_of({"option.Hash=1", "option.Hash=2"}).options,
            (std::vector<OptionSetting>{{"Hash", "2"}}));
}

TEST(EngineSpec, AnythingCanBeQuoted) {
  for (const std::string odd :
       {"plain", "two words", "a \"b\" c", "it's", "\"", "'", "'\"'", " ends in blanks  ",
        "with nodes=5 inside", "a\nline\rend", "option.Hash=3 \" depth=2", ""}) {
    const std::string quoted = quoted_argument(odd);
    const EngineSpec spec =
        spec_of({"cmd=" + quoted + " args=-x " + quoted + " -y dir=" + quoted + " nodes=7"});
    EXPECT_EQ(spec.command, odd);
    EXPECT_EQ(spec.arguments, (Words{"-x", odd, "-y"}));
    EXPECT_EQ(spec.folder, odd);
    EXPECT_EQ(spec.limits, (EngineLimits{.nodes = 7})) << odd;
  }
}

TEST(EngineSpec, APathWithAnApostropheNeedsNoQuotes) {
  const EngineSpec spec = spec_of({"cmd=/home/o'brien/engine nodes=7 dir=/it's/here name=x"});
  EXPECT_EQ(spec.command, "/home/o'brien/engine");
  EXPECT_EQ(spec.folder, "/it's/here");
  EXPECT_EQ(spec.name, "x");
}

TEST(EngineSpec, MistakesAreNamed) {
  EXPECT_NE(error_of({"comand=x"}).find("there is no setting \"comand=x\""), std::string::npos);
  EXPECT_NE(error_of({"engine"}).find("the settings are cmd="), std::string::npos);
  EXPECT_NE(error_of({"option.=3"}).find("no setting"), std::string::npos);
  EXPECT_NE(error_of({"tc=soon"}).find("\"soon\""), std::string::npos);
  EXPECT_NE(error_of({"depth=0"}).find("from 1 to"), std::string::npos);
  EXPECT_NE(error_of({"nodes=-5"}).find("from 1 to"), std::string::npos);
  EXPECT_NE(error_of({"movetime=0"}).find("seconds"), std::string::npos);
  EXPECT_NE(error_of({"args=\"open"}).find("not closed"), std::string::npos);
  EXPECT_NE(error_of({"cmd=\"open"}).find("not closed"), std::string::npos);
  EXPECT_NE(error_of({"cmd='one' 'two'"}).find("one path"), std::string::npos);
}

TEST(EngineSpec, ALineEndCannotSmuggleACommandIn) {
  EXPECT_NE(error_of({"option.Hash=1\nquit"}).find("line end"), std::string::npos);
  EXPECT_NE(error_of({"option.Ha\nsh=1"}).find("line end"), std::string::npos);
}

TEST(EngineSpec, SharedSettingsFillTheGaps) {
  EngineSpec each = spec_of({"cmd=x option.Hash=16 option.Threads=1 tc=10+0.1"});
  EngineSpec own = spec_of({"name=me option.Hash=64 nodes=100"});
  complete_from(each, own);
  EXPECT_EQ(own.command, "x");
  EXPECT_EQ(own.name, "me");
  EXPECT_EQ(own.options, (std::vector<OptionSetting>{{"Hash", "64"}, {"Threads", "1"}}));
  EXPECT_EQ(own.limits, (EngineLimits{.nodes = 100})) << "limits are not mixed";
}

}  // namespace
}  // namespace tabiya
