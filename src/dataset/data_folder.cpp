#include "dataset/data_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>

#include "base/result.h"
#include "base/text.h"

namespace tabiya {

namespace {

// Ours have six digits, or more when six are not enough.
std::optional<ShardName> named(const std::filesystem::path& file) {
  const std::string kind = file.extension().string();
  if (kind != ".games" && kind != ".open") return std::nullopt;
  const std::string digits = file.stem().string();
  const auto number = number_from<std::uint32_t>(digits);
  if (!number || digits.size() < 6) return std::nullopt;
  return ShardName{.number = *number, .sealed = kind == ".games", .file = file};
}

}  // namespace

bool is_shard_name(const std::filesystem::path& file) { return named(file).has_value(); }

std::filesystem::path shard_file(const std::filesystem::path& folder, std::uint32_t number,
                                 bool sealed) {
  return folder / fmt::format("{:06}.{}", number, sealed ? "games" : "open");
}

Result<std::vector<ShardName>> all_shards_in(const std::filesystem::path& folder) {
  std::vector<ShardName> shards;
  std::error_code error;
  auto entry = std::filesystem::directory_iterator(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
    if (auto shard = named(entry->path())) shards.push_back(*std::move(shard));
  if (error)
    return failure("The folder {} could not be read: {}", folder.string(), error.message());
  // The sealed form of a shard before its open one.
  std::ranges::sort(shards, {}, [](const ShardName& shard) {
    return std::tuple(shard.number, !shard.sealed, shard.file);
  });
  return shards;
}

Result<std::vector<ShardName>> shards_in(const std::filesystem::path& folder) {
  auto shards = all_shards_in(folder);
  if (!shards) return shards;
  std::vector<ShardName> result;
  for (ShardName& shard : *shards) {
    const bool superseded = !shard.sealed && !result.empty() && result.back().sealed &&
                            result.back().number == shard.number;
    if (!superseded) result.push_back(std::move(shard));
  }
  return result;
}

}  // namespace tabiya
