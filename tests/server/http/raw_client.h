// A client that sends exactly the bytes it is told, good or bad, over a real socket.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tabiya::http::test {

struct RawAnswer {
  int status = 0;  // 0: the connection ended without one
  std::string head;
  std::string body;

  // Of the first header of this name, written as the server writes it; empty if there is none.
  std::string header(const std::string& name) const {
    const auto at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return {};
    const auto begin = at + name.size() + 4;
    return head.substr(begin, head.find("\r\n", begin) - begin);
  }
};

struct RawFrame {
  int opcode = -1;  // -1: the connection ended
  std::string payload;

  int close_code() const {
    if (opcode != 8 || payload.size() < 2) return 0;
    return static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
  }
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0) : port_(port) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_buffer > 0)
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const timeval timeout{.tv_sec = 60, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect");
  }
  ~RawClient() {
    if (socket_ >= 0) close(socket_);
  }
  RawClient(RawClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        port_(other.port_),
        read_(std::move(other.read_)) {}
  RawClient& operator=(RawClient&&) = delete;

  // False: the other side does not listen any more.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() { shutdown(socket_, SHUT_WR); }

  RawAnswer read_answer(bool with_body = true) {
    RawAnswer answer;
    while (read_.find("\r\n\r\n") == std::string::npos)
      if (!read_more()) return answer;
    const auto end = read_.find("\r\n\r\n") + 4;
    answer.head = read_.substr(0, end);
    read_.erase(0, end);
    answer.status = std::atoi(answer.head.c_str() + 9);
    const std::string length = answer.header("Content-Length");
    const std::size_t size = !with_body || length.empty() ? 0 : std::stoul(length);
    while (read_.size() < size)
      if (!read_more()) return {};
    answer.body = read_.substr(0, size);
    read_.erase(0, size);
    return answer;
  }

  RawAnswer ask(std::string_view bytes) {
    send(bytes);
    return read_answer();
  }

  // Nothing more arrives, and the other side has closed in good order.
  bool ended() { return read_.empty() && !read_more() && last_ == 0; }

  // The WebSocket's handshake. Fields: further lines of the header.
  RawAnswer upgrade(std::string_view fields = "Sec-WebSocket-Protocol: tabiya.v1\r\n") {
    return ask("GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
               "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
               std::string(fields) + "\r\n");
  }

  // Opcode 1 is text, 2 binary, 8 close, 9 ping, 10 pong.
  bool send_frame(int opcode, std::string_view payload, bool masked = true) {
    std::string bytes(1, static_cast<char>(0x80 | opcode));
    const char mask_bit = masked ? '\x80' : '\0';
    if (payload.size() < 126) {
      bytes += static_cast<char>(mask_bit | static_cast<char>(payload.size()));
    } else if (payload.size() < 65536) {
      bytes += static_cast<char>(mask_bit | 126);
      bytes += static_cast<char>(payload.size() >> 8);
      bytes += static_cast<char>(payload.size());
    } else {
      bytes += static_cast<char>(mask_bit | 127);
      for (int shift = 56; shift >= 0; shift -= 8)
        bytes += static_cast<char>(payload.size() >> shift);
    }
    if (masked) bytes += std::string(4, '\0');  // a mask that changes nothing
    return send(bytes + std::string(payload));
  }

  RawFrame read_frame() {
    if (!fill(2)) return {};
    RawFrame frame{.opcode = read_[0] & 15, .payload = {}};
    std::uint64_t size = static_cast<unsigned char>(read_[1]) & 127;
    std::size_t header = 2;
    if (size >= 126) {
      const std::size_t digits = size == 126 ? 2 : 8;
      if (!fill(2 + digits)) return {};
      size = 0;
      for (std::size_t i = 0; i < digits; ++i)
        size = size << 8 | static_cast<unsigned char>(read_[2 + i]);
      header += digits;
    }
    if (!fill(header + size)) return {};
    frame.payload = read_.substr(header, size);
    read_.erase(0, header + size);
    return frame;
  }

 private:
  bool fill(std::size_t size) {
    while (read_.size() < size)
      if (!read_more()) return false;
    return true;
  }

  bool read_more() {
    char bytes[65536];
    last_ = recv(socket_, bytes, sizeof bytes, 0);
    if (last_ <= 0) return false;
    read_.append(bytes, static_cast<std::size_t>(last_));
    return true;
  }

  int socket_ = -1;
  std::uint16_t port_;
  std::string read_;
  ssize_t last_ = 0;
};

}  // namespace tabiya::http::test
