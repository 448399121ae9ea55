#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/result.h"

namespace tabiya {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // Some file systems tell of a full disk only here.
  bool close_now() { return close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

bool write_all(int descriptor, std::span<const std::byte> content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content = content.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

// A new file beside the target that nobody else writes to. Its name is kept for the error and the
// rename; the descriptor is negative if it cannot be made.
int open_part(const std::filesystem::path& target, std::string& name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = fmt::format("{}.{}-{}.part", target.string(), getpid(), attempt);
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

// What replaces a file is as open or as secret as the file was.
bool take_mode_of(const std::filesystem::path& target, int descriptor) {
  struct stat facts = {};
  return stat(target.c_str(), &facts) != 0 || fchmod(descriptor, facts.st_mode & 07777) == 0;
}

// A rename is on the disk when its folder is.
void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const Descriptor open_folder(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Not every file system can do it, and the file itself is whole either way.
  if (open_folder.is_open()) fsync(open_folder.number());
}

using Failure = std::unexpected<Error>;

Failure failure(const std::filesystem::path& file, int reason) {
  return Failure(fmt::format("{} could not be written: {}", file.string(),
                             std::generic_category().message(reason)));
}

// Only a regular file may be replaced.
Result<std::filesystem::path> target_of(const std::filesystem::path& file) {
  auto target = end_of_links(file);
  if (!target)
    return Failure(
        fmt::format("{} could not be written: {}", file.string(), target.error().message));
  std::error_code unknown;
  if (const auto kind = std::filesystem::status(*target, unknown);
      std::filesystem::exists(kind) && !std::filesystem::is_regular_file(kind))
    return Failure(fmt::format("{} could not be written: it is not a regular file", file.string()));
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
  return Failure(std::generic_category().message(ELOOP));
}

Result<void> write_file_atomically(const std::filesystem::path& file,
                                   std::span<const std::byte> content) {
  const auto target = target_of(file);
  if (!target) return Failure(target.error().message);
  std::string part;
  Descriptor output(open_part(*target, part));
  if (!output.is_open()) return failure(file, errno);
  const bool written = take_mode_of(*target, output.number()) &&
                       write_all(output.number(), content) && fsync(output.number()) == 0 &&
                       output.close_now() && rename(part.c_str(), target->c_str()) == 0;
  if (!written) {
    const int reason = errno;
    unlink(part.c_str());
    return failure(file, reason);
  }
  sync_folder_of(*target);
  return {};
}

Result<void> check_writable(const std::filesystem::path& file) {
  const auto target = target_of(file);
  if (!target) return Failure(target.error().message);
  std::string part;
  const Descriptor output(open_part(*target, part));
  if (!output.is_open()) return failure(file, errno);
  unlink(part.c_str());
  return {};
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
