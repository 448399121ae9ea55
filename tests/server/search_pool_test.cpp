// How searches share the slots, seen from the pool itself.
#include "server/search_pool.h"

#include <gtest/gtest.h>

#include "server/test_service.h"

namespace tabiya::test {
namespace {

using namespace std::chrono_literals;
using namespace server;

// One slot, and a list of what began and ended in it.
struct OneSlot {
  OneSlot() {
    auto opened = SearchPool::open({.hash = 1}, 1, 1, dispatcher);
    EXPECT_TRUE(opened) << opened.error().message;
    pool = *std::move(opened);
  }

  SearchNumber start(const std::string& name, SearchKind kind) {
    return pool->start(order(name, kind));
  }
  SearchOrder order(const std::string& name, SearchKind kind) {
    SearchOrder order;
    order.game = name;
    order.kind = kind;
    order.limits = [this, name, kind] {
      began.push_back(name);
      SearchLimits limits;
      if (kind == SearchKind::Analysis)
        limits.infinite = true;
      else
        limits.nodes = 1;
      return limits;
    };
    order.on_end = [this, name](const SearchEnd&) { ended.push_back(name); };
    return order;
  }

  ManualDispatcher dispatcher;
  std::unique_ptr<SearchPool> pool;
  std::vector<std::string> began;
  std::vector<std::string> ended;
};

using Names = std::vector<std::string>;

TEST(SearchPoolThreads, AnAnalysisStoppedWhileItWaitsDoesNotBeginAgain) {
  OneSlot slot;
  const SearchNumber analysis = slot.start("analysis", SearchKind::Analysis);
  slot.start("question", SearchKind::Question);
  ASSERT_TRUE(slot.dispatcher.run_until([&] { return slot.began.size() == 2; }));
  // The question has ended, but the pool has not heard of it when the analysis is stopped.
  ASSERT_TRUE(slot.dispatcher.wait_for_post());
  slot.pool->stop(analysis);
  slot.dispatcher.run();
  EXPECT_EQ(slot.began, Names({"analysis", "question"}));
  EXPECT_EQ(slot.ended, Names({"question", "analysis"}));
  EXPECT_EQ(slot.pool->running() + slot.pool->waiting(), 0U);
}

TEST(SearchPoolThreads, ASearchThatCannotBeginSaysWhy) {
  OneSlot slot;
  SearchOrder wrong = slot.order("wrong", SearchKind::Move);
  wrong.setting.lines = 0;
  std::string failure;
  wrong.on_end = [&](const SearchEnd& end) { failure = end.failure; };
  slot.pool->start(std::move(wrong));
  EXPECT_EQ(failure, "");  // not from within the call
  slot.dispatcher.run();
  EXPECT_NE(failure, "");
  EXPECT_EQ(slot.pool->waiting(), 0U);
}

// Its game may be gone by then.
TEST(SearchPoolThreads, ASearchThatCannotBeginIsNotHeardOfAfterItIsCancelled) {
  OneSlot slot;
  SearchOrder wrong = slot.order("wrong", SearchKind::Move);
  wrong.setting.lines = 0;
  slot.pool->cancel(slot.pool->start(std::move(wrong)));
  slot.dispatcher.run();
  EXPECT_EQ(slot.ended, Names());
  // Nor does it keep the slot.
  slot.start("right", SearchKind::Move);
  ASSERT_TRUE(slot.dispatcher.run_until([&] { return slot.ended.size() == 1; }));
}

TEST(SearchPoolThreads, ASearchWhoseClockRunsGoesFirst) {
  OneSlot slot;
  slot.start("running", SearchKind::Move);
  slot.start("question", SearchKind::Question);
  slot.start("without clock", SearchKind::Move);
  SearchOrder hurried = slot.order("with clock", SearchKind::Move);
  hurried.against_clock = true;
  slot.pool->start(std::move(hurried));
  ASSERT_TRUE(slot.dispatcher.run_until([&] { return slot.ended.size() == 4; }));
  EXPECT_EQ(slot.began, Names({"running", "with clock", "question", "without clock"}));
}

// Otherwise games with clocks could keep the slots for ever.
TEST(SearchPoolThreads, ASearchThatHasWaitedLongGoesBeforeOneWhoseClockRuns) {
  OneSlot slot;
  SearchOrder long_one = slot.order("running", SearchKind::Move);
  long_one.limits = [] {
    SearchLimits limits;
    limits.infinite = true;
    return limits;
  };
  const SearchNumber running = slot.pool->start(std::move(long_one));
  slot.start("without clock", SearchKind::Move);
  slot.dispatcher.pass(11s);
  slot.start("later", SearchKind::Move);
  SearchOrder hurried = slot.order("with clock", SearchKind::Move);
  hurried.against_clock = true;
  slot.pool->start(std::move(hurried));
  slot.pool->stop(running);
  ASSERT_TRUE(slot.dispatcher.run_until([&] { return slot.ended.size() == 4; }));
  EXPECT_EQ(slot.began, Names({"without clock", "with clock", "later"}));
}

}  // namespace
}  // namespace tabiya::test
