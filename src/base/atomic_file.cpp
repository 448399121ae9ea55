#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "base/system.h"

namespace tabiya {

namespace {

// A new file beside the target that no other process writes to. Its name is kept for the error and
// the rename. Not open, with errno, if it cannot be made.
OpenFile open_part(const std::filesystem::path& target, std::string& name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = fmt::format("{}.{}-{}.part", target.string(), getpid(), attempt);
    OpenFile part(name, O_WRONLY | O_CREAT | O_EXCL);
    if (part.is_open() || errno != EEXIST) return part;
  }
  return {};
}

// What replaces a file is as open or as secret as the file was.
bool take_mode_of(const std::filesystem::path& target, int descriptor) {
  struct stat facts = {};
  return stat(target.c_str(), &facts) != 0 || fchmod(descriptor, facts.st_mode & 07777) == 0;
}

// A rename is on the disk when its folder is.
void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const OpenFile open_folder(folder.string(), O_RDONLY | O_DIRECTORY);
  // Not every file system can do it, and the file itself is whole either way.
  if (open_folder.is_open()) fsync(open_folder.descriptor());
}

std::unexpected<Error> not_written(const std::filesystem::path& file, std::string_view why) {
  return failure("{} could not be written: {}", file.string(), why);
}
std::unexpected<Error> not_written(const std::filesystem::path& file, int reason) {
  return not_written(file, system_message(reason));
}

// Only a regular file may be replaced.
Result<std::filesystem::path> target_of(const std::filesystem::path& file) {
  auto target = end_of_links(file);
  if (!target) return not_written(file, target.error().message);
  std::error_code unknown;
  if (const auto kind = std::filesystem::status(*target, unknown);
      std::filesystem::exists(kind) && !std::filesystem::is_regular_file(kind))
    return not_written(file, "it is not a regular file");
  return target;
}

}  // namespace

Result<std::filesystem::path> end_of_links(std::filesystem::path file) {
  constexpr int kMostLinks = 40;  // as Linux follows
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code unreadable;
    const auto next = std::filesystem::read_symlink(file, unreadable);
    if (unreadable) return file;
    file = file.parent_path() / next;
  }
  return failure("{}", system_message(ELOOP));
}

Result<AtomicFile> AtomicFile::open(const std::filesystem::path& file) {
  auto target = target_of(file);
  if (!target) return std::unexpected(target.error());
  AtomicFile opened(file, *std::move(target));
  opened.output_ = open_part(opened.target_, opened.part_);
  const bool ready =
      opened.output_.is_open() && take_mode_of(opened.target_, opened.output_.descriptor());
  if (!ready) return not_written(file, errno);
  return opened;
}

AtomicFile::~AtomicFile() {
  if (output_.is_open()) unlink(part_.c_str());
}

Result<void> AtomicFile::finish() {
  const bool written = fsync(output_.descriptor()) == 0 && output_.close_now() &&
                       rename(part_.c_str(), target_.c_str()) == 0;
  if (!written) {
    const int reason = errno;
    unlink(part_.c_str());
    return not_written(file_, reason);
  }
  sync_folder_of(target_);
  return {};
}

Result<void> write_file_atomically(const std::filesystem::path& file,
                                   std::span<const std::byte> content) {
  auto output = AtomicFile::open(file);
  if (!output) return std::unexpected(output.error());
  if (!write_all(output->descriptor(), content)) return not_written(file, errno);
  return output->finish();
}

Result<void> check_writable(const std::filesystem::path& file) {
  const auto output = AtomicFile::open(file);
  return output ? Result<void>() : std::unexpected(output.error());
}

void remove_parts_of(const std::filesystem::path& file) {
  constexpr std::string_view kEnd = ".part";
  const auto target = target_of(file);
  if (!target) return;
  const std::string begin = target->filename().string() + ".";
  const std::filesystem::path folder = target->has_parent_path() ? target->parent_path() : ".";
  std::error_code ignored;
  for (auto entry = std::filesystem::directory_iterator(folder, ignored);
       entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(begin) || !name.ends_with(kEnd) ||
        name.size() <= begin.size() + kEnd.size())
      continue;
    // As open_part() names them: a process and an attempt.
    const std::string_view numbers =
        std::string_view(name).substr(begin.size(), name.size() - begin.size() - kEnd.size());
    if (numbers.find_first_not_of("0123456789-") == std::string_view::npos)
      std::filesystem::remove(entry->path(), ignored);
  }
}

}  // namespace tabiya
