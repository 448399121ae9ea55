#include "base/standard_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace tabiya {

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
