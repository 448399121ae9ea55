#include "server/http/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "server/http/web_page.h"

namespace tabiya::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = beast::http;
using beast::error_code;

constexpr std::size_t kReadSize = 4096;
constexpr std::size_t kBufferSize = std::size_t{64} << 10;

template <class Name>
std::string only(const beast_http::fields& fields, Name name) {
  const auto [begin, end] = fields.equal_range(name);
  if (begin == end) return {};
  return std::string(std::next(begin) == end ? std::string_view(begin->value()) : kTwice);
}

Request request_from(const beast_http::request<beast_http::string_body>& message) {
  return {.method = std::string(message.method_string()),
          .target = std::string(message.target()),
          .host = only(message, beast_http::field::host),
          .origin = only(message, beast_http::field::origin),
          .fetch_site = only(message, std::string_view("Sec-Fetch-Site")),
          .cookie = only(message, beast_http::field::cookie),
          .authorization = only(message, beast_http::field::authorization),
          .content_type = only(message, beast_http::field::content_type),
          .accept_encoding = only(message, beast_http::field::accept_encoding),
          .if_none_match = only(message, beast_http::field::if_none_match),
          .subprotocols = only(message, beast_http::field::sec_websocket_protocol),
          .websocket_key = only(message, beast_http::field::sec_websocket_key),
          .websocket_version = only(message, beast_http::field::sec_websocket_version),
          .upgrades = beast::websocket::is_upgrade(message)};
}

// Where a body ends has to be beyond doubt: a proxy before us that sees it elsewhere would take our
// next answer for another client's. Beast reads what it does not know as no body, or as not
// encoded, and forgets a length that stands before the encoding.
bool is_encoded_unclearly(const beast_http::request<beast_http::string_body>& message) {
  if (message.count(beast_http::field::transfer_encoding) == 0) return false;
  return message.version() < 11 || message.count(beast_http::field::content_length) > 0 ||
         !beast::iequals(only(message, beast_http::field::transfer_encoding), "chunked");
}

Answer answer_to_unreadable(const error_code& error) {
  if (error == beast_http::error::header_limit || error == beast_http::error::buffer_overflow)
    return failure(431, "too_large", "the header of the request is too large");
  return failure(400, "bad_request", "this is not HTTP as it should be: " + error.message());
}

// Adds to a count while it lives.
template <class Count>
class Counted {
 public:
  Counted(Count& count, Count much) : count_(count), much_(much) { count_ += much_; }
  ~Counted() { count_ -= much_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  Count& count_;
  Count much_;
};

Answer body_too_large() {
  return failure(413, "too_large", "the body of the request is too large");
}

// Those of the network, after which no answer can be sent.
bool is_about_http(const error_code& error) {
  return error.category() == make_error_code(beast_http::error::end_of_stream).category() &&
         error != beast_http::error::end_of_stream && error != beast_http::error::partial_message;
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, ServerState& state)
    : state_(state),
      place_(state.connections.insert(state.connections.end(), this)),
      stream_(std::move(socket)),
      buffer_(kBufferSize) {
  ++state_.metrics.connections;
}

Connection::~Connection() {
  state_.connections.erase(place_);
  --state_.metrics.connections;
}

asio::awaitable<void> Connection::serve() {
  while (co_await wait_for_request()) {
    const Then then = co_await take_request();
    if (then == Then::End || state_.closing) break;
  }
}

// The first byte of the next request; the time for the rest begins with it.
asio::awaitable<bool> Connection::wait_for_request() {
  const HttpLimits& limits = state_.settings.limits;
  waits_ = true;
  if (buffer_.size() == 0) {
    stream_.expires_after(std::exchange(first_, false) ? limits.header_time : limits.idle_time);
    const auto [error, size] =
        co_await stream_.async_read_some(buffer_.prepare(kReadSize), kAsTuple);
    if (error) co_return false;
    buffer_.commit(size);
  }
  co_return true;
}

// A request, as far as it has come.
struct Connection::Incoming {
  beast_http::request_parser<beast_http::string_body> parser{};
  Request request{};
  bool has_body = false;
  std::chrono::steady_clock::time_point begun{};
};

struct Connection::Reply {
  Answer answer{};
  bool unread = false;  // a part of the request
};

asio::awaitable<Connection::Then> Connection::take_request() {
  const HttpLimits& limits = state_.settings.limits;
  Incoming incoming;
  auto& parser = incoming.parser;
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  parser.body_limit(boost::none);  // not known yet

  stream_.expires_after(limits.header_time);
  auto [error, header_size] =
      co_await beast_http::async_read_header(stream_, buffer_, parser, kAsTuple);
  waits_ = false;
  if (error) {
    if (is_about_http(error)) {
      const Answer unreadable = answer_to_unreadable(error);
      co_await write(unreadable, true, true);
      co_await leave();
    }
    co_return Then::End;
  }

  incoming.begun = std::chrono::steady_clock::now();
  incoming.request = request_from(parser.get());
  const Request& request = incoming.request;
  const auto length = parser.content_length();
  const bool unclear = is_encoded_unclearly(parser.get());
  incoming.has_body = unclear || parser.chunked() || (length && *length > 0);

  RequestHandler::Next next = state_.handler.admit(request, incoming.has_body);
  if (unclear)
    next = failure(400, "bad_request",
                   "the only Transfer-Encoding understood here is chunked, without a length");
  const bool upgrades = std::holds_alternative<RequestHandler::BecomeSocket>(next);
  const bool hasty = upgrades && buffer_.size() > 0;
  if (hasty) {
    // RFC 6455, 4.1: it has to wait. What came too early has no way into Beast's stream.
    next = failure(400, "bad_request", "a WebSocket speaks after the answer to its handshake");
  } else if (upgrades) {
    page_ = std::make_shared<WebPage>(std::move(stream_), state_.games, limits, state_.metrics,
                                      state_.log);
    state_.log.info("page_opened", {{"host", request.host}});
    co_await page_->live(parser.release());
    state_.log.info("page_closed", {{"host", request.host}});
    co_return Then::End;
  }

  Reply reply;
  if (auto* const at_once = std::get_if<Answer>(&next)) {
    reply.answer = std::move(*at_once);
    reply.unread = incoming.has_body || hasty;
  } else {
    const std::size_t most = std::get<RequestHandler::ReadBody>(next).most;
    const bool is_there = co_await answer_with_body(incoming, most, reply);
    if (!is_there) co_return Then::End;
  }
  const Then then = co_await say(incoming, reply);
  co_return then;
}

// False if there is no client any more that could hear of it.
asio::awaitable<bool> Connection::answer_with_body(Incoming& incoming, std::size_t most,
                                                   Reply& reply) {
  const HttpLimits& limits = state_.settings.limits;
  auto& parser = incoming.parser;
  const bool has_body = incoming.has_body;
  const auto length = parser.content_length();
  if (length && *length > most) {
    reply = {body_too_large(), true};
    co_return true;
  }
  const bool imports = most > limits.body_bytes;
  if (imports && state_.imports >= limits.imports_at_once) {
    reply = {failure(503, "busy", "too many imports at once; try again later"), has_body};
    co_return true;
  }

  const Counted<std::size_t> importing(state_.imports, imports ? 1 : 0);
  parser.body_limit(most);
  stream_.expires_after(limits.body_time);
  owes_body_ = has_body;
  if (has_body && beast::iequals(parser.get()[beast_http::field::expect], "100-continue")) {
    const std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await asio::async_write(stream_, asio::buffer(go_on), kAsTuple);
  }
  auto [error, size] = co_await beast_http::async_read(stream_, buffer_, parser, kAsTuple);
  owes_body_ = false;
  if (error && !is_about_http(error)) co_return false;
  // It was closed for another at this very moment: no client would hear of what is done for it.
  if (!stream_.socket().is_open()) co_return false;
  if (error) {
    const bool too_large = error == beast_http::error::body_limit;
    reply = {too_large ? body_too_large() : answer_to_unreadable(error), true};
  } else {
    reply.answer = co_await ask_handler(incoming.request, std::move(parser.get().body()));
  }
  co_return true;
}

asio::awaitable<Connection::Then> Connection::say(const Incoming& incoming, Reply& reply) {
  const HttpLimits& limits = state_.settings.limits;
  const Request& request = incoming.request;
  Answer& answer = reply.answer;
  std::uint64_t& all_unread = state_.metrics.unread_bytes;
  if (all_unread > 0 && all_unread + answer.body.size() > limits.unread_bytes)
    answer = failure(503, "busy", "too many answers wait to be read; try again later");
  const Counted<std::uint64_t> waiting(all_unread, answer.body.size());
  const bool ends = reply.unread || state_.closing || !incoming.parser.get().keep_alive();
  const bool written = co_await write(answer, request.method != "HEAD", ends);
  if (state_.log.tells_requests()) {
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - incoming.begun;
    // Not the query: it may have the token.
    state_.log.info("request", {{"method", request.method},
                                {"path", request.path()},
                                {"status", answer.status},
                                {"bytes", static_cast<std::int64_t>(answer.content().size())},
                                {"ms", took.count()}});
  }
  if (written && ends) co_await leave();
  co_return written && !ends ? Then::GoOn : Then::End;
}

asio::awaitable<Answer> Connection::ask_handler(const Request& request, std::string body) {
  // The answer may come when this connection is gone.
  struct Waiting {
    asio::steady_timer answered;
    std::optional<Answer> answer{};
  };
  const auto waiting = std::make_shared<Waiting>(
      Waiting{asio::steady_timer(stream_.get_executor(), asio::steady_timer::time_point::max())});
  state_.handler.answer(request, std::move(body), [waiting](Answer answer) {
    waiting->answer = std::move(answer);
    waiting->answered.cancel();
  });
  if (!waiting->answer) co_await waiting->answered.async_wait(kAsTuple);
  co_return *std::move(waiting->answer);
}

// The answer has to be there until it is written. It is not passed by value: from a temporary, g++
// 12 has been seen to destroy it too early.
asio::awaitable<bool> Connection::write(const Answer& answer, bool with_body, bool ends) {
  const auto digit = static_cast<std::size_t>(answer.status / 100);
  ++state_.metrics.answers[std::min(digit, state_.metrics.answers.size() - 1)];
  const std::string head = head_of(answer, ends);
  std::array<asio::const_buffer, 2> parts{asio::buffer(head), {}};
  if (with_body) parts[1] = asio::buffer(answer.content());
  stream_.expires_after(state_.settings.limits.answer_time);
  const auto [error, size] = co_await asio::async_write(stream_, parts, kAsTuple);
  co_return !error;
}

// A client that still sends would lose our answer if we closed at once: the kernel answers what
// arrives later with a reset.
asio::awaitable<void> Connection::leave() {
  constexpr std::size_t enough = std::size_t{1} << 20;
  error_code ignored;
  std::ignore = stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(state_.settings.limits.farewell_time);
  waits_ = true;
  std::array<char, kReadSize> scrap;
  for (std::size_t sum = 0; sum < enough;) {
    const auto [error, size] = co_await stream_.async_read_some(asio::buffer(scrap), kAsTuple);
    if (error) break;
    sum += size;
  }
}

asio::awaitable<void> Connection::refuse() {
  const Answer answer = failure(503, "busy", "too many connections; try again later");
  const bool written = co_await write(answer, true, true);
  if (written) co_await leave();
}

void Connection::end() {
  if (page_) {
    page_->close(beast::websocket::close_code::going_away, "the server ends");
  } else if (waits_) {
    stream_.close();
  }
}

void Connection::cut_off() {
  if (page_) {
    page_->cut_off();
  } else {
    stream_.close();
  }
}

}  // namespace tabiya::http
