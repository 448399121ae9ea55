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
#include <optional>
#include <tuple>
#include <utility>

#include "base/result.h"
#include "server/http/as_tuple.h"
#include "server/http/connection.h"
#include "server/http/port_holder.h"

namespace tabiya::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Turned away with an answer at the same time; the others without one.
constexpr std::size_t kTurnedAwayAtOnce = 100;

// Every connection is an open file. Some more are for the database, networks and the like.
void allow_open_files(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, connections + kTurnedAwayAtOnce + 200);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Programs that we start, as the browser, would hold the port when we are gone.
void keep_to_ourselves(int file) { fcntl(file, F_SETFD, FD_CLOEXEC); }

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

}  // namespace

class HttpServer::Impl {
 public:
  Impl(HttpSettings settings, EventLoop& loop, const PageFiles& files, Log& log,
       tcp::acceptor acceptor)
      : settings_(std::move(settings)),
        loop_(loop),
        files_(files),
        log_(log),
        acceptor_(std::move(acceptor)),
        patience_(loop.context()) {}

  const HttpSettings& settings() const { return settings_; }

  void open(Backend& backend) {
    desk_.emplace(settings_, files_, figures_, backend, log_);
    premises_.emplace(Premises{.settings = settings_,
                               .desk = *desk_,
                               .backend = backend,
                               .figures = figures_,
                               .log = log_});
    asio::co_spawn(loop_.context(), let_in(), asio::detached);
  }

  void end() {
    asio::post(loop_.context(), [this] { close(); });
  }

 private:
  asio::awaitable<void> let_in() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(kAsTuple);
      if (premises_->closing) co_return;
      if (error) {
        // No more files, most likely. Those who wait shall not be turned away for it.
        log_.warn("accept", {{"message", error.message()}});
        asio::steady_timer pause(loop_.context(), std::chrono::milliseconds(100));
        co_await pause.async_wait(kAsTuple);
        continue;
      }
      welcome(std::move(socket));
    }
  }

  void welcome(tcp::socket socket) {
    ++figures_.connections_accepted;
    keep_to_ourselves(socket.native_handle());
    error_code ignored;
    std::ignore = socket.set_option(tcp::no_delay(true), ignored);
    const bool full = premises_->connections.size() - turned_away_ >= settings_.limits.connections;
    if (full && !make_room()) return turn_away(std::move(socket));
    auto connection = std::make_shared<Connection>(std::move(socket), *premises_);
    spawn(connection, connection->serve(), [] {});
  }

  // Who has asked for nothing yet goes, the one that has waited longest first; then who announced a
  // body and has not sent it.
  bool make_room() {
    auto& all = premises_->connections;
    auto one = std::ranges::find_if(all, &Connection::only_waits);
    if (one == all.end()) one = std::ranges::find_if(all, &Connection::owes_body);
    if (one == all.end()) return false;
    (*one)->cut_off();
    return true;
  }

  void turn_away(tcp::socket socket) {
    ++figures_.connections_refused;
    if (turned_away_ >= kTurnedAwayAtOnce) return;
    ++turned_away_;
    auto connection = std::make_shared<Connection>(std::move(socket), *premises_);
    spawn(connection, connection->turn_away(), [this] { --turned_away_; });
  }

  template <class Then>
  void spawn(std::shared_ptr<Connection> connection, asio::awaitable<void> work, Then then) {
    asio::co_spawn(loop_.context(), std::move(work),
                   [this, connection = std::move(connection),
                    then](const std::exception_ptr& exception) mutable {
                     then();
                     connection.reset();
                     if (premises_->closing) stop_if_empty();
                     if (exception)
                       std::rethrow_exception(exception);  // to the loop, which logs it
                   });
  }

  void close() {
    if (premises_->closing) return;
    premises_->closing = true;
    error_code ignored;
    std::ignore = acceptor_.close(ignored);
    for (Connection* connection : premises_->connections) connection->end();
    patience_.expires_after(settings_.limits.farewell_time + std::chrono::seconds(1));
    patience_.async_wait([this](const error_code& error) {
      if (error) return;
      for (Connection* connection : premises_->connections) connection->cut_off();
    });
    stop_if_empty();
  }

  void stop_if_empty() {
    if (!premises_->connections.empty()) return;
    patience_.cancel();
    loop_.stop();
  }

  HttpSettings settings_;
  EventLoop& loop_;
  const PageFiles& files_;
  Log& log_;
  tcp::acceptor acceptor_;
  asio::steady_timer patience_;
  HttpFigures figures_;
  std::optional<Desk> desk_;
  std::optional<Premises> premises_;
  std::size_t turned_away_ = 0;
};

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
  keep_to_ourselves(acceptor.native_handle());
  settings.port = acceptor.local_endpoint().port();
  return std::unique_ptr<HttpServer>(new HttpServer(
      std::make_unique<Impl>(std::move(settings), loop, files, log, std::move(acceptor))));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;
const HttpSettings& HttpServer::settings() const { return impl_->settings(); }
void HttpServer::open(Backend& backend) { impl_->open(backend); }
void HttpServer::end() { impl_->end(); }

Result<bool> is_loopback(const std::string& address) {
  error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  if (error) return tabiya::failure("{} is not an IP address", address);
  return parsed.is_loopback();
}

}  // namespace tabiya::http
