// Writing a file so that its name always leads to a whole one: the old or the new.
//
// The bytes go to a neighbour in the same folder, are forced to the disk, and the neighbour takes
// the name in one step. Power may fail at any time; at worst a neighbour ending in ".part" is left.
// A symbolic link stays: the file it leads to is written, even if it does not exist yet.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/result.h"

namespace tabiya {

// One that is written piece by piece.
class AtomicFile {
 public:
  // The error is a sentence that names the file, here and below.
  static Result<AtomicFile> open(const std::filesystem::path& file);
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();  // without finish(), nothing is left of it

  int descriptor() const { return output_.descriptor(); }  // to write to
  Result<void> finish();                                   // it takes its name

 private:
  AtomicFile(std::filesystem::path file, std::filesystem::path target)
      : file_(std::move(file)), target_(std::move(target)) {}

  std::filesystem::path file_;    // as it was named
  std::filesystem::path target_;  // where its links lead
  std::string part_;
  OpenFile output_;  // not open once moved from
};

Result<void> write_file_atomically(const std::filesystem::path& file,
                                   std::span<const std::byte> content);

// Whether write_file_atomically() would find a place for the file now, as far as can be known
// without its content. Leaves nothing behind. The error is the one that it would give.
Result<void> check_writable(const std::filesystem::path& file);

// The file at the end of the symbolic links of this name, if it is one; it need not exist. The
// error is the system's, without the name: links that go round in a circle.
Result<std::filesystem::path> end_of_links(std::filesystem::path file);

// Removes what writers of this file have left that were killed. Precondition: no
// other process writes it now.
void remove_parts_of(const std::filesystem::path& file);

}  // namespace tabiya
