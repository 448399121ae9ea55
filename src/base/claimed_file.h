// A file by which one process at a time does something.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace tabiya {

// Makes the file and claims it. The claim is held until the file is closed, and gone with the
// process however that ends; a file left behind means nothing. The error is a sentence: the file
// could not be written, or, if another process has it, `taken`.
Result<OpenFile> claimed_file(const std::filesystem::path&, std::string_view taken);

}  // namespace tabiya
