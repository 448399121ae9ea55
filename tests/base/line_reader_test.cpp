#include "base/line_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

namespace tabiya {
namespace {

using Outcome = LineReader::Outcome;

// What a reader makes of a text that arrives through a pipe.
std::vector<std::string> read_all(const std::string& text, std::size_t longest = 1000) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();)
      at += static_cast<std::size_t>(write(ends[1], text.data() + at, text.size() - at));
    close(ends[1]);
  });
  LineReader reader(ends[0], nullptr, longest);
  std::vector<std::string> lines;
  while (true) {
    const Outcome outcome = reader.read();
    if (outcome == Outcome::End) break;
    lines.push_back(outcome == Outcome::Line ? std::string(reader.line()) : "(too long)");
  }
  EXPECT_EQ(reader.read(), Outcome::End);
  writer.join();
  close(ends[0]);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReaderThreads, SplitsAtLineEnds) {
  EXPECT_EQ(read_all("a\n\nb c\r\n"), (Lines{"a", "", "b c\r"}));
  EXPECT_EQ(read_all(""), Lines{});
  EXPECT_EQ(read_all("\n"), Lines{""});
}

TEST(LineReaderThreads, ALastLineNeedsNoEnd) { EXPECT_EQ(read_all("a\nb"), (Lines{"a", "b"})); }

TEST(LineReaderThreads, ZeroBytesArePartOfALine) {
  EXPECT_EQ(read_all(std::string("a\0b\n", 4)), Lines{std::string("a\0b", 3)});
}

TEST(LineReaderThreads, LongLinesComeWhole) {
  const std::string big(3'000'000, 'x');
  EXPECT_EQ(read_all(big + "\nend\n", 4'000'000), (Lines{big, "end"}));
}

TEST(LineReaderThreads, ALineThatIsTooLongIsToldAndTheNextOneIsRead) {
  EXPECT_EQ(read_all(std::string(1000, 'x') + "\nb\n"), (Lines{std::string(1000, 'x'), "b"}));
  EXPECT_EQ(read_all(std::string(1001, 'x') + "\nb\n"), (Lines{"(too long)", "b"}));
  EXPECT_EQ(read_all(std::string(1'000'000, 'x') + "\nb\n"), (Lines{"(too long)", "b"}));
  EXPECT_EQ(read_all("a\n" + std::string(1'000'000, 'x')), (Lines{"a", "(too long)"}));
}

}  // namespace
}  // namespace tabiya
