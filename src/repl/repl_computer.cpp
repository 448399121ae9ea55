// The terminal program's opponent and adviser.
#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "base/terminal.h"
#include "engine/strength.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "repl/game_text.h"
#include "repl/repl.h"

namespace tabiya {
namespace {

constexpr Milliseconds kBetweenLooks{50};

// Prints each line of thought as it comes.
class Thoughts final : public EngineListener {
 public:
  Thoughts(const Position& root, std::size_t columns) : root_(root), columns_(columns) {}

  void on_info(const SearchInfo& info) override {
    if (info.bound != Bound::Exact || info.line.empty()) return;
    const std::string head =
        fmt::format("{:>3}  {:>6}  ", info.depth, score_text(info.score, root_.side_to_move()));
    fmt::print("{}{}\n", head, moves_text(root_, info.line, columns_ - head.size()));
    std::fflush(stdout);
  }

 private:
  const Position& root_;
  std::size_t columns_;
};

bool enter_was_pressed() {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (poll(&input, 1, 0) <= 0) return false;
  tcflush(STDIN_FILENO, TCIFLUSH);  // it was no command
  return true;
}

std::optional<double> parse_number(std::string_view text, double lowest, double highest) {
  const auto number = number_from<double>(text);
  if (!number || !(*number >= lowest && *number <= highest)) return std::nullopt;
  return number;
}

Milliseconds from_seconds(double seconds) { return Milliseconds(std::llround(seconds * 1000)); }

}  // namespace

SearchResult Repl::think(const Game& game, const SearchLimits& limits,
                         const EngineSettings& settings, EngineListener& listener,
                         bool until_enter) {
  class Both final : public EngineListener {
   public:
    explicit Both(EngineListener& next) : next_(next) {}
    void on_info(const SearchInfo& info) override { next_.on_info(info); }
    void on_note(const std::string& text) override { note = text; }
    void on_result(const SearchResult& found) override { result = found; }
    SearchResult result;
    std::string note;

   private:
    EngineListener& next_;
  };
  Both both(listener);
  const EngineSettings usual = engine_.settings();
  [[maybe_unused]] const auto changed = engine_.configure(settings);
  engine_.set_game(game);
  engine_.go(limits, both);
  while (!engine_.wait(kBetweenLooks))
    if (interrupt_.requested() || (until_enter && enter_was_pressed())) engine_.stop();
  [[maybe_unused]] const auto changed_back = engine_.configure(usual);
  // Once is enough: the same is said at every move.
  if (!both.note.empty() && both.note != last_note_) refuse(both.note);
  last_note_ = both.note;
  return both.result;
}

// Of one line only: more cost time.
SearchResult Repl::think(const Game& game, EngineSettings settings) {
  EngineListener silent;
  SearchLimits limits;
  limits.move_time = time_;
  settings.multi_pv = 1;
  return think(game, limits, settings, silent);
}

EngineSettings Repl::at_full_strength() const {
  EngineSettings settings = engine_.settings();
  settings.limit_strength = false;
  return settings;
}

std::optional<Elo> Repl::strength() const {
  const EngineSettings& settings = engine_.settings();
  return settings.limit_strength ? std::optional(settings.elo) : std::nullopt;
}

bool Repl::play_one_move(Game& game) {
  const SearchResult result = think(game, engine_.settings());
  if (!result.best) return false;
  std::string text = to_uci(game.position(), *result.best, game.variant());
  if (input_.is_terminal()) text += fmt::format("  ({})", to_san(game.position(), *result.best));
  say(text);
  game.play(*result.best);
  after_move(game);
  return true;
}

void Repl::computer_move(std::string_view) {
  Game* const game = game_or_refuse();
  if (game == nullptr) return;
  if (game->is_over() || !play_one_move(*game)) return say("no move");
  answer();
}

void Repl::answer() {
  const auto game = game_.game();
  if (!game) return;
  while (!(*game)->is_over() && computer_plays((*game)->position().side_to_move())) {
    if (!play_one_move(**game)) return;
    // Ctrl-C makes it move at once; a game against itself it ends.
    if (interrupt_.requested() && !only_person()) {
      computer_ = {};
      say("stopped: you play both sides now");
    }
  }
}

void Repl::hint(std::string_view) {
  const Game* const game = game_or_refuse();
  if (game == nullptr) return;
  const SearchResult result = think(*game, at_full_strength());
  if (!result.best || game->is_over()) return say("no move");
  const Position& position = game->position();
  say(fmt::format("{}  ({}, {})", to_uci(position, *result.best, game->variant()),
                  to_san(position, *result.best),
                  score_text(result.info.score, position.side_to_move())));
}

void Repl::analyse(std::string_view text) {
  const auto seconds = parse_number(text, 0.01, 86400);
  if (!text.empty() && !seconds) return refuse("analyse takes a number of seconds, or nothing");
  const Game* const game = game_or_refuse();
  if (game == nullptr) return;
  if (legal_moves_as_san(game->position()).empty()) return say("no move");
  SearchLimits limits;
  if (seconds)
    limits.move_time = from_seconds(*seconds);
  else if (input_.is_terminal())
    limits.infinite = true;
  else
    limits.move_time = time_;  // there is no Enter key to end it
  const Game copy = *game;
  Thoughts thoughts(copy.position(), columns_of(STDOUT_FILENO) - 1);
  if (limits.infinite) say("Enter ends it.");
  think(copy, limits, at_full_strength(), thoughts, input_.is_terminal());
}

void Repl::level(std::string_view text) {
  if (!text.empty()) {
    const auto parsed = parse_strength(text);
    if (!parsed) return refuse(parsed.error().message);
    EngineSettings settings = engine_.settings();
    settings.limit_strength = parsed->has_value();
    settings.elo = parsed->value_or(settings.elo);
    [[maybe_unused]] const auto done = engine_.configure(settings);
  }
  say(fmt::format("the computer plays at {}", strength_text(strength())));
}

void Repl::time(std::string_view text) {
  if (!text.empty()) {
    const auto seconds = parse_number(text, 0.01, 3600);
    if (!seconds) return refuse("time takes a number of seconds from 0.01 to 3600");
    time_ = from_seconds(*seconds);
  }
  say(fmt::format("the computer thinks {} seconds per move",
                  static_cast<double>(time_.count()) / 1000));
}

void Repl::lines(std::string_view text) {
  if (!text.empty()) {
    const auto number = parse_number(text, 1, 256);
    if (!number || *number != std::floor(*number))
      return refuse("lines takes a number from 1 to 256");
    EngineSettings settings = engine_.settings();
    settings.multi_pv = static_cast<int>(*number);
    [[maybe_unused]] const auto done = engine_.configure(settings);
  }
  const int count = engine_.settings().multi_pv;
  say(fmt::format("analyse shows {} line{}", count, count == 1 ? "" : "s"));
}

void Repl::play(std::string_view side) {
  if (side != "white" && side != "black" && side != "both" && side != "none")
    return refuse("play white, black, both or none: the side you play");
  if (game_or_refuse() == nullptr) return;
  computer_ = {side == "black" || side == "none", side == "white" || side == "none"};
  if (const auto person = only_person()) bottom_ = *person;
  answer();
}

std::optional<Color> Repl::only_person() const {
  if (computer_[0] == computer_[1]) return std::nullopt;
  return computer_[0] ? Color::Black : Color::White;
}

}  // namespace tabiya
