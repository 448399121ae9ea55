#include "cli/command_line.h"

#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <initializer_list>
#include <vector>

namespace tabiya {
namespace {

// A command line with two commands, which remember that they were called.
class CommandLineTest : public testing::Test {
 protected:
  CommandLineTest() {
    CLI::App& count = line_.add(Purpose::Develop, "count", "Count to a number");
    count.add_option("number", number_, "How far");
    line_.when_chosen(count, [this] {
      counted_ = number_;
      return number_ > 100 ? ExitCode::Failed : ExitCode::Done;
    });
    CLI::App& file = line_.add(Purpose::Study, "file", "Work with files");
    file.require_subcommand(1);
    line_.when_chosen(*file.add_subcommand("check", "Read files"), [this] {
      checked_ = true;
      return ExitCode::Done;
    });
  }

  ExitCode run(std::initializer_list<const char*> arguments) {
    std::vector<const char*> all = {"tabiya"};
    all.insert(all.end(), arguments);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const ExitCode code = line_.run(static_cast<int>(all.size()), all.data());
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return code;
  }

  CommandLine line_;
  int number_ = 10;
  int counted_ = 0;
  bool checked_ = false;
  std::string out_;
  std::string err_;
};

TEST_F(CommandLineTest, RunsTheChosenCommandWithItsOptions) {
  EXPECT_EQ(run({"count", "7"}), ExitCode::Done);
  EXPECT_EQ(counted_, 7);
}

TEST_F(CommandLineTest, ReturnsWhatTheCommandReturns) {
  EXPECT_EQ(run({"count", "101"}), ExitCode::Failed);
}

TEST_F(CommandLineTest, RunsACommandOfACommand) {
  EXPECT_EQ(run({"file", "check"}), ExitCode::Done);
  EXPECT_TRUE(checked_);
}

TEST_F(CommandLineTest, StartsNothingWhenTheRestIsWrong) {
  EXPECT_EQ(run({"count", "7", "--faster"}), ExitCode::WrongUsage);
  EXPECT_EQ(counted_, 0);
}

TEST_F(CommandLineTest, NamesTheWordThatIsWrong) {
  run({"count", "7", "--faster", "3"});
  EXPECT_TRUE(err_.starts_with("tabiya count: there is no option --faster\n")) << err_;
  run({"count", "7", "8"});
  EXPECT_TRUE(err_.starts_with("tabiya count: \"8\" is one word too many\n")) << err_;
  run({"counts"});
  EXPECT_TRUE(err_.starts_with("tabiya: there is no command counts\n")) << err_;
  const auto checked = line_.check({"count", "--faster", "3"});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "there is no option --faster");
}

TEST_F(CommandLineTest, PointsToTheHelpOfTheCommandThatWasWrong) {
  EXPECT_EQ(run({"count", "seven"}), ExitCode::WrongUsage);
  EXPECT_NE(err_.find("Try: tabiya count --help"), std::string::npos) << err_;
  EXPECT_EQ(run({"file"}), ExitCode::WrongUsage);
  EXPECT_NE(err_.find("Try: tabiya file --help"), std::string::npos) << err_;
}

TEST_F(CommandLineTest, ListsTheCommandsByWhatTheyAreFor) {
  EXPECT_EQ(run({"--help"}), ExitCode::Done);
  EXPECT_NE(out_.find("Usage: tabiya [OPTIONS] [COMMAND]\n"), std::string::npos) << out_;
  const auto develop = out_.find("\nDevelop:\n  count");
  const auto study = out_.find("\nStudy:\n  file");
  EXPECT_NE(develop, std::string::npos) << out_;
  EXPECT_NE(study, std::string::npos) << out_;
  EXPECT_EQ(out_.find("Play:"), std::string::npos) << "a heading without commands\n" << out_;
}

TEST_F(CommandLineTest, ShowsTheHelpOfACommand) {
  EXPECT_EQ(run({"count", "--help"}), ExitCode::Done);
  EXPECT_NE(out_.find("How far"), std::string::npos) << out_;
}

}  // namespace
}  // namespace tabiya
