#include "base/machine_memory.h"

#include <unistd.h>

#include <algorithm>

namespace tabiya {

std::size_t mebibytes_of_this_machine() {
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
  const auto bytes = static_cast<std::size_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
  return pages * bytes >> 20;
}

}  // namespace tabiya
