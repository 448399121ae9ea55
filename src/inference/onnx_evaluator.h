// Positions judged by an ONNX network.
//
// One session with buffers of its own. Threads that call at once wait for each other; who wants
// them side by side makes several evaluators of one model.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.h"
#include "base/result.h"
#include "inference/evaluator.h"
#include "inference/onnx_model.h"
#include "inference/onnx_session.h"

namespace tabiya {

struct OnnxOptions {
  SessionSettings session{};
  float prior_temperature = 1;  // above 1 the moves' probabilities come closer together
  int largest_batch = 64;       // requests computed at once; more are computed in turns

  bool operator==(const OnnxOptions&) const = default;
};

class OnnxEvaluator : public Evaluator {
 public:
  using Made = Result<std::unique_ptr<OnnxEvaluator>>;

  // Judges the start position once, so that a network which cannot compute is refused here.
  // Preconditions: the temperature is above zero, the largest batch is at least 1.
  static Made make(const std::shared_ptr<const OnnxLibrary>&, std::shared_ptr<const OnnxModel>,
                   const OnnxOptions& = {});

  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override { return {.history = model_->shape().history}; }
  int best_batch() const override;
  std::string description() const override;

  const OnnxModel& model() const { return *model_; }

 private:
  OnnxEvaluator(std::unique_ptr<OnnxSession>, std::shared_ptr<const OnnxModel>, const OnnxOptions&);

  Result<void> try_out();
  Result<void> evaluate_batch(std::span<EvaluationRequest>, const std::stop_token&);
  Result<const OnnxSession::Run*> run_of(std::size_t batch);
  Result<void> answer(EvaluationRequest&, std::size_t place) const;

  std::shared_ptr<const OnnxModel> model_;
  OnnxOptions options_;
  std::size_t largest_batch_;  // as the options or the model have it
  std::unique_ptr<OnnxSession> session_;

  std::mutex mutex_;  // guards all below: one batch at a time
  AlignedArray<float> planes_;
  AlignedArray<float> policies_;
  AlignedArray<float> values_;
  std::vector<std::unique_ptr<OnnxSession::Run>> runs_;  // by batch size; made when first needed
};

}  // namespace tabiya
