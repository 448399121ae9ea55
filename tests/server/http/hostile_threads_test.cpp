// People who do not want to talk, but to harm.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "running_server.h"

namespace tabiya::http::test {
namespace {

std::size_t memory_pages() {
  std::size_t whole = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return resident;
}

using Seconds = std::chrono::duration<double>;

// How long a normal request takes in the middle of many.
Seconds usual_time(const RunningServer& server) {
  std::vector<Seconds> times;
  for (int i = 0; i < 51; ++i) {
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(server.get("/health").status, 200);
    times.emplace_back(std::chrono::steady_clock::now() - begun);
  }
  std::ranges::nth_element(times, times.begin() + 25);
  return times[25];
}

TEST(HostileThreads, TwoHundredSlowClientsDoNotKeepOthersWaiting) {
  const RunningServer server;
  std::vector<RawClient> slow;
  for (int i = 0; i < 200; ++i) slow.push_back(server.connect());
  // Half of them never end their header, the others their body.
  const std::string header = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaa";
  for (std::size_t i = 0; i < slow.size(); i += 2)
    slow[i].send(
        "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 1000\r\n\r\n");
  std::atomic<bool> enough = false;
  std::atomic<std::size_t> sent = 0;
  std::thread dripping([&] {
    for (; sent < header.size() && !enough; ++sent) {
      for (std::size_t i = 0; i < slow.size(); ++i)
        slow[i].send(i % 2 == 0 ? " " : header.substr(sent, 1));
      for (int i = 0; i < 100 && !enough; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  while (sent == 0) std::this_thread::yield();
  Seconds among_them = usual_time(server);
  for (int more = 0; more < 3 && sent < 3; ++more) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    among_them = std::max(among_them, usual_time(server));
  }
  EXPECT_GE(server.figure("tabiya_connections"), 200u);
  // No client waits for a byte of a slow one. How little that costs, the benchmark tells.
  EXPECT_LT(among_them, std::chrono::seconds(1));
  enough = true;
  dripping.join();
}

TEST(HostileThreads, AConnectionThatNeverFinishesARequestIsDropped) {
  HttpSettings settings;
  settings.limits.header_time = std::chrono::milliseconds(100);
  settings.limits.body_time = std::chrono::milliseconds(100);
  settings.limits.idle_time = std::chrono::milliseconds(100);
  const RunningServer server(settings);
  RawClient silent = server.connect();
  EXPECT_EQ(silent.read_answer().status, 0);
  RawClient header = server.connect();
  EXPECT_EQ(header.ask("GET / HTTP/1.1\r\nHost: ").status, 0);
  RawClient body = server.connect();
  EXPECT_EQ(body.ask("POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                     "application/json\r\nContent-Length: 10\r\n\r\n{")
                .status,
            0);
  RawClient idle = server.connect();
  EXPECT_EQ(idle.ask("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 200);
  EXPECT_TRUE(idle.ended());
}

TEST(HostileThreads, AConnectionThatOnlyWaitsMakesRoomForARequest) {
  HttpSettings settings;
  settings.limits.connections = 5;
  const RunningServer server(settings);
  std::vector<RawClient> waiting;
  for (int i = 0; i < 20; ++i) {
    waiting.push_back(server.connect());
    waiting.back().send("GET / HT");
  }
  EXPECT_EQ(server.get("/health").status, 200);
  EXPECT_LE(server.figure("tabiya_connections"), 5u);
}

TEST(HostileThreads, AConnectionWithoutItsBodyMakesRoomAfterThoseThatWait) {
  HttpSettings settings;
  settings.limits.connections = 5;
  const RunningServer server(settings);
  const std::string header =
      "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n";
  std::vector<RawClient> slow;
  for (int i = 0; i < 4; ++i) {
    slow.push_back(server.connect());
    slow.back().send(header);
    ASSERT_EQ(slow.back().read_answer(false).status, 100);
  }
  RawClient idle = server.connect();
  const std::string health = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  ASSERT_EQ(idle.ask(health).status, 200);
  RawClient first = server.connect();
  ASSERT_EQ(first.ask(header).status, 100);
  EXPECT_EQ(idle.ask(health).status, 0);

  EXPECT_EQ(server.get("/health").status, 200);  // all five owe a body
  EXPECT_EQ(slow[0].ask("{}").status, 0);
  EXPECT_EQ(slow[1].ask("{}").body, "\"POST /api/v1/games 2\"");
  EXPECT_EQ(first.ask("{}").body, "\"POST /api/v1/games 2\"");
}

TEST(HostileThreads, AConnectionTooManyGetsAnAnswer) {
  HttpSettings settings;
  settings.limits.connections = 2;
  RunningServer server(settings);
  std::vector<RawClient> pages;
  for (int i = 0; i < 2; ++i) {
    pages.push_back(server.connect());
    ASSERT_EQ(pages.back().upgrade().status, 101);
    EXPECT_EQ(pages.back().read_frame().payload, "hello");
  }
  const RawAnswer answer = server.get("/health");
  EXPECT_EQ(answer.status, 503);
  EXPECT_TRUE(answer.body.starts_with("{\"error\":{\"code\":\"busy\"")) << answer.body;
  pages.pop_back();
  while (server.get("/health").status != 200) std::this_thread::yield();
}

// Their bodies are in memory until they are complete.
TEST(HostileThreads, ImportsAtOnceAreLimited) {
  HttpSettings settings;
  settings.limits.imports_at_once = 2;
  const RunningServer server(settings);
  const std::string header =
      "POST /api/v1/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 10\r\nExpect: 100-continue\r\n\r\n";
  std::vector<RawClient> slow;
  for (int i = 0; i < 2; ++i) {
    slow.push_back(server.connect());
    slow.back().send(header);
    EXPECT_EQ(slow.back().read_answer(false).status, 100);
  }
  EXPECT_EQ(server.connect().ask(header).status, 503);
  EXPECT_EQ(slow[0].ask("0123456789").body, "\"POST /api/v1/import 10\"");
  EXPECT_EQ(server.connect().ask(header).status, 100);
}

// A few who ask for two megabytes each and do not read them are more than there is room for.
TEST(HostileThreads, UnreadAnswersAreLimited) {
  HttpSettings settings;
  settings.limits.unread_bytes = 5'000'000;
  const RunningServer server(settings);
  const std::string large = "GET /api/v1/games/largelarge HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::vector<RawClient> greedy;
  // The kernel takes some of it.
  while (server.figure("tabiya_http_answers_total{status=\"5xx\"}") == 0) {
    ASSERT_LT(greedy.size(), 200u);
    greedy.push_back(server.connect(4096));
    greedy.back().send(large);
  }
  EXPECT_LE(server.figure("tabiya_unread_bytes"), 5'000'000u);
  EXPECT_EQ(server.get("/health").status, 200);
  greedy.clear();
  while (server.figure("tabiya_unread_bytes") != 0) std::this_thread::yield();
  EXPECT_EQ(server.connect().ask(large).body.size(), 2'000'000u);
}

TEST(HostileThreads, UnreadMessagesAreLimited) {
  HttpSettings settings;
  settings.limits.unread_bytes = 5'000'000;
  settings.limits.farewell_time = std::chrono::milliseconds(50);
  const RunningServer server(settings);
  const auto joined = [&server](int receive_buffer) {
    RawClient page = server.connect(receive_buffer);
    EXPECT_EQ(page.upgrade().status, 101);
    EXPECT_EQ(page.read_frame().payload, "hello");
    page.send_frame(1, "join");
    return page;
  };
  std::vector<RawClient> greedy;
  for (int i = 0; i < 2; ++i) greedy.push_back(joined(4096));
  while (server.figure("tabiya_unread_bytes") < 4'000'000) std::this_thread::yield();
  EXPECT_EQ(joined(0).read_frame().close_code(), 1013);
  greedy.clear();
  while (server.figure("tabiya_unread_bytes") != 0) std::this_thread::yield();
  EXPECT_EQ(joined(0).read_frame().payload.size(), 2'000'000u);
}

// Bytes from nothing, and good requests with some bytes changed, in many pieces, for a minute.
TEST(LongHostileThreads, RandomBytesDoNoHarm) {
  const RunningServer server;
  std::mt19937 random(960);
  const std::vector<std::string> beginnings{
      "", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
      "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
      "Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      "Sec-WebSocket-Protocol: tabiya.v1\r\n\r\n"};
  const auto attack = [&] {
    RawClient client = server.connect();
    std::string bytes = beginnings[random() % beginnings.size()];
    if (!bytes.empty() && random() % 2 == 0)
      for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    for (std::size_t i = random() % 2000; i > 0; --i) bytes += static_cast<char>(random());
    while (!bytes.empty()) {
      const std::size_t piece = std::min<std::size_t>(bytes.size(), 1 + random() % 600);
      if (!client.send(bytes.substr(0, piece))) break;
      bytes.erase(0, piece);
    }
    if (random() % 2 == 0) client.end_sending();
  };
  const auto attack_times = [&](int count) {
    for (int i = 0; i < count; ++i) attack();
    ASSERT_EQ(server.get("/health").status, 200);
  };
  ASSERT_NO_FATAL_FAILURE(attack_times(20'000));
  [[maybe_unused]] const std::size_t before = memory_pages();
  ASSERT_NO_FATAL_FAILURE(attack_times(100'000));
#ifndef __SANITIZE_ADDRESS__  // which keeps what is freed for a while
  EXPECT_LT(memory_pages(), before + 4096) << "16 MB more than at first";
#endif
}

}  // namespace
}  // namespace tabiya::http::test
