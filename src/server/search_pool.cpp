#include "server/search_pool.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/result.h"
#include "server/game_values.h"

namespace tabiya::server {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenNews = 160ms;
// What an analysis gets at a time while a report wants its slot.
constexpr auto kTurnOfAnalysis = 1000ms;
// From then on a search that waits is as urgent as those whose clock runs: however many of these
// there are, the others get their turn.
constexpr auto kLongWait = 10s;
// The number of questions and moves that may wait for each slot before questions are refused.
constexpr std::uint64_t kQueueOfSlot = 2;

bool is_urgent(SearchKind kind) { return kind == SearchKind::Move || kind == SearchKind::Question; }

}  // namespace

SearchPool::SearchPool(Dispatcher& dispatcher)
    : dispatcher_(dispatcher),
      next_(static_cast<SearchNumber>(moment_now())),
      here_(std::make_shared<SearchPool*>(this)) {}

Result<std::unique_ptr<SearchPool>> SearchPool::open(const EngineSettings& settings,
                                                     std::uint64_t seed, int slots,
                                                     Dispatcher& dispatcher) {
  auto pool = std::unique_ptr<SearchPool>(new SearchPool(dispatcher));
  for (int i = 0; i < std::max(slots, 1); ++i) {
    auto slot = SearchSlot::open(settings, seed + static_cast<std::uint64_t>(i));
    if (!slot) return std::unexpected(slot.error());
    pool->slots_.push_back(*std::move(slot));
  }
  pool->running_.resize(pool->slots_.size());
  pool->last_game_.resize(pool->slots_.size());
  pool->last_search_.resize(pool->slots_.size());
  return pool;
}

SearchPool::~SearchPool() {
  here_.reset();
  for (const auto& slot : slots_) slot->stop();
}

SearchNumber SearchPool::start(SearchOrder order) {
  const SearchNumber number = next_++;
  jobs_.emplace(number, Job{.order = std::move(order), .asked = dispatcher_.now()});
  dispatch();
  return number;
}

void SearchPool::stop(SearchNumber number) {
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return;
  Job& job = found->second;
  job.hurry = true;
  if (job.slot) {
    job.interrupted = false;
    slots_[static_cast<std::size_t>(*job.slot)]->stop();
  } else if (!is_urgent(job.order.kind)) {
    // Analyses and reports that wait have nothing to lose by it.
    end_soon(number, job, {});
  }
}

// Not from within this call, and not if it is cancelled until then.
void SearchPool::end_soon(SearchNumber number, Job& job, const std::string& failure) {
  job.ends_soon = true;
  dispatcher_.post([weak = std::weak_ptr(here_), number, failure] {
    const auto here = weak.lock();
    if (!here) return;
    Jobs& jobs = (*here)->jobs_;
    const auto found = jobs.find(number);
    if (found == jobs.end()) return;
    const auto on_end = std::move(found->second.order.on_end);
    jobs.erase(found);
    on_end({.failure = failure});
  });
}

void SearchPool::cancel(SearchNumber number) {
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return;
  if (!found->second.slot) {
    jobs_.erase(found);
    return;
  }
  found->second.cancelled = true;
  slots_[static_cast<std::size_t>(*found->second.slot)]->stop();
}

void SearchPool::forget(const std::string& game) { served_.erase(game); }

std::optional<TreeView> SearchPool::tree(SearchNumber number, std::span<const Move> path) const {
  const auto slot = std::ranges::find(last_search_, number);
  if (slot == last_search_.end()) return std::nullopt;
  return slots_[static_cast<std::size_t>(slot - last_search_.begin())]->tree(path);
}

bool SearchPool::is_full_for_analysis_of(const std::string& game) const {
  const auto others = std::ranges::count_if(jobs_, [&game](const auto& each) {
    const Job& job = each.second;
    return job.order.kind == SearchKind::Analysis && job.order.game != game && !job.cancelled;
  });
  return others >= slots();
}

bool SearchPool::is_full_for_questions() const {
  const auto urgent = std::ranges::count_if(jobs_, [](const auto& each) {
    return is_urgent(each.second.order.kind) && !each.second.slot;
  });
  return static_cast<std::uint64_t>(urgent) >= kQueueOfSlot * slots_.size();
}

std::uint64_t SearchPool::running() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(running_, [](const auto& each) { return each.has_value(); }));
}

std::uint64_t SearchPool::waiting() const { return jobs_.size() - running(); }

SearchPool::Jobs::iterator SearchPool::next_waiting() {
  auto best = jobs_.end();
  const auto rank = [this, now = dispatcher_.now()](const auto& each) {
    const Job& job = each.second;
    const auto served = served_.find(job.order.game);
    const bool presses = job.order.against_clock || now - job.asked >= kLongWait;
    return std::tuple(!is_urgent(job.order.kind), !presses,
                      served == served_.end() ? 0 : served->second, each.first);
  };
  for (auto each = jobs_.begin(); each != jobs_.end(); ++each) {
    if (each->second.slot || each->second.ends_soon) continue;
    if (best == jobs_.end() || rank(*each) < rank(*best)) best = each;
  }
  return best;
}

// The one that knows the game already, if it can be.
std::optional<int> SearchPool::idle_slot_for(const std::string& game) const {
  std::optional<int> idle;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (running_[i]) continue;
    if (!idle || last_game_[i] == game) idle = static_cast<int>(i);
  }
  return idle;
}

void SearchPool::dispatch() {
  for (;;) {
    const auto job = next_waiting();
    if (job == jobs_.end()) break;
    const auto slot = idle_slot_for(job->second.order.game);
    if (!slot) {
      interrupt_an_analysis_for(job->second.order.kind);
      break;
    }
    begin(job, *slot);
  }
  arm_tick();
}

void SearchPool::begin(Jobs::iterator found, int slot) {
  const SearchNumber number = found->first;
  Job& job = found->second;
  const auto place = static_cast<std::size_t>(slot);
  served_[job.order.game] = ++servings_;
  SearchLimits limits = job.order.limits();
  if (job.hurry) {
    limits.move_time = 1ms;
    limits.infinite = false;
  }
  const auto went =
      slots_[place]->go(job.order.setting, job.order.position, limits,
                        [&dispatcher = dispatcher_, weak = std::weak_ptr(here_), slot, number] {
                          dispatcher.post([weak, slot, number] {
                            if (const auto here = weak.lock()) (*here)->ended(slot, number);
                          });
                        });
  if (!went) return end_soon(number, job, went.error().message);
  job.slot = slot;
  job.begun = dispatcher_.now();
  running_[place] = number;
  last_game_[place] = job.order.game;
  last_search_[place] = number;
}

bool SearchPool::interrupt_an_analysis_for(SearchKind kind) {
  for (const auto& number : running_) {
    if (!number) continue;
    Job& job = jobs_.at(*number);
    if (job.interrupted || job.cancelled || job.hurry) return false;  // a slot comes free anyway
  }
  for (const auto& number : running_) {
    Job& job = jobs_.at(*number);
    if (job.order.kind != SearchKind::Analysis) continue;
    if (!is_urgent(kind) &&
        (kind == SearchKind::Analysis || dispatcher_.now() - job.begun < kTurnOfAnalysis))
      continue;
    job.interrupted = true;
    slots_[static_cast<std::size_t>(*job.slot)]->stop();
    return true;
  }
  return false;
}

void SearchPool::ended(int slot, SearchNumber number) {
  const auto place = static_cast<std::size_t>(slot);
  const auto found = jobs_.find(number);
  if (found == jobs_.end() || running_[place] != number) return;
  const SearchEnd end = slots_[place]->end();
  running_[place].reset();
  nodes_ += end.result.info.nodes;
  Job& job = found->second;
  job.slot.reset();
  if (job.interrupted && !job.cancelled) {
    job.interrupted = false;
    dispatch();
    return;
  }
  ++done_;
  const auto on_end = std::move(job.order.on_end);
  const bool cancelled = job.cancelled;
  jobs_.erase(found);
  // Searches that wait go first, so that a game that asks again at once does not keep the slot.
  dispatch();
  if (!cancelled) on_end(end);
}

void SearchPool::arm_tick() {
  if (tick_ || running() == 0) return;
  tick_ = dispatcher_.call_at(dispatcher_.now() + kBetweenNews, [this] { tick(); });
}

void SearchPool::tick() {
  const auto kept = std::move(tick_);  // until this call is over: it is inside
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!running_[i]) continue;
    const Job& job = jobs_.at(*running_[i]);
    if (job.cancelled || !job.order.on_progress) continue;
    if (const auto news = slots_[i]->news()) {
      // A copy: the call may end the job.
      const auto on_progress = job.order.on_progress;
      on_progress(*news);
    }
  }
  dispatch();
}

}  // namespace tabiya::server
