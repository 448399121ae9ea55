#include "base/claimed_file.h"

#include "base/system.h"

namespace tabiya {

Result<OpenFile> claimed_file(const std::filesystem::path& name, std::string_view taken) {
  OpenFile file(name.string(), O_RDWR | O_CREAT);
  if (!file.is_open())
    return failure("{} could not be written: {}", name.string(), system_message());
  if (!file.claim()) return failure("{}", taken);
  return file;
}

}  // namespace tabiya
