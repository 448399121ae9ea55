#include "cli/data/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/system.h"
#include "cli/study/npy.h"

namespace tabiya {

namespace {

std::unexpected<Error> write_failure(const std::filesystem::path& name, int reason) {
  return failure("{} could not be written: {}", name.string(), system_message(reason));
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::filesystem::path& name) {
  if (name.empty()) return OutputFile({}, std::nullopt, nullptr);
  std::error_code unknown;
  const auto kind = std::filesystem::status(name, unknown);
  if (std::filesystem::exists(kind) && !std::filesystem::is_regular_file(kind)) {
    // A pipe or a device is written to, not replaced.
    std::FILE* const file = std::fopen(name.c_str(), "wbe");
    if (file == nullptr) return write_failure(name, errno);
    return OutputFile(name, std::nullopt, file);
  }
  auto whole = AtomicFile::open(name);
  if (!whole) return std::unexpected(whole.error());
  const int copy = fcntl(whole->descriptor(), F_DUPFD_CLOEXEC, 0);  // which the stream closes
  std::FILE* const file = copy < 0 ? nullptr : fdopen(copy, "wb");
  if (file == nullptr) return write_failure(name, errno);
  return OutputFile(name, *std::move(whole), file);
}

void OutputFile::write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream());
}

void OutputFile::write_at_begin(std::string_view text) {
  if (std::fseek(stream(), 0, SEEK_SET) == 0)
    write(text);
  else
    lost_its_place_ = errno;
}

Result<void> OutputFile::finish() {
  if (!file_) return {};  // run() sees whether standard output arrived
  if (lost_its_place_ != 0) return write_failure(name_, lost_its_place_);
  const bool written = std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0;
  if (!written || std::fclose(file_.release()) != 0) return write_failure(name_, errno);
  return whole_ ? whole_->finish() : Result<void>();
}

Result<NpyFile> NpyFile::open(const std::filesystem::path& name, std::span<const int> shape) {
  auto file = OutputFile::open(name);
  if (!file) return std::unexpected(file.error());
  std::size_t floats = 1;
  for (const int size : shape) floats *= static_cast<std::size_t>(size);
  NpyFile npy(*std::move(file), fmt::format("{}", fmt::join(shape, ", ")), floats);
  npy.file_.write(npy.header());
  return npy;
}

void NpyFile::write(std::span<const float> values) {
  const auto bytes = std::as_bytes(values);
  file_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  elements_ += values.size() / floats_;
}

Result<void> NpyFile::finish() {
  file_.write_at_begin(header());
  return file_.finish();
}

std::string NpyFile::header() const {
  return npy_header(fmt::format("{},{}", elements_, shape_.empty() ? "" : " " + shape_));
}

}  // namespace tabiya
