#include "dataset/overwriting.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <optional>
#include <set>
#include <utility>

#include "base/atomic_file.h"
#include "base/result.h"
#include "dataset/data_folder.h"

namespace tabiya {

namespace {

// What a file is, whatever it is called: device and number.
using Identity = std::pair<dev_t, ino_t>;

// Nothing for what is not there, and for pipes and devices, in which nothing can be overwritten.
std::optional<Identity> identity_of(const std::filesystem::path& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  if (!S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode)) return std::nullopt;
  return Identity{facts.st_dev, facts.st_ino};
}

// The path, and the shards in it if it is a folder.
std::set<Identity> identities_of(const std::filesystem::path& path) {
  std::set<Identity> all;
  if (const auto own = identity_of(path)) all.insert(*own);
  std::error_code unknown;
  if (!std::filesystem::is_directory(path, unknown)) return all;
  // A folder that cannot be read is for others to complain about.
  if (const auto shards = all_shards_in(path))
    for (const ShardName& shard : *shards)
      if (const auto one = identity_of(shard.file)) all.insert(*one);
  return all;
}

}  // namespace

Result<void> check_output_is_no_input(const std::filesystem::path& output,
                                      std::span<const std::filesystem::path> inputs) {
  const std::set<Identity> written = identities_of(output);
  const std::filesystem::path file = end_of_links(output).value_or(output);
  const auto folder = identity_of(file.has_parent_path() ? file.parent_path() : ".");
  for (const std::filesystem::path& input : inputs) {
    for (const Identity& read : identities_of(input))
      if (written.contains(read))
        return failure("the output {} would be written over the input {}: choose another output",
                       output.string(), input.string());
    if (folder && folder == identity_of(input) && is_shard_name(file))
      return failure(
          "the output {} has the name of a file of games, in a folder of them: choose "
          "another output",
          output.string());
  }
  return {};
}

}  // namespace tabiya
