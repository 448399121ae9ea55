#include "match/game_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/milliseconds.h"
#include "base/text.h"
#include "chess/outcome.h"
#include "match/limits.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya {

namespace {

std::string_view capitalised(Color side) { return side == Color::White ? "White" : "Black"; }

PgnResult win_of(Color side) {
  return side == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
}

class GameInPlay {
 public:
  GameInPlay(const Opening& opening, const std::array<GamePlayer, 2>& players,
             const GameRules& rules, const std::stop_token& stop)
      : players_(players),
        rules_(rules),
        stop_(stop),
        arbiter_(rules.adjudication),
        clocks_{ChessClock(players[0].limits), ChessClock(players[1].limits)} {
    played_.game = Game(opening.start, rules.variant);
    position_ = position_command(played_.game);
    for (const Move move : opening.moves) play(move, std::nullopt);
  }

  std::optional<PlayedGame> play_to_the_end() {
    for (const Color side : kColors) {
      const GamePlayer& player = players_[static_cast<std::size_t>(index(side))];
      if (const auto ready = player.engine->begin_game(stop_); !ready) {
        if (!fail(side, ready.error())) return std::nullopt;
        return std::move(played_);
      }
    }
    while (!is_over())
      if (!make_move()) return std::nullopt;
    return std::move(played_);
  }

 private:
  bool is_over() {
    if (played_.result != PgnResult::Unknown) return true;
    if (const auto outcome = played_.game.outcome()) {
      end(*outcome, std::string(kNormal), std::string(describe(outcome->ending)));
    } else if (const auto verdict = arbiter_.verdict()) {
      end(*verdict, "adjudication",
          verdict->winner ? fmt::format("{} resigns by its scores", capitalised(!*verdict->winner))
                          : "drawn by both engines' scores");
    } else if (arbiter_.is_too_long()) {
      end(Outcome::draw(Ending::Agreement), "adjudication",
          fmt::format("drawn after {} moves of each side after the opening",
                      rules_.adjudication.most_moves));
    }
    return played_.result != PgnResult::Unknown;
  }

  // False if we were stopped.
  bool make_move() {
    const Color side = played_.game.position().side_to_move();
    const auto at = static_cast<std::size_t>(index(side));
    auto answer = players_[at].engine->think(position_, go_command(), clocks_[at].allowed(), stop_);
    if (!answer) return fail(side, answer.error());

    if (!clocks_[at].spend(answer->elapsed, rules_.margin)) {
      lose_on_time(side, answer->elapsed);
      return true;
    }
    const auto move = parse_uci(played_.game.position(), answer->move, played_.game.variant());
    if (!move) {
      forfeit(side, std::string(kRulesInfraction),
              answer->move.empty() ? "it gave no move"
                                   : fmt::format("its move {} is refused: {}",
                                                 in_quotes(answer->move), move.error().message));
      return true;
    }
    const int number = played_.game.position().fullmove_number();
    play(*move, MoveNote{.score = answer->score,
                         .depth = answer->depth,
                         .elapsed = std::chrono::round<Milliseconds>(answer->elapsed)});
    arbiter_.note(side, answer->score, number);
    return true;
  }

  void play(Move move, const std::optional<MoveNote>& note) {
    if (played_.game.length() == 0) position_ += " moves";
    position_ += ' ' + to_uci(played_.game.position(), move, played_.game.variant());
    played_.game.play(move);
    played_.notes.push_back(note);
  }

  std::string go_command() const {
    const auto at = static_cast<std::size_t>(index(played_.game.position().side_to_move()));
    const EngineLimits& limits = players_[at].limits;
    std::string go = "go";
    if (limits.clock) {
      // The opponent may have no clock; then it has as much time as we.
      const auto left = [&](std::size_t player) {
        const auto time = clocks_[player].left().value_or(*clocks_[at].left());
        return std::chrono::floor<Milliseconds>(time).count();
      };
      const auto increment = [&](std::size_t player) {
        return players_[player].limits.clock.value_or(*limits.clock).increment.count();
      };
      go += fmt::format(" wtime {} btime {} winc {} binc {}", left(0), left(1), increment(0),
                        increment(1));
      if (clocks_[at].moves_to_go() > 0)
        go += fmt::format(" movestogo {}", clocks_[at].moves_to_go());
    }
    if (limits.move_time) go += fmt::format(" movetime {}", limits.move_time->count());
    if (limits.nodes) go += fmt::format(" nodes {}", *limits.nodes);
    if (limits.depth) go += fmt::format(" depth {}", *limits.depth);
    return go;
  }

  void end(const Outcome& outcome, std::string termination, std::string reason) {
    played_.result = outcome.winner ? win_of(*outcome.winner) : PgnResult::Draw;
    played_.termination = std::move(termination);
    played_.reason = std::move(reason);
  }

  void forfeit(Color side, std::string termination, const std::string& what) {
    played_.result = win_of(!side);
    played_.termination = std::move(termination);
    played_.reason = fmt::format("{} loses: {}", capitalised(side), what);
  }

  void lose_on_time(Color side, std::chrono::nanoseconds time) {
    const auto allowed = clocks_[static_cast<std::size_t>(index(side))].allowed().value_or(time);
    forfeit(
        side, std::string(kTimeForfeit),
        fmt::format("it took {} ms and had {} ms", std::chrono::round<Milliseconds>(time).count(),
                    std::chrono::floor<Milliseconds>(allowed).count()));
    if (can_mate(played_.game.position(), !side)) return;
    played_.result = PgnResult::Draw;
    played_.reason += "; but the other side could not mate";
  }

  // The engine is out of order. False if it is so only because we were stopped.
  bool fail(Color side, const EngineFailure& failure) {
    if (failure.kind == EngineFailure::Kind::Stopped) return false;
    forfeit(side, "abandoned", "it " + failure.message);
    played_.culprit = side;
    return true;
  }

  const std::array<GamePlayer, 2>& players_;
  const GameRules& rules_;
  const std::stop_token& stop_;
  Arbiter arbiter_;
  std::array<ChessClock, 2> clocks_;
  std::string position_;  // the command so far
  PlayedGame played_;
};

}  // namespace

std::string position_command(const Game& game) {
  const bool usual = game.variant() == Variant::Standard && game.start() == Position::start();
  std::string command = usual ? "position startpos" : "position fen " + to_fen(game.start());
  if (game.length() > 0) command += " moves";
  for (std::size_t ply = 0; ply < game.length(); ++ply)
    command += ' ' + to_uci(game.position_at(ply), game.move_at(ply), game.variant());
  return command;
}

std::optional<PlayedGame> play_game(const Opening& opening,
                                    const std::array<GamePlayer, 2>& players,
                                    const GameRules& rules, const std::stop_token& stop) {
  return GameInPlay(opening, players, rules, stop).play_to_the_end();
}

}  // namespace tabiya
