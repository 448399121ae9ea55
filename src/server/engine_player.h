// The engine as a player and adviser in one game: it moves when it is its turn, answers draw
// offers, and gives hints.
#pragma once

#include <cstdint>
#include <optional>

#include "server/analyser.h"
#include "server/session_context.h"

namespace tabiya::server {

class EnginePlayer {
 public:
  enum class Question : std::uint8_t { Hint, Evaluation, Draw };

  // Both must outlive it.
  EnginePlayer(const SessionContext& context, EngineOutput& output)
      : context_(context), output_(output) {}

  bool runs() const { return move_search_ || question_search_; }

  // Begins to think if it is its turn and something waits for the move: a page, or a clock that
  // runs. Ends thinking about what is no longer on the board.
  void take_turn();
  void move_now();
  void stop_thinking() { output_.drop(move_search_); }
  void drop_all();

  Done ask(Question, NodeNumber);
  bool is_busy() const { return context_.host.searches().is_full_for_questions(); }

 private:
  SearchLimits limits_of_move() const;
  void moved(const SearchEnd&);
  void answered(Question, NodeNumber, const SearchEnd&);
  GameUpdate answer_draw_offer(Score);  // from its view

  const SessionContext& context_;
  EngineOutput& output_;
  std::optional<SearchNumber> move_search_;
  NodeNumber move_from_ = 0;  // where that search is
  std::optional<SearchNumber> question_search_;
  Question asked_ = Question::Hint;  // what that is about
};

}  // namespace tabiya::server
