// What waits to be sent to one page, in order. Engine output gives way to newer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "server/transport.h"

namespace tabiya::http {

class Outbox {
 public:
  // Texts of this size and more are counted apart.
  explicit Outbox(std::size_t large) : large_(large) {}

  void add(server::Text text) {
    count_for(text) += text->size();
    messages_.push_back({std::move(text), std::nullopt});
  }

  // Removes an older text of this stream and search. The new one is the last in the order, not in
  // the older one's place: it may speak of what was sent in between.
  void add_newest(server::Stream stream, std::uint64_t search, server::Text text) {
    const std::pair key(stream, search);
    const auto older = std::ranges::find_if(
        messages_, [&](const Message& message) { return message.replaceable == key; });
    if (older != messages_.end()) {
      count_for(older->text) -= older->text->size();
      messages_.erase(older);
    }
    count_for(text) += text->size();
    messages_.push_back({std::move(text), key});
  }

  // Null if nothing waits.
  server::Text take() {
    if (messages_.empty()) return nullptr;
    server::Text text = std::move(messages_.front().text);
    messages_.pop_front();
    count_for(text) -= text->size();
    return text;
  }

  void clear() {
    messages_.clear();
    bytes_ = 0;
    large_bytes_ = 0;
  }

  std::size_t bytes() const { return bytes_; }  // of all but the large ones
  std::size_t large_bytes() const { return large_bytes_; }

 private:
  struct Message {
    server::Text text;
    std::optional<std::pair<server::Stream, std::uint64_t>> replaceable;
  };
  std::size_t& count_for(const server::Text& text) {
    return text->size() < large_ ? bytes_ : large_bytes_;
  }

  std::size_t large_;
  std::deque<Message> messages_;
  std::size_t bytes_ = 0;
  std::size_t large_bytes_ = 0;
};

}  // namespace tabiya::http
