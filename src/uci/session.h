// A conversation with a chess program, from its first line to quit or the end of the input.
//
// The calling thread reads; searches, perft and bench run on others. So isready, stop and quit are
// answered at once, whatever is going on.
//
// Nobody should say "go" or change an option during a search without saying "stop" first. Scripts
// that do so want both answers: a search with a limit is waited for, one without is stopped. The
// end of the input is treated alike.
#pragma once

#include <atomic>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_reader.h"
#include "engine/engine.h"
#include "engine/option.h"
#include "engine/worker.h"
#include "uci/command.h"
#include "uci/output.h"
#include "uci/reporter.h"

namespace tabiya::uci {

class Session {
 public:
  // The descriptors stay the caller's.
  Session(int in, int out);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // As "setoption" does it. Before run().
  std::expected<void, std::string> set_option(std::string_view name, std::string_view value);

  // False if the output could not be written.
  bool run();

 private:
  void on(const Hello&);
  void on(const Debug& command) { debug_ = command.on; }
  void on(const IsReady&) { output_.line("readyok"); }
  void on(const SetOption&);
  void on(const Register&) {}
  void on(const NewGame&);
  void on(const SetPosition&);
  void on(const Go&);
  void on(const Perft&);
  void on(const Stop&) { stop(); }
  void on(const PonderHit&) { engine_.ponder_hit(); }
  void on(const Quit&) { quit_ = true; }
  void on(const Display&);
  void on(const Evaluate&);
  void on(const Bench&);
  void on(const Help&);
  void on(const Unknown&);

  void say(std::string_view text);  // "info string …"
  void say_lines(std::string_view text);
  Variant variant() const;
  void finish();  // what runs may reach its end, if it has one
  void stop();

  LineReader reader_;
  Output output_;
  Reporter reporter_{output_};
  Engine engine_;

  std::vector<Option> own_options_;  // those that change only how things are said
  bool chess960_ = false;
  bool show_chances_ = false;
  bool debug_ = false;
  bool quit_ = false;
  bool search_ends_ = true;  // by a limit that it will reach

  std::atomic<bool> stop_counting_ = false;  // asked by the worker
  Worker counting_;                          // perft and bench
};

}  // namespace tabiya::uci
