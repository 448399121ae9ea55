#include "server/http/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include "base/milliseconds.h"
#include "base/result.h"
#include "base/text.h"
#include "server/http/connection.h"
#include "server/http/web_page.h"

namespace tabiya::http {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::ip::tcp;
using boost::system::error_code;

// Refused with an answer at the same time; the others without one.
constexpr std::size_t kRefusedAtOnce = 100;

// Every connection is an open file. Some more are for the database, networks and the like.
void allow_open_files(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, connections + kRefusedAtOnce + 200);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Programs that we start, as the browser, would hold the port when we are gone.
void close_in_children(int file) { fcntl(file, F_SETFD, FD_CLOEXEC); }

struct PortHolder {
  std::string name;
  pid_t process = 0;
};

// Of the sockets that listen on the port, as /proc has them: "socket:[12345]".
std::set<std::string> listening_sockets(std::uint16_t port) {
  std::set<std::string> sockets;
  const std::string ending = fmt::format(":{:04X}", port);
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    std::string line;
    std::getline(file, line);  // the heading
    while (std::getline(file, line)) {
      std::istringstream columns(line);
      std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
      columns >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >>
          timeout >> inode;
      constexpr std::string_view listening = "0A";
      if (state == listening && local.ends_with(ending))
        sockets.insert(fmt::format("socket:[{}]", inode));
    }
  }
  return sockets;
}

bool has_open(const fs::path& process, const std::set<std::string>& files) {
  std::error_code error;
  for (const auto& file : fs::directory_iterator(process / "fd", error)) {
    const fs::path target = fs::read_symlink(file.path(), error);
    if (!error && files.contains(target.string())) return true;
  }
  return false;
}

// Which program listens on a port of this machine. Nothing if none does, or if it is another
// user's.
std::optional<PortHolder> holder_of_port(std::uint16_t port) {
  const auto sockets = listening_sockets(port);
  if (sockets.empty()) return std::nullopt;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const auto process = number_from<pid_t>(entry.path().filename().string());
    if (!process || !has_open(entry.path(), sockets)) continue;
    std::ifstream file(entry.path() / "comm");
    std::string name;
    std::getline(file, name);
    return PortHolder{name, *process};
  }
  return std::nullopt;
}

std::string why_not_listening(const HttpSettings& settings, const error_code& error) {
  if (error != asio::error::address_in_use)
    return fmt::format("cannot listen on {} port {}: {}", settings.listen, settings.port,
                       error.message());
  const auto holder = holder_of_port(settings.port);
  return fmt::format(
      "port {} is taken{}. End what holds it, or take another port: tabiya serve --port {}",
      settings.port,
      holder ? fmt::format(" by {} (process {})", holder->name, holder->process)
             : std::string(", perhaps by another Tabiya, or by another user's program"),
      settings.port == 65535 ? settings.port - 1 : settings.port + 1);
}

class BeastServer final : public HttpServer {
 public:
  BeastServer(HttpSettings settings, EventLoop& loop, const PageFiles& files, Log& log,
              tcp::acceptor acceptor)
      : settings_(std::move(settings)),
        loop_(loop),
        files_(files),
        log_(log),
        acceptor_(std::move(acceptor)),
        farewell_timer_(loop.context()) {}

  const HttpSettings& settings() const override { return settings_; }

  void open(server::GameService& games) override {
    handler_.emplace(settings_, files_, metrics_, games, log_);
    state_.emplace(ServerState{.settings = settings_,
                               .handler = *handler_,
                               .games = games,
                               .metrics = metrics_,
                               .log = log_});
    asio::co_spawn(loop_.context(), accept_all(), asio::detached);
  }

  void end() override {
    asio::post(loop_.context(), [this] { close(); });
  }

 private:
  asio::awaitable<void> accept_all() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(kAsTuple);
      if (state_->closing) co_return;
      if (error) {
        // No more files, most likely. Connections that wait must not be refused for it.
        log_.warn("accept", {{"message", error.message()}});
        asio::steady_timer pause(loop_.context(), Milliseconds(100));
        co_await pause.async_wait(kAsTuple);
        continue;
      }
      serve(std::move(socket));
    }
  }

  void serve(tcp::socket socket) {
    ++metrics_.connections_accepted;
    close_in_children(socket.native_handle());
    error_code ignored;
    std::ignore = socket.set_option(tcp::no_delay(true), ignored);
    const bool full = state_->connections.size() - refused_ >= settings_.limits.connections;
    if (full && !make_room()) return refuse(std::move(socket));
    auto connection = std::make_shared<Connection>(std::move(socket), *state_);
    spawn(connection, connection->serve(), [] {});
  }

  // Closes a connection that has asked for nothing yet, the one that has waited longest first; or
  // one that announced a body and has not sent it.
  bool make_room() {
    auto& all = state_->connections;
    auto one = std::ranges::find_if(all, &Connection::only_waits);
    if (one == all.end()) one = std::ranges::find_if(all, &Connection::owes_body);
    if (one == all.end()) return false;
    (*one)->cut_off();
    return true;
  }

  void refuse(tcp::socket socket) {
    ++metrics_.connections_refused;
    if (refused_ >= kRefusedAtOnce) return;
    ++refused_;
    auto connection = std::make_shared<Connection>(std::move(socket), *state_);
    spawn(connection, connection->refuse(), [this] { --refused_; });
  }

  template <class Then>
  void spawn(std::shared_ptr<Connection> connection, asio::awaitable<void> work, Then then) {
    asio::co_spawn(loop_.context(), std::move(work),
                   [this, connection = std::move(connection),
                    then](const std::exception_ptr& exception) mutable {
                     then();
                     connection.reset();
                     if (state_->closing) stop_if_empty();
                     if (exception)
                       std::rethrow_exception(exception);  // to the loop, which logs it
                   });
  }

  void close() {
    if (state_->closing) return;
    state_->closing = true;
    error_code ignored;
    std::ignore = acceptor_.close(ignored);
    for (Connection* connection : state_->connections) connection->end();
    farewell_timer_.expires_after(settings_.limits.farewell_time + std::chrono::seconds(1));
    farewell_timer_.async_wait([this](const error_code& error) {
      if (error) return;
      for (Connection* connection : state_->connections) connection->cut_off();
    });
    stop_if_empty();
  }

  void stop_if_empty() {
    if (!state_->connections.empty()) return;
    farewell_timer_.cancel();
    loop_.stop();
  }

  HttpSettings settings_;
  EventLoop& loop_;
  const PageFiles& files_;
  Log& log_;
  tcp::acceptor acceptor_;
  asio::steady_timer farewell_timer_;
  HttpMetrics metrics_;
  std::optional<RequestHandler> handler_;
  std::optional<ServerState> state_;
  std::size_t refused_ = 0;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(HttpSettings settings, EventLoop& loop,
                                                       const PageFiles& files, Log& log) {
  error_code error;
  const auto address = asio::ip::make_address(settings.listen, error);
  if (error) return tabiya::failure("--listen {}: this is not an IP address", settings.listen);
  allow_open_files(settings.limits.connections);
  const tcp::endpoint endpoint(address, settings.port);
  tcp::acceptor acceptor(loop.context());
  // Each returns the error. Connections of an earlier run that the kernel still remembers do not
  // hold the port.
  const bool failed = acceptor.open(endpoint.protocol(), error) ||
                      acceptor.set_option(tcp::acceptor::reuse_address(true), error) ||
                      acceptor.bind(endpoint, error) ||
                      acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (failed) return std::unexpected(Error{why_not_listening(settings, error)});
  close_in_children(acceptor.native_handle());
  settings.port = acceptor.local_endpoint().port();
  return std::make_unique<BeastServer>(std::move(settings), loop, files, log, std::move(acceptor));
}

Result<bool> is_loopback(const std::string& address) {
  error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  if (error) return tabiya::failure("{} is not an IP address", address);
  return parsed.is_loopback();
}

}  // namespace tabiya::http
