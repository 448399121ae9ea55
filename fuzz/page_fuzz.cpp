// Promises of the games that web pages play, whatever the pages say:
//  - every message is answered or refused with a sentence, and pages are told nothing but JSON;
//  - what a game has in memory is what the database has of it;
//  - the game can be written as PGN, and read again as the same moves.
//
// The first byte chooses the kind of game. Each further line is a message without its beginning,
// which is put before it: the number and the game.
#include <fmt/format.h>

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/game_session.h"
#include "server/pgn_exchange.h"
#include "support.h"

namespace tabiya::fuzz {
namespace {

using namespace server;

// Nothing happens here that was not asked for: time stands still.
class StillDispatcher final : public Dispatcher {
 public:
  void post(std::function<void()>) override {}
  std::unique_ptr<Timer> call_at(Clock::time_point, std::function<void()>) override {
    return std::make_unique<Timer>();
  }
  Clock::time_point now() const override { return Clock::time_point(std::chrono::hours(1)); }
};

class Listener final : public Page {
 public:
  void send(Text text) override {
    require(JsonIn::accept(*text), "what pages are told is JSON", *text);
  }
  void send_newest(Stream, std::uint64_t, Text text) override { send(std::move(text)); }
};

// Engines have threads and time of their own, and tests.
bool asks_engine(const PageRequest& request) {
  if (const auto* const chat = std::get_if<request::Chat>(&request.body))
    return chat->text.starts_with("/hint") || chat->text.starts_with("/eval");
  return std::holds_alternative<request::Analyse>(request.body) ||
         std::holds_alternative<request::MakeReport>(request.body);
}

NewGame wish_for(std::uint8_t byte) {
  NewGame wish;
  wish.mode = (byte & 1) != 0 ? Mode::People : Mode::Study;
  if ((byte & 2) != 0) {
    wish.start.variant = Variant::Chess960;
    wish.start.number = byte * 7 % 960;
  }
  if ((byte & 4) != 0) wish.start.fen = "8/1P2k3/8/8/8/8/1p2K3/8 w - - 97 80";
  if ((byte & 8) != 0 && wish.mode == Mode::People)
    wish.control = ClockControl{std::chrono::seconds(60), std::chrono::seconds(1)};
  wish.claims = (byte & 16) != 0;
  return wish;
}

// A registry for games without networks of the tree search, which need a library that leaks.
class Registry final : public SessionHost {
 public:
  Registry()
      : store_(opened(Store::open(":memory:"))),
        searches_(opened(SearchPool::open({.hash = 1}, 1, 1, dispatcher_))) {}

  Dispatcher& dispatcher() override { return dispatcher_; }
  Store& store() override { return *store_; }
  SearchPool& searches() override { return *searches_; }
  std::expected<CreatedGame, Problem> new_game(const NewGame& wish) override {
    auto made = make_game(wish, random_);
    if (!made) return std::unexpected(made.error());
    made->record.id = fmt::format("game{:06}", ++games_ % 1'000'000);
    made->record.seq = 1;
    require(store_->create(made->record).has_value(), "games can be stored");
    return CreatedGame{made->record.id, made->notes};
  }
  std::string why_not(EngineKind engine) const override {
    return engine == EngineKind::Mcts ? "no network" : "";
  }
  void stored(const Written& written) override { require(written.has_value(), "all is stored"); }
  void move_was_played() override {}
  void give_up(const std::string&) override { require(false, "no game is given up"); }

 private:
  template <class T>
  static std::unique_ptr<T> opened(Result<std::unique_ptr<T>> result) {
    require(result.has_value(), "the database can be opened", result ? "" : result.error().message);
    return *std::move(result);
  }

  StillDispatcher dispatcher_;
  Random random_{1};
  std::unique_ptr<Store> store_;
  std::unique_ptr<SearchPool> searches_;
  int games_ = 0;
};

GameRecord stored(Registry& registry, const std::string& id) {
  auto found = registry.store().load(id);
  require(found && *found, "a game is in the database");
  return std::move(**found);
}

std::vector<std::string> moves_of(const MoveTree& tree) {
  std::vector<std::string> line;
  for (const NodeNumber id : tree.path(tree.end_of_line(MoveTree::kStart)))
    line.push_back(tree.at(id).uci);
  return line;
}

void require_readable_pgn(const GameRecord& game) {
  const std::string pgn = pgn_of(game);
  const auto imported = import_text(pgn, 1);
  require(imported.has_value(), "a game's PGN can be read", pgn);
  require(imported->record.tree.size() == game.tree.size(), "PGN has every move", pgn);
  require(moves_of(imported->record.tree) == moves_of(game.tree), "PGN has the main line", pgn);
}

void talk(Bytes& bytes) {
  static Registry registry;
  const auto made = registry.new_game(wish_for(bytes.byte()));
  require(made.has_value(), "games can be begun");
  Listener page;
  GameSession session(registry, stored(registry, made->id));
  for (std::int64_t id = 1; !bytes.empty() && id < 50; ++id) {
    const std::string frame =
        fmt::format(R"({{"id":{},"game":"{}",{})", id, made->id, bytes.line());
    const auto request = parse_request(frame);
    if (!request || asks_engine(*request)) continue;
    if (const auto* const join = std::get_if<request::Join>(&request->body)) {
      session.join(page, *request, join->since);
      continue;
    }
    const auto answer = session.handle(*request);
    if (!answer) require(!answer.error().message.empty(), "refusals have a sentence", frame);
    if (answer && *answer) require((**answer).at("for") == id, "answers say to what", frame);
  }
  const Json now = session.state();
  const Json again = GameSession(registry, stored(registry, made->id)).state();
  require(again == now, "the database has the game as it is", again.dump() + "\n" + now.dump());
  require_readable_pgn(session.record());
  for (const std::string& id : {made->id, session.record().next})
    require(registry.store().remove(id).has_value(), "games can be removed");
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::Bytes bytes(data, size);
  tabiya::fuzz::talk(bytes);
  return 0;
}
