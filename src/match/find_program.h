// Where the program is that a command names.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace tabiya {

// A name with a slash is a path, relative to our folder; any other is looked for in PATH. The
// result is absolute. The error is a sentence that says where was looked.
Result<std::filesystem::path> find_program(const std::string& command);

}  // namespace tabiya
