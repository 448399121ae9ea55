// A page over a WebSocket. Only this module's own files include it: it sees Boost.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <memory>
#include <optional>

#include "server/game_service.h"
#include "server/http/log.h"
#include "server/http/outbox.h"
#include "server/http/settings.h"
#include "server/transport.h"

namespace tabiya::http {

// How coroutines wait in this module: errors come back as values.
inline constexpr auto kAsTuple = boost::asio::as_tuple(boost::asio::use_awaitable);

class WebPage final : public server::Page, public std::enable_shared_from_this<WebPage> {
 public:
  using Handshake = boost::beast::http::request<boost::beast::http::string_body>;

  // What is referred to must outlive live().
  WebPage(boost::beast::tcp_stream&&, server::GameService&, const HttpLimits&, HttpMetrics&, Log&);

  // From the handshake until the page is gone.
  boost::asio::awaitable<void> live(Handshake);

  void send(server::Text) override;
  void send_newest(server::Stream, std::uint64_t search, server::Text) override;

  // Says why and ends. What waits is not sent any more; a page that does not listen is cut off.
  void close(boost::beast::websocket::close_code, const char* reason);
  void cut_off();

 private:
  boost::asio::awaitable<void> listen();
  void heard(std::string_view frame);
  void look_at_size();
  void count_unread();  // after each change of what waits
  void write_next();
  void say_goodbye();
  void allow_only_farewell();  // soon it is cut off

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::asio::steady_timer farewell_timer_;
  server::GameService& games_;
  const HttpLimits& limits_;
  HttpMetrics& metrics_;
  Log& log_;
  Outbox outbox_;
  server::Text leaving_;       // what is being written
  std::uint64_t counted_ = 0;  // in the figure of what is unread
  std::optional<boost::beast::websocket::close_reason> farewell_;
  bool is_open_ = false;  // the handshake is over
  bool said_goodbye_ = false;
  bool gone_ = false;
};

}  // namespace tabiya::http
