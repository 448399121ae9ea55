#include "server/http/outbox.h"

#include <gtest/gtest.h>

#include <string>

namespace tabiya::http {
namespace {

server::Text text(std::string words) {
  return std::make_shared<const std::string>(std::move(words));
}

std::string take(Outbox& outbox) {
  const server::Text taken = outbox.take();
  return taken ? *taken : "nothing";
}

TEST(Outbox, KeepsTheOrder) {
  Outbox outbox(100);
  outbox.add(text("a"));
  outbox.add(text("bc"));
  EXPECT_EQ(outbox.bytes(), 3u);
  EXPECT_EQ(take(outbox), "a");
  EXPECT_EQ(take(outbox), "bc");
  EXPECT_EQ(take(outbox), "nothing");
  EXPECT_EQ(outbox.bytes(), 0u);
}

TEST(Outbox, ReplacesEngineOutputByNewerOfTheSameKindAndSearch) {
  Outbox outbox(100);
  outbox.add_newest(server::Stream::Thinking, 1, text("old"));
  outbox.add_newest(server::Stream::Tree, 1, text("tree"));
  outbox.add_newest(server::Stream::Thinking, 2, text("other"));
  outbox.add(text("update"));
  outbox.add_newest(server::Stream::Thinking, 1, text("newest"));
  EXPECT_EQ(outbox.bytes(), std::string("treeotherupdatenewest").size());
  for (const char* expected : {"tree", "other", "update", "newest", "nothing"})
    EXPECT_EQ(take(outbox), expected);
}

TEST(Outbox, CountsLargeTextsApart) {
  Outbox outbox(5);
  outbox.add(text("1234"));
  outbox.add(text("12345"));
  outbox.add_newest(server::Stream::Tree, 1, text("123456"));
  EXPECT_EQ(outbox.bytes(), 4u);
  EXPECT_EQ(outbox.large_bytes(), 11u);
  outbox.add_newest(server::Stream::Tree, 1, text("12"));
  EXPECT_EQ(outbox.bytes(), 6u);
  EXPECT_EQ(outbox.large_bytes(), 5u);
  EXPECT_EQ(take(outbox), "1234");
  EXPECT_EQ(take(outbox), "12345");
  EXPECT_EQ(outbox.bytes(), 2u);
  EXPECT_EQ(outbox.large_bytes(), 0u);
}

TEST(Outbox, ForgetsEverythingWhenCleared) {
  Outbox outbox(100);
  outbox.add(text("a"));
  outbox.add_newest(server::Stream::Tree, 1, text("b"));
  outbox.add(text(std::string(100, 'c')));
  outbox.clear();
  EXPECT_EQ(outbox.bytes(), 0u);
  EXPECT_EQ(outbox.large_bytes(), 0u);
  EXPECT_EQ(take(outbox), "nothing");
}

}  // namespace
}  // namespace tabiya::http
