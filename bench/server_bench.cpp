// The server as pages see it, over real sockets of this machine: how long a move takes until it is
// confirmed while 200 games are in progress, and how many states it can tell a second.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../tests/server/http/raw_client.h"
#include "../tests/support/temporary_folder.h"
#include "server/game_service.h"
#include "server/http/http_server.h"

namespace tabiya::server {
namespace {

using http::test::RawClient;
using nlohmann::json;
using namespace http;  // NOLINT(google-build-using-namespace): all of it is over HTTP

class BenchServer {
 public:
  BenchServer() {
    HttpSettings settings;
    settings.port = 0;
    http_ = HttpServer::listen(settings, loop_, files_, log_).value();
    GameSettings games;
    games.database = folder_.path() / "games.sqlite";
    games_ = open_games(games, loop_).value();
    http_->open(*games_);
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~BenchServer() {
    http_->end();
    thread_.join();
  }

  std::uint16_t port() const { return http_->settings().port; }

  // Of two people; its id.
  std::string new_game() const {
    const std::string body = R"({"mode":"people","start":{}})";
    const auto answer = RawClient(port()).ask(
        "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body);
    return json::parse(answer.body)["game"];
  }

 private:
  tabiya::test::TemporaryFolder folder_;
  Log log_{LogLevel::Off};
  PageFiles files_{{}};
  EventLoop loop_{log_};
  std::unique_ptr<HttpServer> http_;
  std::unique_ptr<GameService> games_;
  std::thread thread_;
};

// A page that plays both sides of its game at random.
class Player {
 public:
  Player(const BenchServer& server, std::uint64_t seed)
      : game_(server.new_game()), client_(server.port()), random_(seed) {
    client_.upgrade();
    client_.read_frame();
    const json state = ask({{"type", "join"}, {"game", game_}, {"since", nullptr}})["state"];
    tip_ = state["tip"];
    legal_ = state["position"]["legal"];
  }

  bool over() const { return legal_.empty(); }

  // From sending the move to its being confirmed.
  std::chrono::duration<double> move() {
    const std::string uci = legal_[random_() % legal_.size()]["uci"];
    const auto begun = std::chrono::steady_clock::now();
    ask({{"type", "move"}, {"game", game_}, {"node", tip_}, {"uci", uci}});
    return std::chrono::steady_clock::now() - begun;
  }

 private:
  json ask(json request) {
    request["id"] = ++id_;
    client_.send_frame(1, request.dump());
    for (;;) {
      json message = json::parse(client_.read_frame().payload);
      if (message.value("for", 0) == id_) return message;
      if (message.contains("tip")) tip_ = message["tip"];
      if (message.contains("position")) legal_ = message["position"]["legal"];
      if (message.contains("result") && !message["result"].is_null()) legal_ = json::array();
    }
  }

  std::string game_;
  RawClient client_;
  std::mt19937_64 random_;
  int id_ = 0;
  json tip_;
  json legal_;
};

void server_moves(benchmark::State& state) {
  const BenchServer server;
  std::vector<std::unique_ptr<Player>> players;
  for (std::uint64_t i = 0; i < 200; ++i) players.push_back(std::make_unique<Player>(server, i));
  std::vector<double> times;
  std::size_t next = 0;
  for (auto _ : state) {
    Player& player = *players[next++ % players.size()];
    if (player.over()) continue;
    times.push_back(player.move().count());
  }
  std::ranges::sort(times);
  if (times.empty()) return;
  state.counters["median_ms"] = 1000 * times[times.size() / 2];
  state.counters["p95_ms"] = 1000 * times[times.size() * 95 / 100];
  state.counters["worst_ms"] = 1000 * times.back();
}
BENCHMARK(server_moves)->Name("Server/MoveConfirmed/200Games")->Iterations(4000)->UseRealTime();

void server_states(benchmark::State& state) {
  const BenchServer server;
  const std::string request =
      "GET /api/v1/games/" + server.new_game() + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::vector<RawClient> clients;
  for (int i = 0; i < 16; ++i) clients.emplace_back(server.port());
  for (auto _ : state) {
    for (RawClient& client : clients) client.send(request);
    for (RawClient& client : clients)
      if (client.read_answer().status != 200) state.SkipWithError("no state");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(clients.size()));
}
BENCHMARK(server_states)->Name("Server/States")->UseRealTime();

}  // namespace
}  // namespace tabiya::server
