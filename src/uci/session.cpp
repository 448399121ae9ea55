#include "uci/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "base/system.h"
#include "base/text.h"
#include "chess/perft.h"
#include "engine/bench.h"
#include "engine/settings.h"
#include "nnue/network.h"
#include "notation/board_text.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya::uci {
namespace {

constexpr std::string_view kTooLong = "a line was too long and is ignored";
constexpr Milliseconds kBetweenLooks{20};  // at what else is said while we wait for a search
constexpr std::size_t kMostLater = 64;     // lines read in advance

// Those that change only how things are said.
const std::vector<OptionOf<OutputSettings>>& output_options() {
  static const std::vector<OptionOf<OutputSettings>> options{
      {Option::check("UCI_Chess960", "write castling as king takes rook"),
       [](auto& s) -> auto& { return s.chess960; }},
      {Option::check("UCI_ShowWDL", "tell the chances to win, draw and lose"),
       [](auto& s) -> auto& { return s.show_chances; }},
      {Option::text("Debug Log File", "a file that receives all that is said"),
       [](auto& s) -> auto& { return s.log_file; }},
  };
  return options;
}

constexpr std::string_view kHelp = R"(The commands of UCI, for chess programs:
  uci  debug on|off  isready  setoption name NAME [value VALUE]  ucinewgame
  position startpos|fen FEN [moves MOVE...]
  go [searchmoves MOVE...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [depth N] [nodes N] [mate N] [movetime MS] [infinite] [perft N]
  stop  ponderhit  quit
Further commands, for people:
  d              the board
  eval           the network's evaluation, without search
  bench [DEPTH]  measure the search
  help           show this list)";

// Whether a search with these limits comes to an end without being told.
bool ends_by_itself(const SearchLimits& limits, Color to_move) {
  if (limits.infinite) return false;
  return limits.depth || limits.nodes || limits.move_time || limits.clock(to_move).left;
}

std::string checkers_of(const Position& position) {
  std::string text;
  for (const Square square : position.checkers()) text += " " + to_string(square);
  return text;
}

}  // namespace

Session::Session(int in, int out) : reader_(in), output_(out) {}

Session::~Session() {
  stop();
  engine_.wait();
  counting_.wait();
}

bool Session::run() {
  while (!quit_ && !output_.failed()) {
    if (!later_.empty()) {
      const std::string line = std::move(later_.front());
      later_.pop_front();
      if (later_.empty()) search_comes_later_ = false;
      obey(line);
      continue;
    }
    const auto outcome = input_ended_ ? LineReader::Outcome::End : reader_.read();
    if (outcome == LineReader::Outcome::Interrupted) continue;
    if (outcome == LineReader::Outcome::End) {
      input_ended_ = true;
      finish();
      break;
    }
    if (outcome == LineReader::Outcome::TooLong) {
      say(kTooLong);
      continue;
    }
    output_.heard(reader_.line());
    obey(reader_.line());
  }
  return !output_.failed();
}

void Session::obey(std::string_view line) {
  std::visit([this](const auto& command) { on(command); }, parse(line));
}

bool Session::is_busy() const { return engine_.is_searching() || counting_.is_busy(); }

void Session::finish(Then then) {
  if (!search_ends_) engine_.stop();
  while (is_busy()) {
    if (engine_.is_searching())
      engine_.wait(kBetweenLooks);
    else
      counting_.wait(kBetweenLooks);
    // The other side is gone, so the result of a long search would not be read.
    if (output_.reader_is_gone()) stop();
    if (!input_ended_ && later_.size() < kMostLater && reader_.has_input()) look_ahead(then);
  }
}

// A program that waits for us may give up, or ask whether we are still there. What is said after
// the beginning of another search is about that one, and has to wait.
void Session::look_ahead(Then then) {
  const auto outcome = reader_.read();
  if (outcome == LineReader::Outcome::End) input_ended_ = true;
  if (outcome == LineReader::Outcome::TooLong) say(kTooLong);
  if (outcome != LineReader::Outcome::Line) return;
  output_.heard(reader_.line());
  const Command command = parse(reader_.line());
  const bool is_urgent = std::holds_alternative<IsReady>(command) ||
                         std::holds_alternative<Stop>(command) ||
                         std::holds_alternative<Quit>(command);
  if (is_urgent && then != Then::Search && !search_comes_later_) {
    std::visit([this](const auto& urgent) { on(urgent); }, command);
    if (quit_) stop();
    return;
  }
  search_comes_later_ = search_comes_later_ || std::holds_alternative<Go>(command) ||
                        std::holds_alternative<Perft>(command) ||
                        std::holds_alternative<Bench>(command);
  later_.emplace_back(reader_.line());
}

void Session::stop() {
  stop_counting_ = true;
  engine_.stop();
}

void Session::on(const Hello&) {
  output_.line(fmt::format("id name Tabiya {}", version()));
  output_.line("id author the Tabiya authors");
  for (const Option& option : engine_options()) output_.line(option_line(option));
  for (const Option& option : output_options()) output_.line(option_line(option));
  output_.line("uciok");
}

void Session::on(const PonderHit&) {
  search_ends_ = search_ends_after_hit_;
  engine_.ponder_hit();
}

Result<void> Session::set_option(std::string_view name, std::string_view text) {
  const auto* const own = find_option(output_options(), name);
  if (own == nullptr) {
    finish();
    return tabiya::set_option(engine_, name, text);
  }
  const auto value = parse_value(*own, text);
  if (!value) return std::unexpected(value.error());
  OutputSettings wanted = style_;
  own->set(wanted, *value);
  if (wanted.log_file != style_.log_file)
    if (auto opened = output_.log_to(wanted.log_file); !opened) return opened;
  style_ = std::move(wanted);
  return {};
}

void Session::on(const SetOption& command) {
  if (const auto done = set_option(command.name, command.value); !done) say(done.error().message);
}

void Session::on(const NewGame&) {
  finish();
  engine_.new_game();
}

// All or nothing: a move that cannot be played leaves the old position.
void Session::on(const SetPosition& command) {
  auto start = command.fen ? parse_fen(*command.fen) : Position::start();
  if (!start) return say(fmt::format("the position stays as it was: {}", start.error().message));
  Game game(*start, style_.chess960 ? Variant::Chess960 : Variant::Standard);
  for (const std::string& text : command.moves) {
    // Programs go on after a threefold repetition, so an ended game is no reason to refuse.
    const auto move = parse_uci(game.position(), text, game.variant());
    if (!move)
      return say(fmt::format("the position stays as it was: move {} of the list, {}: {}",
                             game.length() + 1, in_quotes(text), move.error().message));
    game.play(*move);
  }
  engine_.set_game(std::move(game));
}

void Session::on(const Go& command) {
  finish(Then::Search);
  const Position& root = engine_.game().position();
  SearchLimits limits = command.limits;
  for (const std::string& text : command.search_moves) {
    const auto move = parse_uci(root, text, variant());
    if (!move)
      say(fmt::format("searchmoves: {}: {}", in_quotes(text), move.error().message));
    else if (std::ranges::find(limits.search_moves, *move) == limits.search_moves.end())
      limits.search_moves.push_back(*move);
  }
  search_ends_after_hit_ = ends_by_itself(limits, root.side_to_move());
  search_ends_ = search_ends_after_hit_ && !limits.ponder;
  reporter_.expect(root, {.variant = variant(), .show_chances = style_.show_chances});
  engine_.go(limits, reporter_);
}

void Session::on(const Perft& command) {
  finish(Then::Search);
  stop_counting_ = false;
  counting_.start([this, depth = command.depth, root = engine_.game().position(), how = variant()] {
    const int threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    const PerftSplit split = parallel_perft(
        root, depth, threads, [this](const PerftProgress&) { return !stop_counting_; });
    if (!split.complete) return say("perft was stopped");
    for (const auto& [move, nodes] : split.moves)
      output_.line(fmt::format("{}: {}", to_uci(root, move, how), nodes));
    output_.line("");
    output_.line(fmt::format("Nodes searched: {}", split.nodes));
    output_.line("");
  });
}

void Session::on(const Bench& command) {
  finish(Then::Search);
  stop_counting_ = false;
  counting_.start([this, depth = command.depth] {
    BenchOptions options;
    options.depth = depth.value_or(options.depth);
    const BenchResult result =
        bench(Network::built_in(), options, [this](auto&&...) { return !stop_counting_; });
    if (!result.complete) say("bench stopped; this is what was done until then");
    say(fmt::format("bench: {} nodes, {} ms, {} nodes a second", result.nodes, result.time.count(),
                    result.nodes_per_second()));
  });
}

void Session::on(const Display&) {
  const Position& position = engine_.game().position();
  say_lines(board_text(position, {.unicode = false}));
  output_.line(fmt::format("Fen: {}", to_fen(position)));
  output_.line(fmt::format("Key: {:016X}", position.key()));
  output_.line(fmt::format("Checkers:{}", checkers_of(position)));
}

void Session::on(const Evaluate&) {
  say(fmt::format("{:+} centipawns for {} (side to move)", engine_.evaluation(),
                  name(engine_.game().position().side_to_move())));
}

void Session::on(const Help&) { say_lines(kHelp); }

void Session::on(const Unknown& command) {
  if (!command.word.empty())
    say(fmt::format("there is no command {}; try help", in_quotes(command.word)));
}

void Session::say(std::string_view text) { output_.line(message_line(text)); }

void Session::say_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    output_.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

Variant Session::variant() const {
  return style_.chess960 ? Variant::Chess960 : engine_.game().variant();
}

}  // namespace tabiya::uci
