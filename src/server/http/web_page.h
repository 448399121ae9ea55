// A page over a WebSocket. Only this module's own files include it: it sees Boost.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <memory>
#include <optional>

#include "server/http/backend.h"
#include "server/http/figures.h"
#include "server/http/log.h"
#include "server/http/outbox.h"
#include "server/http/settings.h"
#include "server/page.h"

namespace tabiya::http {

class WebPage final : public server::Page, public std::enable_shared_from_this<WebPage> {
 public:
  using Handshake = boost::beast::http::request<boost::beast::http::string_body>;

  // What is referred to must outlive live().
  WebPage(boost::beast::tcp_stream&&, Backend&, const HttpLimits&, HttpFigures&, Log&);

  // From the handshake until the page is gone.
  boost::asio::awaitable<void> live(Handshake);

  void send(server::Text) override;
  void send_newest(server::Stream, std::uint64_t search, server::Text) override;

  // Says why and ends. What waits is not sent any more; whoever does not listen is cut off.
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
  boost::asio::steady_timer patience_;
  Backend& backend_;
  const HttpLimits& limits_;
  HttpFigures& figures_;
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
