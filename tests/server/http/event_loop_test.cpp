#include "server/http/event_loop.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tabiya::http {
namespace {

using std::chrono::milliseconds;

class EventLoopThreads : public testing::Test {
 protected:
  Log log_{LogLevel::Off};
  EventLoop loop_{log_};
};

TEST_F(EventLoopThreads, CallsInTheOrderOfPosting) {
  std::string calls;
  loop_.post([&] {
    loop_.post([&] { calls += "c"; });
    calls += "a";
  });
  loop_.post([&] { calls += "b"; });
  loop_.post([&] { loop_.post([&] { loop_.stop(); }); });
  loop_.run();
  EXPECT_EQ(calls, "abc");
}

TEST_F(EventLoopThreads, TakesCallsFromOtherThreads) {
  int calls = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 1000; ++j)
        loop_.post([&] {
          if (++calls == 4000) loop_.stop();
        });
    });
  }
  loop_.run();
  EXPECT_EQ(calls, 4000);
}

TEST_F(EventLoopThreads, KeepsAppointmentsByTheirTime) {
  std::string calls;
  const auto now = loop_.now();
  const auto later = loop_.call_at(now + milliseconds(20), [&] {
    calls += "b";
    loop_.stop();
  });
  const auto soon = loop_.call_at(now + milliseconds(1), [&] { calls += "a"; });
  loop_.run();
  EXPECT_EQ(calls, "ab");
}

// The second timer has run out, too, when the first one's function is called.
TEST_F(EventLoopThreads, DoesNotCallAfterAnAppointmentIsGone) {
  std::string calls;
  const auto past = loop_.now() - milliseconds(5);
  std::unique_ptr<server::Timer> second;
  const auto first = loop_.call_at(past, [&] {
    calls += "a";
    second.reset();
  });
  second = loop_.call_at(past, [&] { calls += "b"; });
  const auto last = loop_.call_at(loop_.now() + milliseconds(20), [&] { loop_.stop(); });
  loop_.run();
  EXPECT_EQ(calls, "a");
}

TEST_F(EventLoopThreads, LetsAFunctionEndItsOwnAppointment) {
  std::string calls = "none";
  std::unique_ptr<server::Timer> appointment;
  appointment = loop_.call_at(loop_.now(), [&, words = std::string(100, 'x')] {
    appointment.reset();
    calls = words;
    loop_.stop();
  });
  loop_.run();
  EXPECT_EQ(calls, std::string(100, 'x'));
}

TEST_F(EventLoopThreads, SurvivesAFunctionThatThrows) {
  bool called = false;
  loop_.post([] { throw std::runtime_error("a bug"); });
  loop_.post([&] {
    called = true;
    loop_.stop();
  });
  loop_.run();
  EXPECT_TRUE(called);
}

}  // namespace
}  // namespace tabiya::http
