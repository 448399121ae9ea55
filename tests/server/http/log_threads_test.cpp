#include "server/http/log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "piped_error.h"

namespace tabiya::http::test {
namespace {

TEST(LogThreads, WritesALineOfJsonForEachEvent) {
  PipedError error;
  {
    Log log(LogLevel::Requests);
    log.info("request", {{"path", "/a\"b"}, {"status", 200}});
    log.warn("accept", {{"message", std::string(10'000, 'x')}});
  }
  const std::string all = error.read_all();
  const auto end = all.find('\n');
  ASSERT_NE(end, std::string::npos);
  const auto first = nlohmann::json::parse(all.substr(0, end));
  EXPECT_EQ(first["event"], "request");
  EXPECT_EQ(first["level"], "info");
  EXPECT_EQ(first["path"], "/a\"b");
  EXPECT_EQ(first["status"], 200);
  const auto second = nlohmann::json::parse(all.substr(end + 1));
  EXPECT_EQ(second["message"], std::string(10'000, 'x'));
}

// More lines than a pipe holds, and than may wait. It would never end.
TEST(LogThreads, EndsAlthoughItIsNotRead) {
  const PipedError error;
  Log log(LogLevel::Requests);
  for (int i = 0; i < 20'000; ++i) log.info("request", {{"number", i}});
}

TEST(LogThreads, SurvivesAReaderThatIsGone) {
  PipedError error;
  error.stop_reading();
  Log log(LogLevel::Requests);
  for (int i = 0; i < 100; ++i) log.info("request", {{"number", i}});
}

}  // namespace
}  // namespace tabiya::http::test
