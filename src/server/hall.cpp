#include "server/hall.h"

#include <memory>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/result.h"
#include "server/about.h"
#include "server/parts_json.h"
#include "server/rooms.h"

namespace tabiya::server {
namespace {

void send(Page& page, const Json& message) {
  page.send(std::make_shared<const std::string>(text_of(message)));
}

}  // namespace

class Hall::Impl {
 public:
  explicit Impl(std::unique_ptr<Rooms> rooms) : rooms_(std::move(rooms)), api_(*rooms_) {}

  Api& api() { return api_; }
  Rooms& rooms() { return *rooms_; }
  HallFigures figures() const;

  void entered(Page&);
  void received(Page&, std::string_view frame);
  void left(Page&);

 private:
  void join(Page&, const PageRequest&, const request::Join&);
  void leave_room(Page&);
  void refuse(Page&, std::optional<std::int64_t> id, const Problem&);

  std::unique_ptr<Rooms> rooms_;
  Api api_;
  // The game that a page joined last, or nothing. Its room may have been closed since.
  std::unordered_map<Page*, std::string> game_of_;
  std::uint64_t messages_ = 0;
  std::uint64_t refusals_ = 0;
};

HallFigures Hall::Impl::figures() const {
  HallFigures figures;
  rooms_->count(figures);
  figures.messages_in = messages_;
  figures.messages_refused = refusals_;
  return figures;
}

void Hall::Impl::entered(Page& page) {
  game_of_.try_emplace(&page);
  send(page, {{"type", "hello"}, {"about", about_json(rooms_->why_not(EngineKind::Mcts))}});
}

void Hall::Impl::left(Page& page) {
  leave_room(page);
  game_of_.erase(&page);
}

void Hall::Impl::leave_room(Page& page) {
  if (Room* const room = rooms_->open_room(std::exchange(game_of_[&page], {}))) room->leave(page);
  rooms_->close_idle();
}

void Hall::Impl::refuse(Page& page, std::optional<std::int64_t> id, const Problem& problem) {
  ++refusals_;
  send(page,
       {{"type", "error"}, {"for", id ? Json(*id) : Json(nullptr)}, {"error", to_json(problem)}});
}

void Hall::Impl::join(Page& page, const PageRequest& request, const request::Join& wish) {
  // Before anything else: who asks for a game that is not there stays where they are.
  if (const auto found = rooms_->room(request.game); !found)
    return refuse(page, request.id, found.error());
  if (game_of_[&page] != request.game) leave_room(page);
  // The idle rooms were looked through: this one may have been among them.
  const auto room = rooms_->room(request.game);
  if (!room) return refuse(page, request.id, room.error());
  game_of_[&page] = request.game;
  (*room)->join(page, request, wish.since);
}

void Hall::Impl::received(Page& page, std::string_view frame) {
  ++messages_;
  const auto request = parse_request(frame);
  if (!request) return refuse(page, request.error().id, request.error().problem);
  const Json done{{"type", "done"}, {"for", request->id}};
  if (std::holds_alternative<request::Ping>(request->body)) return send(page, done);
  if (const auto* const wish = std::get_if<request::Join>(&request->body))
    return join(page, *request, *wish);
  const auto room = rooms_->room(request->game);
  if (!room) return refuse(page, request->id, room.error());
  // What it starts ends when the last page leaves, so there must be a page.
  const bool starts_search = std::holds_alternative<request::Analyse>(request->body) ||
                             std::holds_alternative<request::MakeReport>(request->body);
  if (starts_search && !(*room)->has(page))
    return refuse(page, request->id, {ProblemCode::NotNow, "join the game before you analyse it"});
  const auto answered = (*room)->handle(*request);
  if (!answered) return refuse(page, request->id, answered.error());
  send(page, answered->value_or(done));
}

// --- the door -----------------------------------------------------------------------------

Result<std::unique_ptr<Hall>> Hall::open(const HallSettings& settings, HomeThread& home) {
  auto rooms = Rooms::open(settings, home);
  if (!rooms) return std::unexpected(rooms.error());
  return std::unique_ptr<Hall>(new Hall(std::make_unique<Impl>(*std::move(rooms))));
}

Hall::Hall(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Hall::~Hall() = default;

void Hall::answer(ApiRequest request, ApiAnswered then) {
  impl_->api().answer(std::move(request), std::move(then));
}
void Hall::entered(Page& page) { impl_->entered(page); }
void Hall::received(Page& page, std::string_view frame) { impl_->received(page, frame); }
void Hall::left(Page& page) { impl_->left(page); }
std::optional<std::string> Hall::trouble() { return impl_->rooms().trouble(); }
HallFigures Hall::figures() const { return impl_->figures(); }

}  // namespace tabiya::server
