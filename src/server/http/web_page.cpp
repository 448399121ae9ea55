#include "server/http/web_page.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/milliseconds.h"
#include "server/http/request_handler.h"

namespace tabiya::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = beast::http;
namespace websocket = beast::websocket;
using beast::error_code;

// What lies in the kernel cannot be replaced by newer engine output any more, so it must be
// little.
constexpr int kKernelBuffer = 64 * 1024;

// After one message too many: a page that sends as fast as it can is read no faster than this.
constexpr Milliseconds kPauseAfterRefusal{20};

// N at once, and N a second from then on.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(double at_once, double per_second, Clock::time_point now)
      : most_(at_once), per_second_(per_second), left_(at_once), last_(now) {}

  // False: one too many.
  bool allows_one(Clock::time_point now) {
    left_ =
        std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double most_;
  double per_second_;
  double left_;
  Clock::time_point last_;
};

// An error with the code too_many, for the id that the frame has, if it can be read.
std::string too_many_answer(std::string_view frame) {
  const auto message = nlohmann::json::parse(frame, nullptr, false);
  nlohmann::ordered_json answer{{"type", "error"}, {"for", nullptr}};
  if (message.is_object()) {
    const auto id = message.find("id");
    if (id != message.end() && id->is_number_integer()) answer["for"] = *id;
  }
  answer["error"] = {{"code", "too_many"}, {"message", "too many requests at once; slow down"}};
  return answer.dump();
}

}  // namespace

WebPage::WebPage(beast::tcp_stream&& stream, server::GameService& games, const HttpLimits& limits,
                 HttpMetrics& metrics, Log& log)
    : stream_(std::move(stream)),
      farewell_timer_(stream_.get_executor()),
      games_(games),
      limits_(limits),
      metrics_(metrics),
      log_(log),
      outbox_(limits.large_message_bytes) {
  // Beast asks whether the page is there after half of the idle time.
  stream_.set_option(
      websocket::stream_base::timeout{limits.header_time, 2 * limits.ping_time, true});
  stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
    response.set(beast_http::field::sec_websocket_protocol, std::string(kSubprotocol));
    response.set(beast_http::field::server, "Tabiya");  // not which version of Beast
  }));
  stream_.read_message_max(limits.frame_bytes);
  stream_.auto_fragment(false);
  stream_.text(true);
  // Beast has answered, and waits for the page to close its end, too. That may take its time.
  stream_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind == websocket::frame_type::close && !farewell_) allow_only_farewell();
  });
}

asio::awaitable<void> WebPage::live(Handshake handshake) {
  beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has its own clock
  error_code ignored;
  std::ignore = beast::get_lowest_layer(stream_).socket().set_option(
      asio::socket_base::send_buffer_size(kKernelBuffer), ignored);
  const auto [error] = co_await stream_.async_accept(handshake, kAsTuple);
  if (error) co_return;
  is_open_ = true;
  write_next();  // the server may have said goodbye meanwhile
  games_.entered(*this);
  ++metrics_.pages;
  co_await listen();
  games_.left(*this);
  --metrics_.pages;
  gone_ = true;
  outbox_.clear();
  count_unread();
  farewell_timer_.cancel();
  cut_off();
}

asio::awaitable<void> WebPage::listen() {
  RateLimit pace(limits_.frames_at_once, limits_.frames_per_second, RateLimit::Clock::now());
  beast::flat_buffer buffer;
  for (;;) {
    const auto [error, size] = co_await stream_.async_read(buffer, kAsTuple);
    if (error) co_return;  // too large, not UTF-8 and the like: Beast has said the fitting goodbye
    const std::string_view frame(static_cast<const char*>(buffer.data().data()), size);
    if (farewell_) {
      // The goodbye has been said.
    } else if (stream_.got_binary()) {
      close(websocket::close_code::unknown_data, "messages are text");
    } else if (pace.allows_one(RateLimit::Clock::now())) {
      heard(frame);
    } else {
      ++metrics_.frames_refused;
      send(std::make_shared<const std::string>(too_many_answer(frame)));
      asio::steady_timer pause(stream_.get_executor(), kPauseAfterRefusal);
      co_await pause.async_wait(kAsTuple);
    }
    buffer.consume(size);
  }
}

void WebPage::heard(std::string_view frame) {
  try {
    games_.received(*this, frame);
  } catch (const std::exception& error) {
    log_.warn("exception", {{"message", error.what()}});
    close(websocket::close_code::internal_error, "an error in the server");
  }
}

void WebPage::send(server::Text text) {
  if (gone_ || farewell_) return;
  outbox_.add(std::move(text));
  look_at_size();
  write_next();
}

void WebPage::send_newest(server::Stream stream, std::uint64_t search, server::Text text) {
  if (gone_ || farewell_) return;
  outbox_.add_newest(stream, search, std::move(text));
  look_at_size();
  write_next();
}

void WebPage::count_unread() {
  const std::uint64_t now =
      gone_ ? 0 : outbox_.bytes() + outbox_.large_bytes() + (leaving_ ? leaving_->size() : 0);
  metrics_.unread_bytes += now - std::exchange(counted_, now);
}

void WebPage::look_at_size() {
  count_unread();
  // One message may be as large as it likes, as long as nothing waits before it.
  const bool too_much = leaving_ && (outbox_.bytes() > limits_.waiting_bytes ||
                                     outbox_.large_bytes() > limits_.waiting_large_bytes);
  const bool too_much_of_all =
      metrics_.unread_bytes > limits_.unread_bytes && outbox_.large_bytes() > 0;
  if (!too_much && !too_much_of_all) return;
  ++metrics_.pages_too_slow;
  const std::size_t waiting = outbox_.bytes() + outbox_.large_bytes();
  log_.warn("page_too_slow", {{"waiting", static_cast<std::int64_t>(waiting)}});
  close(websocket::close_code::try_again_later, "too slow");
}

void WebPage::write_next() {
  if (leaving_ || gone_ || !is_open_) return;
  if (farewell_) return say_goodbye();
  leaving_ = outbox_.take();
  if (!leaving_) return;
  stream_.async_write(asio::buffer(*leaving_),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        self->leaving_ = nullptr;
                        self->count_unread();
                        // listen() finds out, too, and ends everything.
                        if (!error) self->write_next();
                      });
}

void WebPage::close(websocket::close_code code, const char* reason) {
  if (gone_ || farewell_) return;
  farewell_.emplace(code, reason);
  outbox_.clear();
  count_unread();
  allow_only_farewell();
  write_next();
}

void WebPage::allow_only_farewell() {
  farewell_timer_.expires_after(limits_.farewell_time);
  farewell_timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->cut_off();
  });
}

void WebPage::say_goodbye() {
  if (std::exchange(said_goodbye_, true)) return;
  stream_.async_close(*farewell_, [self = shared_from_this()](const error_code&) {});
}

void WebPage::cut_off() { beast::get_lowest_layer(stream_).close(); }

}  // namespace tabiya::http
