// A conversation with a chess program, from its first line to quit or the end of the input.
//
// The calling thread reads; searches, perft and bench run on others. So isready, stop and quit are
// answered at once while a search runs.
//
// A program should not say "go" or change an option during a search without saying "stop" first.
// Scripts that do so want both answers: a search with a limit is waited for, one without is
// stopped. The end of the input is treated alike. While an option waits, "stop" and "quit" still
// act at once; behind a second "go" everything is about that search, and waits for it.
#pragma once

#include <atomic>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "base/result.h"
#include "base/worker.h"
#include "chess/position.h"
#include "engine/engine.h"
#include "uci/command.h"
#include "uci/format.h"
#include "uci/output.h"

namespace tabiya::uci {

// How things are said, and where.
struct OutputSettings {
  bool chess960 = false;      // castling is written as king takes rook
  bool show_chances = false;  // to win, draw and lose
  std::string log_file{};     // empty: none
};

// Tells the other side what the search says, as it says it.
class Reporter final : public EngineListener {
 public:
  explicit Reporter(Output& output) : output_(output) {}

  // Which position the next search is about. Not while one runs.
  void expect(const Position& root, LineStyle style) {
    root_ = root;
    style_ = style;
  }

  void on_info(const SearchInfo& info) override { output_.line(info_line(info, root_, style_)); }
  void on_root_move(const RootMoveInfo& info) override {
    output_.line(root_move_line(info, root_, style_));
  }
  void on_move_statistics(const std::vector<MoveStatistics>& moves) override {
    for (const MoveStatistics& move : moves)
      output_.line(move_statistics_line(move, root_, style_));
  }
  void on_note(const std::string& note) override { output_.line(message_line(note)); }
  void on_result(const SearchResult& result) override {
    output_.line(best_move_line(result, root_, style_));
  }

 private:
  Output& output_;
  Position root_ = Position::start();
  LineStyle style_;
};

class Session {
 public:
  // The descriptors stay the caller's.
  Session(int in, int out);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // To be set up before run(): as "setoption" does it, or the engine alone.
  Result<void> set_option(std::string_view name, std::string_view value);
  Engine& engine() { return engine_; }

  // False if the output could not be written.
  bool run();

 private:
  void on(const Hello&);
  void on(const Debug&) {}  // there is nothing more to tell than what is told anyway
  void on(const IsReady&) { output_.line("readyok"); }
  void on(const SetOption&);
  void on(const Register&) {}
  void on(const NewGame&);
  void on(const SetPosition&);
  void on(const Go&);
  void on(const Perft&);
  void on(const Stop&) { stop(); }
  void on(const PonderHit&);
  void on(const Quit&) { quit_ = true; }
  void on(const Display&);
  void on(const Evaluate&);
  void on(const Bench&);
  void on(const Help&);
  void on(const Unknown&);

  void say(std::string_view text);  // "info string …"
  void say_lines(std::string_view text);
  Variant variant() const;

  void obey(std::string_view line);
  // What runs may reach its end, if it has one; lines that come meanwhile are looked at.
  enum class Then { Search, SomethingElse };
  void finish(Then = Then::SomethingElse);
  bool is_busy() const;
  void look_ahead(Then);
  void stop();

  LineReader reader_;
  Output output_;
  Reporter reporter_{output_};
  Engine engine_;

  OutputSettings style_;  // set by options of UCI's own
  bool quit_ = false;
  bool search_ends_ = true;            // by a limit that it will reach
  bool search_ends_after_hit_ = true;  // the same when it no longer ponders

  // Lines that were read while an earlier one had to wait for the end of a search.
  std::deque<std::string> later_;
  bool search_comes_later_ = false;  // one of them begins a search
  bool input_ended_ = false;

  std::atomic<bool> stop_counting_ = false;  // asked by the worker
  Worker counting_;                          // perft and bench
};

}  // namespace tabiya::uci
