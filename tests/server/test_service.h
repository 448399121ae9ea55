// A service in a test: time goes on when the test says so, pages remember what they were told.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/game_service.h"
#include "support/temporary_folder.h"

namespace tabiya::test {

using nlohmann::json;

// Functions posted and appointments are carried out by run() and pass(), on the test's thread.
class ManualDispatcher final : public server::Dispatcher {
 public:
  void post(std::function<void()> function) override {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(function));
    came_.notify_all();
  }

  std::unique_ptr<server::Timer> call_at(Clock::time_point when,
                                         std::function<void()> function) override {
    const auto number = next_++;
    appointments_.emplace(std::pair(when, number), std::move(function));
    return std::make_unique<Kept>(*this, std::pair(when, number));
  }

  Clock::time_point now() const override { return now_; }

  // What was posted so far; true if there was anything.
  bool run() {
    std::deque<std::function<void()>> functions;
    {
      const std::lock_guard lock(mutex_);
      functions.swap(posted_);
    }
    for (auto& each : functions) each();
    return !functions.empty();
  }

  // Until an engine has posted something, which is not carried out yet.
  bool wait_for_post() {
    std::unique_lock lock(mutex_);
    return came_.wait_for(lock, std::chrono::seconds(100), [this] { return !posted_.empty(); });
  }

  // Lets this much time pass, with all that is due in it.
  void pass(std::chrono::milliseconds time) {
    const auto end = now_ + time;
    run();
    while (!appointments_.empty() && appointments_.begin()->first.first <= end) {
      const auto due = appointments_.begin();
      now_ = std::max(now_, due->first.first);
      const auto function = std::move(due->second);
      appointments_.erase(due);
      function();
      run();
    }
    now_ = end;
  }

  // Waits for what engines do in real time.
  template <class Condition>
  bool run_until(Condition&& condition) {
    const auto give_up = Clock::now() + std::chrono::seconds(100);
    while (!condition()) {
      if (Clock::now() > give_up) return false;
      {
        std::unique_lock lock(mutex_);
        came_.wait_for(lock, std::chrono::milliseconds(5), [this] { return !posted_.empty(); });
      }
      run();
    }
    return true;
  }

 private:
  using Key = std::pair<Clock::time_point, std::uint64_t>;
  class Kept final : public server::Timer {
   public:
    Kept(ManualDispatcher& dispatcher, Key key) : dispatcher_(dispatcher), key_(key) {}
    ~Kept() override { dispatcher_.appointments_.erase(key_); }

   private:
    ManualDispatcher& dispatcher_;
    Key key_;
  };

  std::mutex mutex_;  // of posted_
  std::condition_variable came_;
  std::deque<std::function<void()>> posted_;
  std::map<Key, std::function<void()>> appointments_;
  std::uint64_t next_ = 0;
  Clock::time_point now_{std::chrono::hours(1)};
};

class ListPage final : public server::Page {
 public:
  void send(server::Text text) override { messages.push_back(json::parse(*text)); }
  void send_newest(server::Stream stream, std::uint64_t search, server::Text text) override {
    newest[{stream, search}] = json::parse(*text);
    last_thinking = json::parse(*text);
  }

  std::vector<json> of_type(const std::string& type) const {
    std::vector<json> found;
    for (const json& each : messages)
      if (each.at("type") == type) found.push_back(each);
    return found;
  }

  std::vector<json> messages;
  std::map<std::pair<server::Stream, std::uint64_t>, json> newest;
  json last_thinking;
};

// One service over one file, closed and opened again at will.
class TestService {
 public:
  explicit TestService(std::function<void(server::GameSettings&)> change = {}) {
    settings.database = folder_.path() / "games.db";
    settings.hash_megabytes = 1;
    settings.seed = 7;
    if (change) change(settings);
    open();
  }

  void open() {
    auto opened = server::open_games(settings, dispatcher);
    ASSERT_TRUE(opened) << opened.error().message;
    service = *std::move(opened);
  }
  void reopen() {
    service.reset();
    dispatcher.run();
    open();
  }

  // --- HTTP
  server::ApiAnswer http(const std::string& method, const std::string& path,
                         const json& body = nullptr) {
    return http_with(method, path, body.is_null() ? "" : body.dump());
  }
  // The body as it is.
  server::ApiAnswer http_with(const std::string& method, const std::string& path,
                              const std::string& body) {
    std::optional<server::ApiAnswer> answer;
    service->answer({method, "/api/v1/" + path, body},
                    [&](const std::exception_ptr& mistake, server::ApiAnswer told) {
                      EXPECT_FALSE(mistake);
                      EXPECT_FALSE(answer) << "answered twice";
                      answer = std::move(told);
                    });
    EXPECT_TRUE(dispatcher.run_until([&] { return answer.has_value(); })) << "no answer";
    return answer.value_or(server::ApiAnswer{});
  }
  std::string new_game(const json& wish) {
    const auto answer = http("POST", "games", wish);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return json::parse(answer.body).value("game", "");
  }
  json state(const std::string& game) { return json::parse(http("GET", "games/" + game).body); }

  // --- a page: says something and returns the answer that carries its id
  json say(ListPage& page, json message) {
    message["id"] = ++last_id_;
    service->received(page, message.dump());
    return answer_to(page, last_id_);
  }
  json say(ListPage& page, const std::string& game, const std::string& type, json more = {}) {
    json message = more.is_null() ? json::object() : std::move(more);
    message["type"] = type;
    message["game"] = game;
    return say(page, std::move(message));
  }
  json join(ListPage& page, const std::string& game, const json& since = nullptr) {
    return say(page, game, "join", {{"since", since}});
  }
  json move(ListPage& page, const std::string& game, const std::string& uci) {
    return say(page, game, "move", {{"node", state(game).at("tip")}, {"uci", uci}});
  }
  static json answer_to(const ListPage& page, std::int64_t id) {
    json found;
    for (const json& each : page.messages)
      if (each.contains("for") && each.at("for") == id) {
        EXPECT_TRUE(found.is_null()) << "answered twice: " << each;
        found = each;
      }
    EXPECT_FALSE(found.is_null()) << "no answer";
    return found;
  }

  test::TemporaryFolder folder_;
  ManualDispatcher dispatcher;
  server::GameSettings settings;
  std::unique_ptr<server::GameService> service;

 private:
  std::int64_t last_id_ = 0;
};

inline bool is_done(const json& answer) { return answer.value("type", "") == "done"; }
inline std::string code_of(const json& answer) {
  return answer.contains("error") ? answer.at("error").value("code", "") : "";
}

inline json example(const std::string& path) {
  std::ifstream file(std::string(TABIYA_SOURCE_FOLDER) + "/web/protocol-examples/" + path);
  return json::parse(file);
}

}  // namespace tabiya::test
