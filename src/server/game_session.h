// One open game: the pages that show it, what they ask of it, and what happens then.
//
// Every change goes the same way: the game is changed (play.h, variations.h, chat), the database
// has it on the disk, the pages hear of it as an update with the next number. If the database
// cannot have it, the game is read from there again, and the request fails: nothing was changed.
// Engines and flags try again a moment later.
//
// Clocks run by the dispatcher's monotonic clock. What is stored is what was left at the last move,
// and whose clock runs; after a restart of the server it goes on from there.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "server/analyser.h"
#include "server/chat.h"
#include "server/engine_player.h"
#include "server/play.h"
#include "server/report_maker.h"
#include "server/requests.h"
#include "server/session_context.h"
#include "server/variations.h"

namespace tabiya::server {

class GameSession {
 public:
  GameSession(SessionHost&, GameRecord);  // as it is in the database
  ~GameSession();
  GameSession(const GameSession&) = delete;
  GameSession& operator=(const GameSession&) = delete;

  const GameRecord& record() const { return game_.record(); }
  Json state() const { return state_json(game_, now()); }

  void join(Page&, const PageRequest&, std::optional<std::int64_t> since);
  void leave(Page&);
  bool has(const Page& page) const { return pages_.has(page); }
  bool is_idle() const;  // no page shows it and nothing runs: it may be closed
  void tell(const Json& message) { pages_.send(shared_text(message)); }  // all pages

  // An answer other than "done" is in the JSON.
  std::expected<std::optional<Json>, Problem> handle(const PageRequest&);

 private:
  Time now() const { return context_.now(); }
  Done carry_out(const RequestBody&);

  // --- changes
  Done publish(const GameUpdate&);
  Done publish(const Changed&);
  void go_back_to_what_is_stored();
  void resume();
  void after_change();
  void drop_searches();
  void arm_flag();

  // --- requests
  Done on(const request::PlayMove&);
  Done on(const request::TakeBack&) { return publish(take_back(game_, now())); }
  Done on(const request::Resign& wish) { return publish(resign(game_, wish.color, now())); }
  Done on(const request::OfferDraw&);
  Done on(const request::AnswerDraw& wish) {
    return publish(answer_draw(game_, wish.accept, now()));
  }
  Done on(const request::ClaimDraw&) { return publish(claim_draw(game_, now())); }
  Done on(const request::Rematch&);
  Done on(const request::ChangeStrength&);
  Done on(const request::Chat&);
  Done on(const request::Analyse& wish) {
    return analyser_.analyse(wish.node, wish.engine, wish.lines);
  }
  Done on(const request::Stop&);
  Done on(const request::AddLine& wish) { return publish(add_line(game_, wish.node, wish.moves)); }
  Done on(const request::Promote& wish) { return publish(promote(game_, wish.node)); }
  Done on(const request::Remove&);
  Done on(const request::Comment& wish) { return publish(comment(game_, wish.node, wish.text)); }
  Done on(const request::MakeReport&) { return report_.begin(); }
  // The service answers these two, handle() the next two.
  Done on(const request::Join&) { return {}; }
  Done on(const request::Ping&) { return {}; }
  Done on(const request::Look&) { return {}; }
  Done on(const request::Branch&) { return {}; }

  Done carry_out(NodeNumber at, const ChatAction&);
  Done end_report();
  Done follow_with(const NewGame&);

  SessionHost& host_;
  GameState game_;
  Subscribers pages_;
  SessionContext context_;
  EngineOutput output_;
  Analyser analyser_;
  EnginePlayer engine_;
  ReportMaker report_;

  Rights may_;               // as pages know them
  Time stored_clock_since_;  // since when the clocks in the database run
  std::unique_ptr<Timer> flag_;
  std::unique_ptr<Timer> again_;  // after something could not be stored
  bool is_broken_ = false;        // what it has is not what is stored; it will be closed
};

}  // namespace tabiya::server
