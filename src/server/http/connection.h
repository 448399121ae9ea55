// One connection: requests one after the other, or a WebSocket after the first. Only this module's
// own files include it: it sees Boost.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <cstddef>
#include <list>
#include <memory>

#include "server/http/log.h"
#include "server/http/request_handler.h"
#include "server/http/web_page.h"

namespace tabiya::http {

class Connection;

// What all connections share, and their list, the oldest first.
struct ServerState {
  const HttpSettings& settings;
  const RequestHandler& handler;
  server::GameService& games;
  HttpMetrics& metrics;
  Log& log;
  std::list<Connection*> connections{};
  std::size_t imports = 0;  // being read
  bool closing = false;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket, ServerState&);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  boost::asio::awaitable<void> serve();

  // Answers that there are too many, whatever is asked.
  boost::asio::awaitable<void> refuse();

  // Nothing of a request has been answered that would be lost with the connection.
  bool only_waits() const { return waits_; }
  // The same, but its request has begun.
  bool owes_body() const { return owes_body_; }

  void end();      // because the server does: what is being said may be said to its end
  void cut_off();  // now

 private:
  enum class Then { GoOn, End };
  struct Incoming;
  struct Reply;

  boost::asio::awaitable<bool> wait_for_request();
  boost::asio::awaitable<Then> take_request();
  boost::asio::awaitable<bool> answer_with_body(Incoming&, std::size_t most, Reply&);
  boost::asio::awaitable<Then> say(const Incoming&, Reply&);
  boost::asio::awaitable<Answer> ask_handler(const Request&, std::string body);
  boost::asio::awaitable<bool> write(const Answer&, bool with_body, bool ends);
  boost::asio::awaitable<void> leave();

  ServerState& state_;
  std::list<Connection*>::iterator place_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::shared_ptr<WebPage> page_;
  bool waits_ = true;
  bool owes_body_ = false;
  bool first_ = true;
};

}  // namespace tabiya::http
