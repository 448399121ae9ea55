// The real program with real games, from outside.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "server/http/free_port.h"
#include "server/http/raw_client.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using http::test::RawAnswer;
using http::test::RawClient;
using nlohmann::json;

class ServeThreads : public testing::Test {
 protected:
  std::unique_ptr<Process> start(std::vector<std::string> further = {}) {
    Call call{.arguments = {TABIYA_PROGRAM, "serve", "--port", std::to_string(port_), "--database",
                            folder_.path() / "games.sqlite", "--log", "off"}};
    call.arguments.insert(call.arguments.end(), further.begin(), further.end());
    auto process = std::make_unique<Process>(call);
    for (int i = 0; i < 6000 && !answers(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return process;
  }

  bool answers() const {
    try {
      const RawClient client(port_);
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  RawAnswer ask(const std::string& method_and_target, const std::string& body = {}) const {
    std::string request = method_and_target + " HTTP/1.1\r\nHost: localhost\r\n";
    if (!body.empty())
      request +=
          "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\n";
    return RawClient(port_).ask(request + "\r\n" + body);
  }

  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

  TemporaryFolder folder_;
  std::uint16_t port_ = http::test::free_port();
};

TEST_F(ServeThreads, PrintsItsAddressAndEndsOnASignal) {
  for (const auto& [signal, code] : {std::pair{SIGTERM, 143}, std::pair{SIGINT, 130}}) {
    const auto program = start();
    EXPECT_EQ(ask("GET /health").body, "{\"status\":\"ok\"}");
    EXPECT_EQ(ask("GET /").status, 200);
    kill(program->id(), signal);
    const Finished finished = program->wait();
    EXPECT_EQ(finished.exit_code, code) << finished.err;
    EXPECT_EQ(finished.out, "Tabiya is at http://" + host() + "/\n");
  }
}

TEST_F(ServeThreads, LeavesAPortAloneThatIsTaken) {
  const auto first = start();
  const Finished second =
      run({.arguments = {TABIYA_PROGRAM, "serve", "--port", std::to_string(port_), "--database",
                         folder_.path() / "other.sqlite"}});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_EQ(second.out, "");
  EXPECT_TRUE(second.err.starts_with("tabiya serve: port " + std::to_string(port_) +
                                     " is taken by tabiya (process " + std::to_string(first->id()) +
                                     ")"))
      << second.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "other.sqlite"));
}

// Killed as by a power cut, with a game in progress.
TEST_F(ServeThreads, KeepsItsGamesWhenItIsKilled) {
  auto program = start();
  const RawAnswer made = ask("POST /api/v1/games", R"({"mode":"people","start":{}})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string game = json::parse(made.body)["game"];

  RawClient page(port_);
  ASSERT_EQ(page.upgrade().status, 101);
  EXPECT_EQ(json::parse(page.read_frame().payload)["type"], "hello");
  const auto ask_page = [&](const json& request) {
    page.send_frame(1, request.dump());
    for (;;) {
      const json message = json::parse(page.read_frame().payload);
      if (message.value("for", json()) == request["id"]) return message;
    }
  };
  EXPECT_EQ(ask_page({{"type", "join"}, {"id", 1}, {"game", game}, {"since", nullptr}})["type"],
            "joined");
  EXPECT_EQ(
      ask_page({{"type", "move"}, {"id", 2}, {"game", game}, {"node", 0}, {"uci", "e2e4"}})["type"],
      "done");
  kill(program->id(), SIGKILL);
  program->wait();

  program = start();
  const json state = json::parse(ask("GET /api/v1/games/" + game).body);
  ASSERT_EQ(state["nodes"].size(), 2u);
  EXPECT_EQ(state["nodes"][1]["uci"], "e2e4");
}

TEST_F(ServeThreads, GoesOnWhereFilesMayNotGrow) {
  const auto program = start();
  const auto let_files_grow = [&](rlim_t to) {
    const rlimit limit{to, RLIM_INFINITY};
    ASSERT_EQ(prlimit(program->id(), RLIMIT_FSIZE, &limit, nullptr), 0);
  };
  const std::string wish = R"({"mode":"people","start":{}})";
  EXPECT_EQ(ask("GET /health").status, 200);  // so its database is open
  let_files_grow(0);
  EXPECT_EQ(ask("POST /api/v1/games", wish).status, 500);
  EXPECT_EQ(ask("GET /health").status, 503);
  let_files_grow(RLIM_INFINITY);
  EXPECT_EQ(ask("GET /health").status, 200);
  EXPECT_EQ(ask("POST /api/v1/games", wish).status, 201);
}

TEST_F(ServeThreads, AsksForATokenWhereOthersCanReachIt) {
  const auto program = start({"--listen", "0.0.0.0"});
  EXPECT_EQ(ask("GET /api/v1/about").status, 401);
  kill(program->id(), SIGTERM);
  const Finished finished = program->wait();
  const auto at = finished.out.find("/?token=");
  ASSERT_NE(at, std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.size(), at + 8 + 32 + 1) << finished.out;
}

}  // namespace
}  // namespace tabiya::test
