// What the parts of a game's session share: the pages that show it, and the registry it is in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/game_state.h"
#include "server/json.h"
#include "server/new_game.h"
#include "server/search_pool.h"
#include "server/store.h"
#include "server/transport.h"

namespace tabiya::server {

inline Text shared_text(const Json& message) {
  return std::make_shared<const std::string>(text_of(message));
}

// The pages that show one game, and the newest updates, for pages that come back.
class Subscribers {
 public:
  bool empty() const { return pages_.empty(); }
  bool has(const Page& page) const { return std::ranges::find(pages_, &page) != pages_.end(); }
  void add(Page& page) {
    if (!has(page)) pages_.push_back(&page);
  }
  void remove(Page& page) { std::erase(pages_, &page); }

  void send(const Text& text) const {
    // A copy: a page may leave while it is told.
    for (const auto pages = pages_; Page* const page : pages) page->send(text);
  }
  void send_newest(Stream stream, std::uint64_t search, const Text& text) const {
    for (const auto pages = pages_; Page* const page : pages)
      page->send_newest(stream, search, text);
  }

  // `fields` is the JSON of the message without its type.
  void send_update(std::uint64_t seq, std::string fields) {
    const auto message =
        std::make_shared<const std::string>("{\"type\":\"update\"," + fields.substr(1));
    update_bytes_ += fields.size();
    updates_.emplace_back(seq, std::move(fields));
    while (updates_.size() > kUpdatesKept || update_bytes_ > kUpdateBytesKept) {
      update_bytes_ -= updates_.front().second.size();
      updates_.pop_front();
    }
    send(message);
  }

  // What a page has missed that has seen all updates up to `since`: a list, as JSON. Nothing if not
  // all of it is kept; `seq` is the number of the newest.
  std::optional<std::string> updates_since(std::int64_t since, std::uint64_t seq) const {
    const auto newest = static_cast<std::int64_t>(seq);
    if (since < 0 || since > newest || std::cmp_greater(newest - since, updates_.size()))
      return std::nullopt;
    std::string missed = "[";
    for (const auto& [number, fields] : updates_) {
      if (std::cmp_less_equal(number, since)) continue;
      if (missed.size() > 1) missed += ',';
      missed += fields;
    }
    return missed + ']';
  }

 private:
  static constexpr std::size_t kUpdatesKept = 256;
  // A page that has missed more gets the whole state, which is hardly larger.
  static constexpr std::size_t kUpdateBytesKept = std::size_t{1} << 20;

  std::vector<Page*> pages_;
  std::deque<std::pair<std::uint64_t, std::string>> updates_;
  std::size_t update_bytes_ = 0;  // of all of these
};

struct CreatedGame {
  std::string id{};
  std::vector<std::string> notes{};  // for people
};

// What a session needs of the registry it is in.
class SessionHost {
 public:
  virtual ~SessionHost() = default;
  virtual Dispatcher& dispatcher() = 0;
  virtual Store& store() = 0;
  virtual SearchPool& searches() = 0;
  virtual std::expected<CreatedGame, Problem> new_game(const NewGame&) = 0;
  virtual std::string why_not(EngineKind) const = 0;  // empty if the engine can be used
  virtual void stored(const Written&) = 0;            // told of every attempt
  virtual void move_was_played() = 0;
  virtual void give_up(const std::string& game) = 0;  // closes its session, after this call
};

struct SessionContext {
  SessionHost& host;
  GameState& game;
  Subscribers& pages;
  // Stores what was changed in the game and tells the pages. If it cannot be stored, the game is
  // read from the database again, and nothing was changed.
  std::function<Done(const GameUpdate&)> publish;

  Time now() const { return host.dispatcher().now(); }
};

}  // namespace tabiya::server
