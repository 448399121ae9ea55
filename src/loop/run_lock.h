// The claim of a loop on the folder of its run: a second one would play, train and judge the same
// generations, and end the stages of the first with errors that nobody understands.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/open_file.h"
#include "base/result.h"

namespace tabiya {

// Held while it lives, and gone with the process however that ends. The file stays; left behind, it
// means nothing.
class RunLock {
 public:
  // Precondition: the folder is there. The error is a sentence.
  static Result<RunLock> take(const std::filesystem::path& run);

 private:
  explicit RunLock(std::unique_ptr<OpenFile> file) : file_(std::move(file)) {}

  std::unique_ptr<OpenFile> file_;
};

}  // namespace tabiya
