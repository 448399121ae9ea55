#include "server/http/outbox.h"

#include <algorithm>

namespace tabiya::http {

void Outbox::add(server::Text text) {
  count_for(text) += text->size();
  letters_.push_back({std::move(text), std::nullopt});
}

void Outbox::add_newest(server::Stream stream, std::uint64_t search, server::Text text) {
  const std::pair key(stream, search);
  const auto older = std::ranges::find_if(
      letters_, [&](const Letter& letter) { return letter.replaceable == key; });
  if (older != letters_.end()) {
    count_for(older->text) -= older->text->size();
    letters_.erase(older);
  }
  count_for(text) += text->size();
  letters_.push_back({std::move(text), key});
}

server::Text Outbox::take() {
  if (letters_.empty()) return nullptr;
  server::Text text = std::move(letters_.front().text);
  letters_.pop_front();
  count_for(text) -= text->size();
  return text;
}

void Outbox::clear() {
  letters_.clear();
  bytes_ = 0;
  large_bytes_ = 0;
}

}  // namespace tabiya::http
