#include "train/batch_feed.h"
#include "base/result.h"

#include <gtest/gtest.h>

#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

// Gives some positions, then fails.
class FailingSource : public PositionSource {
 public:
  explicit FailingSource(int good) : good_(good) {}
  Result<void> read(std::span<ScoredPosition>) override {
    if (good_-- > 0) return {};
    return failure("the disk is gone");
  }
  ShuffleCursor cursor() const override { return {}; }
  Result<void> go_to(const ShuffleCursor&) override { return {}; }

 private:
  int good_;
};

TEST(BatchFeedThreads, GivesWhatTheSourceHasInItsOrder) {
  SyntheticSource source(100);
  BatchFeed feed(source, 30);
  std::uint64_t number = 0;
  for (int i = 0; i < 20; ++i) {
    const auto batch = feed.next();
    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->positions.size(), 30u);
    for (const ScoredPosition& position : batch->positions) {
      const ScoredPosition expected = synthetic_position(number++ % 100);
      EXPECT_EQ(position.features, expected.features);
      EXPECT_EQ(position.score, expected.score);
    }
    EXPECT_EQ(batch->after, (ShuffleCursor{.epoch = number / 100, .offset = number % 100}));
  }
}

TEST(BatchFeedThreads, GoesOnFromTheCursorOfABatch) {
  SyntheticSource source(100);
  ShuffleCursor cursor;
  {
    BatchFeed feed(source, 30);
    (void)feed.next();
    cursor = feed.next()->after;
  }
  ASSERT_TRUE(source.go_to(cursor));
  BatchFeed feed(source, 30);
  EXPECT_EQ(feed.next()->positions[0].features, synthetic_position(60).features);
}

TEST(BatchFeedThreads, GivesWhatWasReadBeforeAnErrorAndThenTheError) {
  FailingSource source(3);
  BatchFeed feed(source, 5);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(feed.next());
  for (int i = 0; i < 2; ++i) {
    const auto batch = feed.next();
    ASSERT_FALSE(batch);
    EXPECT_EQ(batch.error().message, "the disk is gone");
  }
}

TEST(BatchFeedThreads, TellsOfWhatTheSourceThrows) {
  class ExhaustedSource : public FailingSource {
   public:
    ExhaustedSource() : FailingSource(0) {}
    Result<void> read(std::span<ScoredPosition>) override { throw std::bad_alloc(); }
  } source;
  BatchFeed feed(source, 5);
  const auto batch = feed.next();
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().message, std::bad_alloc().what());
}

}  // namespace
}  // namespace tabiya::test
