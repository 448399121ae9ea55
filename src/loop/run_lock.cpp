#include "loop/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

#include "base/result.h"

namespace tabiya {

Result<RunLock> RunLock::take(const std::filesystem::path& run) {
  const std::filesystem::path name = run / "loop.lock";
  auto file = std::make_unique<OpenFile>(name.string(), O_RDWR | O_CREAT);
  if (!file->is_open())
    return failure("{} could not be written: {}", name.string(),
                   std::generic_category().message(errno));
  // Some file systems cannot lock; that is no reason not to work.
  if (flock(file->descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return failure("another loop is at work in {}: wait for it, or choose another folder",
                   run.string());
  return RunLock(std::move(file));
}

}  // namespace tabiya
