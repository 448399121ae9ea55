#include "base/file.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace tabiya {
namespace {

std::uint64_t checksum_of_text(std::string_view text) {
  return checksum_of(std::as_bytes(std::span(text)));
}

// The values are those of xxHash's own library, so that anyone can check a file.
TEST(Checksum, IsXxh3) {
  EXPECT_EQ(checksum_of_text(""), 0x2d06800538d394c2u);
  EXPECT_EQ(checksum_of_text("tabiya"), 0xef53be3dafc77c66u);
  EXPECT_EQ(checksum_of_text(std::string(1000, 'x')), 0xc0a4877b962cba82u);
}

TEST(Checksum, ChangesWithEveryBit) {
  std::vector<std::byte> bytes(300);
  const std::uint64_t before = checksum_of(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
    EXPECT_NE(checksum_of(bytes), before);
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
  }
}

}  // namespace
}  // namespace tabiya
