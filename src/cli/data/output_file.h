// A file that is written piece by piece and takes its name only when it is whole.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/atomic_file.h"
#include "base/result.h"

namespace tabiya {

class OutputFile {
 public:
  // An empty name is standard output.
  static Result<OutputFile> open(const std::filesystem::path&);
  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile() = default;  // without finish(), nothing is left of it

  // A failure shows at finish().
  void write(std::string_view);
  void write_at_begin(std::string_view);  // over what is there; not on standard output
  // The error names the file.
  Result<void> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  OutputFile(std::filesystem::path name, std::optional<AtomicFile> whole, std::FILE* file)
      : name_(std::move(name)), whole_(std::move(whole)), file_(file) {}
  std::FILE* stream() const { return file_ ? file_.get() : stdout; }

  std::filesystem::path name_;
  std::optional<AtomicFile> whole_;         // nothing: a pipe or a device is written to
  int lost_its_place_ = 0;                  // why, as errno has it
  std::unique_ptr<std::FILE, Close> file_;  // null: standard output
};

// An array of 32-bit floats in NumPy's format whose length is known only at its end.
class NpyFile {
 public:
  // The shape is that of one element: {119, 8, 8}.
  static Result<NpyFile> open(const std::filesystem::path&, std::span<const int> shape);
  // Whole elements.
  void write(std::span<const float>);
  Result<void> finish();

 private:
  NpyFile(OutputFile file, std::string shape, std::size_t floats)
      : file_(std::move(file)), shape_(std::move(shape)), floats_(floats) {}
  std::string header() const;

  OutputFile file_;
  std::string shape_;   // of an element, as Python writes it
  std::size_t floats_;  // of an element
  std::size_t elements_ = 0;
};

}  // namespace tabiya
