#include "match/find_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/result.h"
#include "notation/words.h"

namespace tabiya {

Result<std::filesystem::path> find_program(const std::string& command) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (command.find('/') != command.npos) {
    const fs::path path = fs::absolute(command, ignored);
    if (fs::is_directory(path, ignored)) return failure("{} is a folder, not a program", command);
    if (!fs::exists(path, ignored)) return failure("there is no file {}", command);
    if (access(path.c_str(), X_OK) != 0)
      return failure("{} cannot be run; perhaps it needs chmod +x", command);
    return path;
  }
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): only read
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty() && !command.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const fs::path candidate = fs::absolute(fs::path(folder) / command, ignored);
    if (fs::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return failure("no program {} in the folders of PATH; give it with its path, as in cmd=./{}",
                 in_quotes(command), command);
}

}  // namespace tabiya
