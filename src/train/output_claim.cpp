#include "train/output_claim.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/claimed_file.h"
#include "base/result.h"
#include "dataset/overwriting.h"

namespace tabiya {

namespace {

using std::filesystem::path;

// Locks are empty. A file with content is not ours.
bool may_be_a_lock(const path& file) {
  struct stat there = {};
  if (lstat(file.c_str(), &there) != 0) return true;
  return S_ISREG(there.st_mode) && there.st_size == 0;
}

}  // namespace

Result<OutputClaim> OutputClaim::make(const TrainingFiles& files) {
  if (!files.network.has_filename()) return failure("the output needs the name of a file");
  // By whatever name the network is called, one lock.
  path lock = end_of_links(files.network).value_or(files.network);
  std::error_code unknown;
  if (path plain = std::filesystem::weakly_canonical(lock, unknown); !unknown)
    lock = std::move(plain);
  lock += ".lock";

  std::vector<path> inputs = files.read;
  inputs.insert(inputs.end(), files.data.begin(), files.data.end());
  std::vector<path> outputs{files.network, lock};
  outputs.insert(outputs.end(), files.beside.begin(), files.beside.end());
  for (const path& output : outputs) {
    if (const auto spared = check_output_is_no_input(output, inputs); !spared)
      return std::unexpected(spared.error());
    if (const auto possible = check_writable(output); !possible)
      return std::unexpected(possible.error());
  }
  if (!may_be_a_lock(lock))
    return failure("{} is in the way of a lock of that name: choose another output", lock.string());
  while (true) {
    auto file = claimed_file(
        lock,
        fmt::format("another training is writing to {}: wait for it, or choose another output",
                    files.network.string()));
    if (!file) return std::unexpected(file.error());
    if (!file->is_at(lock)) continue;  // a training that ends removes its lock
    // Of a training that was killed while it wrote.
    for (const path& output : outputs) remove_parts_of(output);
    return OutputClaim(std::move(lock), *std::move(file));
  }
}

OutputClaim::~OutputClaim() {
  std::error_code ignored;
  if (held_.is_open()) std::filesystem::remove(lock_, ignored);
}

}  // namespace tabiya
