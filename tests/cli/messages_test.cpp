#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tabiya {
namespace {

TEST(StoppedBy, CtrlCGivesTheExitCodeThatShellsGive) {
  const Interrupt interrupt;
  std::raise(SIGINT);
  testing::internal::CaptureStderr();
  EXPECT_EQ(static_cast<int>(stopped_by(interrupt)), 130);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "Stopped by Ctrl-C.\n");
}

TEST(StoppedBy, ARequestToTerminateIsToldApart) {
  const Interrupt interrupt;
  std::raise(SIGTERM);
  testing::internal::CaptureStderr();
  EXPECT_EQ(static_cast<int>(stopped_by(interrupt)), 143);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "Stopped by SIGTERM.\n");
}

}  // namespace
}  // namespace tabiya
