// What waits to be sent to one page, in order. Engine output gives way to newer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "server/page.h"

namespace tabiya::http {

class Outbox {
 public:
  // Texts of this size and more are counted apart.
  explicit Outbox(std::size_t large) : large_(large) {}

  void add(server::Text);

  // Removes an older text of this stream and search. The new one is the last in the order, not in
  // the older one's place: it may speak of what was sent in between.
  void add_newest(server::Stream, std::uint64_t search, server::Text);

  server::Text take();  // null if nothing waits
  void clear();

  std::size_t bytes() const { return bytes_; }  // of all but the large ones
  std::size_t large_bytes() const { return large_bytes_; }

 private:
  struct Letter {
    server::Text text;
    std::optional<std::pair<server::Stream, std::uint64_t>> replaceable;
  };
  std::size_t& count_for(const server::Text& text) {
    return text->size() < large_ ? bytes_ : large_bytes_;
  }

  std::size_t large_;
  std::deque<Letter> letters_;
  std::size_t bytes_ = 0;
  std::size_t large_bytes_ = 0;
};

}  // namespace tabiya::http
