// One open web page as the games see it: somebody who is told things. The transport implements it
// over a WebSocket, tests over a list.
//
// All calls come from the home thread (home_thread.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace tabiya::server {

// Shared, so that a text for many pages exists once.
using Text = std::shared_ptr<const std::string>;

// What may be replaced while it waits: of each kind only the newest text counts.
enum class Stream : std::uint8_t { Thinking, Tree };

class Page {
 public:
  virtual ~Page() = default;

  // Queues one message. Never blocks; a page that does not read is dropped by the transport.
  virtual void send(Text) = 0;

  // The same for engine output: takes the place of an older text of this stream and search that has
  // not left yet, so a slow page gets the newest and not all.
  virtual void send_newest(Stream, std::uint64_t search, Text) = 0;
};

}  // namespace tabiya::server
