// The one seam between a tree and what judges its leaves: positions in, chances and policy out.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <utility>

#include "base/result.h"
#include "chess/move.h"
#include "chess/win_draw_loss.h"
#include "encode/planes.h"

namespace tabiya {

// One position to judge, and where the answer goes.
struct EvaluationRequest {
  History history;
  std::span<const Move> moves;  // the legal moves of history.present(), in any order; not empty
  bool chess960 = false;        // how castling is written as a policy index

  WinDrawLoss chances;      // the answer: for the player to move,
  std::span<float> priors;  // and for each of the moves a probability; they sum to one
};

// What of a request's past an evaluator looks at. Requests that agree in that, in the position, its
// repetitions and the moves get the same answer.
struct EvaluatorInputs {
  int history = kMostHistory;  // positions, the present included
  bool clocks = true;          // of the present: half-moves without progress, move number

  bool operator==(const EvaluatorInputs&) const = default;
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Answers all requests, or none of them and says why. Blocks; may be called from many threads at
  // once. Every answer is finite, whatever the network computed: one that is not is an error. When
  // a stop is requested, it gives up as soon as it can, with an error.
  virtual Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) = 0;

  // Answers at once if that takes no thinking, or returns false: then evaluate() has to be asked.
  virtual bool remembers(EvaluationRequest&) { return false; }

  virtual EvaluatorInputs inputs() const { return {}; }

  // A thread that is about to ask, perhaps again and again, takes a seat until that is over: an
  // evaluator that gathers requests waits no longer when all that have seats have asked. See
  // EvaluatorSeat.
  virtual void take_seat() {}
  virtual void leave_seat() {}

  // How many requests in one call it likes best.
  virtual int best_batch() const = 0;
  // For people: which network, on what.
  virtual std::string description() const = 0;
};

// A seat that is taken and left as needed, and left for good at the end.
class EvaluatorSeat {
 public:
  explicit EvaluatorSeat(Evaluator& evaluator) : evaluator_(evaluator) {}
  ~EvaluatorSeat() { leave(); }
  EvaluatorSeat(const EvaluatorSeat&) = delete;
  EvaluatorSeat& operator=(const EvaluatorSeat&) = delete;

  void take() {
    if (!std::exchange(is_taken_, true)) evaluator_.take_seat();
  }
  void leave() {
    if (std::exchange(is_taken_, false)) evaluator_.leave_seat();
  }

 private:
  Evaluator& evaluator_;
  bool is_taken_ = false;
};

}  // namespace tabiya
