// A real server on a real port of this machine, with a stand-in for the games.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "raw_client.h"
#include "server/http/http_server.h"

namespace tabiya::http::test {

inline server::Text text(std::string words) {
  return std::make_shared<const std::string>(std::move(words));
}

// Says hello, repeats what it hears, and on "flood" and "think" speaks a lot. One game's answer is
// an exception, one is large, one comes a little later.
class Parrot : public server::GameService {
 public:
  void answer(server::ApiRequest request, server::ApiAnswered then) override {
    std::exception_ptr mistake;
    if (request.path == "/api/v1/games/throwthrow")
      mistake = std::make_exception_ptr(std::runtime_error("a bug"));
    if (request.path == "/api/v1/games/largelarge")
      return then(nullptr, {200, "application/json", std::string(2'000'000, 's')});
    const server::ApiAnswer told{200, "application/json",
                                 "\"" + request.method + " " + request.path + " " +
                                     std::to_string(request.body.size()) + "\""};
    if (request.path != "/api/v1/games/laterlater") return then(mistake, told);
    later_ = std::thread([this, told, then = std::move(then)] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      loop->post([told, then] { then(nullptr, told); });
    });
  }
  void entered(server::Page& page) override {
    pages_.insert(&page);
    page.send(text("hello"));
  }
  void received(server::Page& page, std::string_view frame) override {
    if (!pages_.contains(&page)) std::abort();  // it has left
    if (frame == "throw") throw std::runtime_error("a bug");
    if (frame == "flood")
      for (int i = 0; i < 4000; ++i) page.send(text(std::string(1000, 'x')));
    if (frame == "join") page.send(text(std::string(2'000'000, 's')));
    if (frame == "think") {
      for (int i = 1; i <= 20'000; ++i)
        page.send_newest(server::Stream::Thinking, 1,
                         text(std::to_string(i) + std::string(1000, ' ')));
    }
    page.send(text("heard " + std::string(frame)));
  }
  void left(server::Page& page) override {
    if (pages_.erase(&page) != 1) std::abort();
  }
  std::optional<std::string> trouble() override {
    return in_trouble ? std::optional<std::string>("the disk is full") : std::nullopt;
  }
  server::GameMetrics metrics() const override { return {.games_open = 7}; }

  ~Parrot() override {
    if (later_.joinable()) later_.join();
  }
  Parrot() = default;
  Parrot(const Parrot&) = delete;
  Parrot& operator=(const Parrot&) = delete;

  std::atomic<bool> in_trouble = false;
  EventLoop* loop = nullptr;

 private:
  std::set<server::Page*> pages_;
  std::thread later_;
};

class RunningServer {
 public:
  explicit RunningServer(HttpSettings settings = {}, std::vector<PageFile> page = page_of_two(),
                         LogLevel level = LogLevel::Off)
      : log_(level), files_(page) {
    settings.port = 0;
    auto server = HttpServer::listen(std::move(settings), loop_, files_, log_);
    if (!server) throw std::runtime_error(server.error().message);
    server_ = std::move(*server);
    backend.loop = &loop_;
    server_->open(backend);
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~RunningServer() { end(); }

  // Returns when all connections are closed.
  void end() {
    if (!thread_.joinable()) return;
    server_->end();
    thread_.join();
  }

  std::uint16_t port() const { return server_->settings().port; }
  std::string host() const { return "127.0.0.1:" + std::to_string(port()); }
  RawClient connect(int receive_buffer = 0) const { return RawClient(port(), receive_buffer); }

  // One request on a connection of its own.
  RawAnswer get(const std::string& target, const std::string& fields = {}) const {
    return connect().ask("GET " + target + " HTTP/1.1\r\nHost: " + host() + "\r\n" + fields +
                         "\r\n");
  }

  // The value of a line of /metrics.
  std::uint64_t figure(const std::string& name) const {
    const std::string all = "\n" + get("/metrics").body;
    const auto at = all.find("\n" + name + " ");
    return at == std::string::npos ? ~0ULL : std::stoull(all.substr(at + name.size() + 2));
  }

  static std::vector<PageFile> page_of_two() {
    return {{"/index.html", "<!doctype html>"},
            {"/assets/a-1.js", "aaaaaaaaaaaaaaaaaaaaaaaaaa"},
            {"/assets/a-1.js.br", "brotli"},
            {"/assets/a-1.js.gz", "gzipped"}};
  }

  Parrot backend;

 private:
  Log log_;
  PageFiles files_;
  EventLoop loop_{log_};
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

}  // namespace tabiya::http::test
