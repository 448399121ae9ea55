#include "dataset/damage.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "base/file.h"
#include "dataset/data_folder.h"
#include "dataset/random_record.h"
#include "dataset/shard_format.h"
#include "dataset/shard_writer.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

using Bytes = std::vector<std::byte>;

bool always() { return true; }

// A few short games, sealed or not.
Bytes few_games(bool sealed) {
  const TemporaryFolder folder;
  Random random(1);
  auto writer = ShardWriter::open(folder.path());
  for (int i = 0; i < 3; ++i)
    if (!writer->add(random_record(random, {.plies = 6}))) throw std::runtime_error("add");
  if (sealed && !writer->seal()) throw std::runtime_error("seal");
  return *read_file(shard_file(folder.path(), 1, sealed), 1 << 20);
}

TEST(Damage, OfABitIsFoundInItsByte) {
  for (const bool sealed : {true, false}) {
    const Bytes whole = few_games(sealed);
    EXPECT_FALSE(shard::first_damage(whole, always));
    for (std::size_t at = 0; at < whole.size(); ++at) {
      Bytes damaged = whole;
      damaged[at] ^= std::byte(1 << at % 8);
      const auto found = shard::first_damage(damaged, always);
      ASSERT_TRUE(found && found->byte) << "byte " << at << " of " << whole.size();
      ASSERT_EQ(*found->byte, at);
      ASSERT_LE(found->begin, at);
    }
  }
}

TEST(Damage, OfManyBitsIsFoundInItsBlock) {
  Bytes damaged = few_games(false);
  const auto second = shard::kFileHeader + shard::kBlockHeader +
                      shard::block_header_of(std::span(damaged).subspan(16))->packed;
  for (std::size_t at = second + 30; at < second + 33; ++at) damaged[at] ^= std::byte{0x5a};
  const auto found = shard::first_damage(damaged, always);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->begin, second);
  EXPECT_TRUE(found->end);
  EXPECT_FALSE(found->byte);
}

TEST(Damage, IsNotAGameThatIsJustBeingWritten) {
  const Bytes whole = few_games(false);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(shard::first_damage(std::span(whole).first(size), always)) << size;
}

}  // namespace
}  // namespace tabiya::test
