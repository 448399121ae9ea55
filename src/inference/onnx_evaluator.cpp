#include "inference/onnx_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include "base/aligned_array.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {

namespace {

std::size_t per_position(const TensorShape& shape) {
  std::size_t size = 1;
  for (std::size_t i = 1; i < shape.dims.size(); ++i)
    size *= static_cast<std::size_t>(shape.dims[i]);
  return size;
}

// The tensor for that many positions, at the beginning of a buffer.
BoundTensor bind(const TensorShape& shape, std::size_t batch, AlignedArray<float>& buffer) {
  BoundTensor tensor{shape.name, shape.dims, buffer.span().first(batch * per_position(shape))};
  tensor.dims.front() = static_cast<std::int64_t>(batch);
  return tensor;
}

class OnnxEvaluator final : public Evaluator {
 public:
  OnnxEvaluator(std::unique_ptr<OnnxSession>, std::shared_ptr<const OnnxModel>, const OnnxOptions&);

  Result<void> try_out();
  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override { return {.history = model_->shape().history}; }
  int best_batch() const override;
  std::string description() const override;

 private:
  Result<void> evaluate_batch(std::span<EvaluationRequest>, const std::stop_token&);
  Result<OnnxSession::Run*> run_of(std::size_t batch);
  Result<void> answer(EvaluationRequest&, std::size_t place) const;

  const std::shared_ptr<const OnnxModel> model_;
  const OnnxOptions options_;
  const std::size_t largest_batch_;  // as the options or the model have it
  const std::unique_ptr<OnnxSession> session_;

  std::mutex mutex_;  // guards all below: one batch at a time
  AlignedArray<float> planes_;
  AlignedArray<float> policies_;
  AlignedArray<float> values_;
  std::vector<std::shared_ptr<OnnxSession::Run>> runs_;  // by batch size; made when first needed
};

OnnxEvaluator::OnnxEvaluator(std::unique_ptr<OnnxSession> session,
                             std::shared_ptr<const OnnxModel> model, const OnnxOptions& options)
    : model_(std::move(model)),
      options_(options),
      largest_batch_(
          static_cast<std::size_t>(model_->shape().batch.value_or(options.largest_batch))),
      session_(std::move(session)),
      // Planes that pad the encoding are never written to, and stay zero.
      planes_(largest_batch_ * per_position(model_->shape().input)),
      policies_(largest_batch_ * per_position(model_->shape().policy)),
      values_(largest_batch_ * per_position(model_->shape().value)),
      runs_(largest_batch_ + 1) {}

Result<void> OnnxEvaluator::try_out() {
  const Game game;
  const MoveList moves = legal_moves(game.position());
  std::vector<float> priors(moves.size());
  EvaluationRequest request;
  request.history = History(game);
  request.moves = {moves.begin(), moves.end()};
  request.priors = priors;
  return evaluate({&request, 1}, {});
}

Result<void> OnnxEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                     const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  while (!requests.empty()) {
    const auto now = requests.first(std::min(requests.size(), largest_batch_));
    if (const auto done = evaluate_batch(now, stop); !done)
      return failure("{}: {}", model_->name(), done.error().message);
    requests = requests.subspan(now.size());
  }
  return {};
}

Result<void> OnnxEvaluator::evaluate_batch(std::span<EvaluationRequest> requests,
                                           const std::stop_token& stop) {
  const NetworkShape& shape = model_->shape();
  const std::size_t stride = per_position(shape.input);
  for (std::size_t i = 0; i < requests.size(); ++i)
    encode_planes(requests[i].history, shape.history, planes_.span().subspan(i * stride, stride));

  // A network for a fixed number of positions computes all of them, what is left from before too.
  const auto run = run_of(shape.batch ? largest_batch_ : requests.size());
  if (!run) return std::unexpected(run.error());
  if (auto computed = session_->compute(**run, stop); !computed) return computed;
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (auto answered = answer(requests[i], i); !answered) return answered;
  return {};
}

Result<OnnxSession::Run*> OnnxEvaluator::run_of(std::size_t batch) {
  auto& run = runs_[batch];
  if (!run) {
    const NetworkShape& shape = model_->shape();
    const std::array outputs{bind(shape.policy, batch, policies_),
                             bind(shape.value, batch, values_)};
    auto made = session_->bound(bind(shape.input, batch, planes_), outputs);
    if (!made) return std::unexpected(made.error());
    run = *std::move(made);
  }
  return run.get();
}

Result<void> OnnxEvaluator::answer(EvaluationRequest& request, std::size_t place) const {
  const NetworkShape& shape = model_->shape();
  const std::size_t size = per_position(shape.value);
  const auto value = values_.span().subspan(place * size, size);
  const auto chances = chances_from(value, shape.value_kind);
  if (!chances)
    return failure("the network's value output \"{}\" is {}, which is no {}", shape.value.name,
                   fmt::join(value, ", "), name(shape.value_kind));
  request.chances = *chances;

  assert(request.priors.size() == request.moves.size());
  const auto policy = policies_.span().subspan(place * kPolicySize, kPolicySize);
  const Color mover = request.history.present().side_to_move();
  const Variant variant = request.chess960 ? Variant::Chess960 : Variant::Standard;
  for (std::size_t i = 0; i < request.moves.size(); ++i)
    request.priors[i] =
        policy[static_cast<std::size_t>(policy_index(request.moves[i], mover, variant))];
  if (!make_probabilities(request.priors, options_.prior_temperature))
    return failure(
        "the network's policy output \"{}\" has numbers that are not finite (NaN or infinite)",
        printable_line(shape.policy.name));
  return {};
}

int OnnxEvaluator::best_batch() const {
  // Big batches buy little on a CPU, and the tree grows worse by them.
  constexpr int on_cpu = 8;
  return std::min(static_cast<int>(largest_batch_),
                  options_.session.provider == Provider::Cpu ? on_cpu : options_.largest_batch);
}

std::string OnnxEvaluator::description() const {
  return fmt::format("{} on ONNX Runtime {}, {}",
                     std::filesystem::path(model_->name()).filename().string(),
                     session_->library().version(), session_->device());
}

}  // namespace

Result<std::unique_ptr<Evaluator>> onnx_evaluator(const std::shared_ptr<const OnnxLibrary>& library,
                                                  std::shared_ptr<const OnnxModel> model,
                                                  const OnnxOptions& options) {
  assert(options.prior_temperature > 0 && options.largest_batch >= 1);
  auto session = OnnxSession::open(library, model->bytes(), options.session);
  if (!session) return failure("{}: {}", model->name(), session.error().message);
  auto evaluator = std::make_unique<OnnxEvaluator>(*std::move(session), std::move(model), options);
  if (const auto tried = evaluator->try_out(); !tried) return std::unexpected(tried.error());
  return evaluator;
}

}  // namespace tabiya
