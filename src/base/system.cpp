#include "base/system.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <system_error>

namespace tabiya {

std::string_view version() { return TABIYA_VERSION; }
std::string_view target_cpu() { return TABIYA_CPU; }

std::filesystem::path program_file() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);  // empty when it fails
}

std::size_t mebibytes_of_this_machine() {
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
  const auto bytes = static_cast<std::size_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
  return pages * bytes >> 20;
}

void occupy_closed_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(file, F_GETFD) >= 0) continue;
    // open() gives the lowest free number, which is this one. Opened the wrong way round, so that
    // its use fails as that of a closed file does.
    const int how = file == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", how | O_CLOEXEC) < 0) return;
  }
}

}  // namespace tabiya
