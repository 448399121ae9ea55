#include "train/work_team.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <system_error>

namespace tabiya {

namespace {

constexpr int kLooksBeforeSleep = 4000;  // some ten microseconds
constexpr std::uint64_t kItems = std::numeric_limits<std::uint32_t>::max();

// Waits until the number is another one.
void await_change(const std::atomic<std::uint32_t>& number, std::uint32_t known) {
  for (int look = 0; look < kLooksBeforeSleep; ++look) {
    if (number.load(std::memory_order_acquire) != known) return;
    __builtin_ia32_pause();
  }
  number.wait(known, std::memory_order_acquire);
}

}  // namespace

WorkTeam::WorkTeam(int threads) {
  for (int helper = 1; helper < threads; ++helper) {
    try {
      helpers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
      break;  // the system has no more threads to give; those that run will do
    }
  }
}

WorkTeam::~WorkTeam() {
  over_ = true;
  ++calls_;
  calls_.notify_all();
}

void WorkTeam::run(std::size_t count, Function function, void* context) {
  assert(count <= kItems);
  if (count == 0) return;
  function_.store(function, std::memory_order_relaxed);
  context_.store(context, std::memory_order_relaxed);
  unfinished_.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
  const std::uint64_t number = (ticket_.load(std::memory_order_relaxed) >> 32) + 1;
  ticket_.store(number << 32 | count, std::memory_order_release);
  if (!helpers_.empty() && count > 1) {
    calls_.fetch_add(1, std::memory_order_release);
    calls_.notify_all();
  }
  help();
  for (std::uint32_t left = 0; (left = unfinished_.load(std::memory_order_acquire)) != 0;)
    await_change(unfinished_, left);
}

void WorkTeam::help() {
  for (;;) {
    std::uint64_t ticket = ticket_.load(std::memory_order_acquire);
    const std::uint64_t left = ticket & kItems;
    if (left == 0) return;
    const Function function = function_.load(std::memory_order_relaxed);
    void* const context = context_.load(std::memory_order_relaxed);
    if (!ticket_.compare_exchange_weak(ticket, ticket - 1, std::memory_order_acq_rel)) continue;
    function(context, left - 1);
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_all();
  }
}

void WorkTeam::serve() {
  std::uint32_t seen = 0;
  while (!over_.load(std::memory_order_acquire)) {
    help();
    const std::uint32_t now = calls_.load(std::memory_order_acquire);
    if (now == seen)
      await_change(calls_, seen);
    else
      seen = now;
  }
}

}  // namespace tabiya
