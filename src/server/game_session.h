// One open game: who looks at it, what they may do, and what happens when they do it.
//
// Every change goes the same way: the record is changed, the database has it on the disk, the pages
// hear of it as an update with the next number. If the database cannot have it, the game is read
// from there again, and the request fails: nothing was changed. Engines and flags try again a
// moment later.
//
// Clocks run by the dispatcher's thread's monotonic clock. What is stored is what was left at the
// last move, and whose clock runs; after a restart of the server it goes on from there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "server/game_record.h"
#include "server/json.h"
#include "server/new_game.h"
#include "server/page_json.h"
#include "server/problem.h"
#include "server/requests.h"
#include "server/search_pool.h"
#include "server/store.h"
#include "server/transport.h"

namespace tabiya::server {

inline constexpr std::size_t kMostChatLines = 2000;

struct CreatedGame {
  std::string id{};
  std::vector<std::string> notes{};  // for people
};

// What a room needs of the house it is in.
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
  virtual void give_up(const std::string& game) = 0;  // closes its room, after this call
};

class GameSession {
 public:
  GameSession(SessionHost&, GameRecord);  // as it is in the database
  ~GameSession();
  GameSession(const GameSession&) = delete;
  GameSession& operator=(const GameSession&) = delete;

  const GameRecord& record() const { return record_; }
  Json state() const;

  void join(Page&, const PageRequest&, std::optional<std::int64_t> since);
  void leave(Page&);
  bool has(const Page& page) const { return std::ranges::find(pages_, &page) != pages_.end(); }
  bool is_idle() const;    // nobody looks and nothing runs: it may be closed
  void tell(const Json&);  // all pages
  std::vector<Page*> pages() const { return pages_; }

  // An answer other than "done" is in the JSON.
  std::expected<std::optional<Json>, Problem> handle(const PageRequest&);

 private:
  // What an update tells beside nodes and chat lines.
  struct Update {
    RecordChange change{};
    bool tip = false;  // with its position
    bool players = false;
    bool clocks = false;
    bool result = false;
    bool draw_offer = false;
    bool analysis = false;
    bool report = false;
    bool next = false;
  };
  struct Asked;  // a request with its room, for std::visit

  // --- changes (room.cpp)
  Update update() const;  // an empty one
  void remember(std::string update);
  Done publish(const Update&);
  Json update_json(const Update&, bool with_rights) const;
  void go_back_to_what_is_stored();
  void take_up_again();
  void after_change();
  void say(Speaker, std::vector<ChatPart>);  // to be published
  void say(std::string text) { say(Speaker::System, {TextPart{std::move(text)}}); }
  std::expected<const TreeNode*, Problem> node(NodeNumber) const;
  void send(Page&, const Json&);
  void go_to(NodeNumber tip);

  // --- playing (room_play.cpp)
  Done play(NodeNumber from, std::string_view uci);
  Done play_at_tip(Move);
  Done vary(NodeNumber from, Move);
  Done take_back();
  Done resign(Color);
  Done offer_draw();
  Done answer_draw(bool accept);
  Done claim_draw();
  Done finish(GameResult, Update);
  void put_result(GameResult, Update&);
  Done rematch();
  Done change_strength(std::optional<EngineKind>, std::optional<std::int64_t> level);
  std::optional<Clocks> clocks_now() const;
  bool flag_has_fallen() const;
  Done flag_falls();
  void arm_flag();

  // --- the tree (room_tree.cpp)
  Done add_line(NodeNumber from, const std::vector<std::string>& moves);
  Done promote(NodeNumber);
  Done remove(NodeNumber);
  Done comment(NodeNumber, const std::string& text);
  void follow_main_line(Update&);

  // --- engines (room_search.cpp)
  void let_engine_move();
  SearchLimits limits_of_move() const;
  void engine_moved(const SearchEnd&);
  Done analyse(NodeNumber, EngineKind, std::int64_t lines);
  void analysis_ended(const SearchEnd&);
  Done stop();
  void stop_searches_of_nobody();
  void drop(std::optional<SearchNumber>&);  // cancels it, and nothing tells of it any more
  enum class Question : std::uint8_t { Hint, Evaluation, Draw };
  Done ask(Question, NodeNumber);
  void answered(Question, NodeNumber, const SearchEnd&);
  Done answer_draw_offer(int score);  // of the engine, in centipawns
  void show(const ThinkingFrame&, const SearchProgress&, std::optional<Move> best, bool running);
  void show_tree(const ThinkingFrame&, const TreeView&);
  ThinkingFrame frame(SearchNumber, Purpose, EngineKind, NodeNumber) const;
  std::optional<Color> engine_color() const;
  std::expected<Json, Problem> branch(const request::Branch&) const;

  // --- the report (room_report.cpp)
  Done begin_report();
  void next_of_report();
  void report_step_ended(const SearchEnd&);
  void judge(NodeNumber, const std::optional<Evaluation>&);
  void end_report();
  void stop_report(Update&);  // to be published

  // --- the chat (room_chat.cpp)
  Done chat(NodeNumber, const std::string& text);
  Done command(NodeNumber, std::string_view word, std::string_view argument);
  Done new_game_after(NewGame);

  SessionHost& host_;
  GameRecord record_;
  Game tip_game_;  // up to the tip
  Rights may_;
  std::vector<Page*> pages_;
  std::deque<std::pair<std::uint64_t, std::string>> updates_;  // the newest, as JSON without type
  std::size_t update_bytes_ = 0;                               // of all of these

  Dispatcher::Clock::time_point clock_since_;         // when record_.clocks were right
  Dispatcher::Clock::time_point stored_clock_since_;  // the same of what is in the database
  std::unique_ptr<Timer> flag_;
  std::unique_ptr<Timer> again_;  // after something could not be stored
  bool is_broken_ = false;        // what it has is not what is stored; it will be closed

  std::optional<SearchNumber> move_search_;
  std::optional<SearchNumber> analysis_search_;
  std::optional<SearchNumber> question_search_;
  Question asked_ = Question::Hint;  // what that is about
  std::optional<SearchNumber> report_search_;
  std::vector<NodeNumber> report_nodes_;
  Json thinking_;  // the newest engine output, or null
  Json tree_;
  std::optional<ThinkingFrame> tree_frame_;  // whose tree that is
};

}  // namespace tabiya::server
