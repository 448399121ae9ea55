// WebSockets over real sockets.
#include <gtest/gtest.h>

#include <string>

#include "running_server.h"

namespace tabiya::http::test {
namespace {

class WebPageThreads : public testing::Test {
 protected:
  static RawClient page_of(const RunningServer& server, int receive_buffer = 0) {
    RawClient client = server.connect(receive_buffer);
    EXPECT_EQ(client.upgrade().status, 101);
    EXPECT_EQ(client.read_frame().payload, "hello");
    return client;
  }
};

TEST_F(WebPageThreads, SpeakTheSubprotocol) {
  const RunningServer server;
  RawClient client = server.connect();
  const RawAnswer answer = client.upgrade("Sec-WebSocket-Protocol: other, tabiya.v1\r\n");
  EXPECT_EQ(answer.status, 101);
  EXPECT_EQ(answer.header("Sec-WebSocket-Protocol"), "tabiya.v1");
  EXPECT_EQ(client.read_frame().payload, "hello");
  client.send_frame(1, "abc");
  EXPECT_EQ(client.read_frame().payload, "heard abc");
  client.send_frame(9, "are you there");
  const RawFrame pong = client.read_frame();
  EXPECT_EQ(pong.opcode, 10);
  EXPECT_EQ(pong.payload, "are you there");
}

TEST_F(WebPageThreads, AreRefusedFromOtherSitesAndWithoutTheSubprotocol) {
  const RunningServer server;
  EXPECT_EQ(server.connect().upgrade("").status, 400);
  EXPECT_EQ(server.connect().upgrade("Sec-WebSocket-Protocol: tabiya.v2\r\n").status, 400);
  const std::string protocol = "Sec-WebSocket-Protocol: tabiya.v1\r\n";
  EXPECT_EQ(server.connect().upgrade(protocol + "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(server.connect().upgrade(protocol + "Origin: null\r\n").status, 403);
  EXPECT_EQ(server.connect().upgrade(protocol + "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(server.connect().upgrade(protocol + "Origin: http://" + server.host() + "\r\n").status,
            101);
}

// Those words would be lost, and an answer awaited for ever.
TEST_F(WebPageThreads, AreRefusedWhenTheySpeakBeforeTheAnswer) {
  const RunningServer server;
  RawClient client = server.connect();
  EXPECT_EQ(client.upgrade("Sec-WebSocket-Protocol: tabiya.v1\r\n\r\n\x81\x83").status, 400);
  EXPECT_TRUE(client.ended());
}

struct BadFrame {
  const char* name;
  int opcode;
  std::string payload;
  bool masked;
  int code;
};

TEST_F(WebPageThreads, AreClosedForBadFramesWithTheFittingCode) {
  const RunningServer server;
  for (const BadFrame& bad : {
           BadFrame{"binary", 2, "abc", true, 1003},
           BadFrame{"too large", 1, std::string(65537, 'x'), true, 1009},
           BadFrame{"not UTF-8", 1, "\xff\xfe", true, 1007},
           BadFrame{"an unknown opcode", 3, "abc", true, 1002},
           BadFrame{"not masked", 1, "abc", false, 1002},
           BadFrame{"a bug of ours", 1, "throw", true, 1011},
       }) {
    RawClient client = page_of(server);
    client.send_frame(bad.opcode, bad.payload, bad.masked);
    EXPECT_EQ(client.read_frame().close_code(), bad.code) << bad.name;
  }
  RawClient largest = page_of(server);
  largest.send_frame(1, std::string(65536, 'x'));
  EXPECT_EQ(largest.read_frame().payload.size(), 65536 + 6);
}

// Even if the page says goodbye and leaves its end of the connection open.
TEST_F(WebPageThreads, CloseInGoodOrder) {
  HttpSettings settings;
  settings.limits.farewell_time = std::chrono::milliseconds(50);
  settings.limits.ping_time = std::chrono::hours(1);
  const RunningServer server(settings);
  RawClient client = page_of(server);
  client.send_frame(8, "\x03\xe8");
  EXPECT_EQ(client.read_frame().close_code(), 1000);
  EXPECT_EQ(client.read_frame().opcode, -1);
  while (server.figure("tabiya_pages") != 0) std::this_thread::yield();
}

TEST_F(WebPageThreads, AreToldWhenTheServerEnds) {
  HttpSettings settings;
  settings.limits.farewell_time = std::chrono::milliseconds(200);
  RunningServer server(settings);
  RawClient client = page_of(server);
  std::thread ending([&] { server.end(); });
  EXPECT_EQ(client.read_frame().close_code(), 1001);
  client.send_frame(8, "\x03\xe9");
  ending.join();
  EXPECT_THROW(server.connect(), std::runtime_error);
}

TEST_F(WebPageThreads, EndEvenIfAPageDoesNotListen) {
  HttpSettings settings;
  settings.limits.farewell_time = std::chrono::milliseconds(50);
  RunningServer server(settings);
  const RawClient silent = page_of(server);
  server.end();  // returns
}

TEST_F(WebPageThreads, AreAskedWhetherTheyAreThereAndDroppedIfNot) {
  HttpSettings settings;
  settings.limits.ping_time = std::chrono::milliseconds(50);
  const RunningServer server(settings);
  RawClient there = page_of(server);
  RawClient silent = page_of(server);
  for (int i = 0; i < 5; ++i) {
    const RawFrame ping = there.read_frame();
    ASSERT_EQ(ping.opcode, 9);
    there.send_frame(10, ping.payload);
  }
  EXPECT_EQ(silent.read_frame().opcode, 9);
  EXPECT_EQ(silent.read_frame().opcode, -1);
}

// 4 MB wait for a page that does not read.
TEST_F(WebPageThreads, AreDroppedWhenTheyDoNotRead) {
  const RunningServer server;
  RawClient slow = page_of(server, 4096);
  slow.send_frame(1, "flood");
  while (server.figure("tabiya_pages_too_slow_total") == 0) std::this_thread::yield();
  RawFrame frame = slow.read_frame();
  std::size_t arrived = 0;
  for (; frame.opcode == 1; frame = slow.read_frame()) arrived += frame.payload.size();
  EXPECT_LT(arrived, 3'000'000u);
  EXPECT_EQ(frame.close_code(), 1013);
}

// Each is 2 MB, and waits because the page does not read.
TEST_F(WebPageThreads, MayJoinSeveralLargeGamesAtOnce) {
  const RunningServer server;
  RawClient client = page_of(server, 4096);
  for (int i = 0; i < 5; ++i) client.send_frame(1, "join");
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(client.read_frame().payload.size(), 2'000'000u) << i;
    ASSERT_EQ(client.read_frame().payload, "heard join") << i;
  }
}

TEST_F(WebPageThreads, AreDroppedWhenTheyDoNotReadTheGamesTheyJoin) {
  const RunningServer server;
  RawClient slow = page_of(server, 4096);
  for (int i = 0; i < 12; ++i) slow.send_frame(1, "join");
  while (server.figure("tabiya_pages_too_slow_total") == 0) std::this_thread::yield();
}

// 20 MB of engine output: what could not leave in time was replaced, and the last came through.
TEST_F(WebPageThreads, GetTheNewestEngineOutputWhenTheyAreSlow) {
  const RunningServer server;
  RawClient slow = page_of(server, 4096);
  slow.send_frame(1, "think");
  std::size_t count = 0;
  std::string last;
  for (;;) {
    const RawFrame frame = slow.read_frame();
    ASSERT_EQ(frame.opcode, 1);
    if (frame.payload == "heard think") break;
    ++count;
    last = frame.payload.substr(0, frame.payload.find(' '));
  }
  EXPECT_EQ(last, "20000");
  EXPECT_LT(count, 1000u);
  EXPECT_EQ(server.figure("tabiya_pages_too_slow_total"), 0u);
}

TEST_F(WebPageThreads, AreToldWhenTheySendTooMuch) {
  HttpSettings settings;
  settings.limits.frames_at_once = 3;
  settings.limits.frames_per_second = 0;
  const RunningServer server(settings);
  RawClient client = page_of(server);
  for (int i = 1; i <= 5; ++i)
    client.send_frame(1, "{\"type\":\"ping\",\"id\":" + std::to_string(i) + "}");
  client.send_frame(1, "nonsense");
  for (int i = 1; i <= 3; ++i) EXPECT_TRUE(client.read_frame().payload.starts_with("heard {")) << i;
  const std::string error =
      ",\"error\":{\"code\":\"too_many\",\"message\":\"too many requests at once; slow down\"}}";
  EXPECT_EQ(client.read_frame().payload, "{\"type\":\"error\",\"for\":4" + error);
  EXPECT_EQ(client.read_frame().payload, "{\"type\":\"error\",\"for\":5" + error);
  EXPECT_EQ(client.read_frame().payload, "{\"type\":\"error\",\"for\":null" + error);
}

}  // namespace
}  // namespace tabiya::http::test
