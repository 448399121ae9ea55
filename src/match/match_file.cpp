#include "match/match_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/result.h"
#include "match/match_pgn.h"
#include "notation/pgn_reader.h"
#include "notation/text_source.h"
#include "notation/words.h"

namespace tabiya {

namespace {

// No game of a match is longer than this.
constexpr std::size_t kLongestGame = std::size_t{4} << 20;

std::unexpected<Error> file_failure(const std::string& name, int error) {
  return failure("{}: {}", name, std::generic_category().message(error));
}

bool ends_with_result(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('[')) return false;
  const std::size_t blank = line.find_last_of(" \t");
  const std::string_view last = blank == line.npos ? line : line.substr(blank + 1);
  return last == "1-0" || last == "0-1" || last == "1/2-1/2" || last == "*";
}

Result<void> write_all(const std::string& name, int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_failure(name, errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

// Finds the games of one match by their tags; their moves are not looked at.
class Finder : public PgnVisitor {
 public:
  Finder(std::string_view fingerprint, std::map<std::size_t, PgnResult>& finished,
         std::size_t& others)
      : fingerprint_(fingerprint), finished_(finished), others_(others) {}

  void begin_game(PgnPlace) override {
    ours_ = false;
    number_ = 0;
  }
  void tag(std::string_view name, std::string_view value) override {
    if (name == kMatchTag) ours_ = value == fingerprint_;
    if (name == kMatchGameTag) {
      const auto [stop, error] =
          std::from_chars(value.data(), value.data() + value.size(), number_);
      if (error != std::errc{} || stop != value.data() + value.size()) number_ = 0;
    }
  }
  PgnChoice begin_moves(const Position&, Variant) override { return PgnChoice::Skip; }
  void end_game(PgnResult result) override {
    if (ours_ && number_ > 0 && result != PgnResult::Unknown)
      finished_.emplace(number_ - 1, result);
    else
      ++others_;
  }
  void broken(const PgnProblem&) override { ++others_; }

 private:
  std::string_view fingerprint_;
  std::map<std::size_t, PgnResult>& finished_;
  std::size_t& others_;
  bool ours_ = false;
  std::size_t number_ = 0;
};

}  // namespace

std::optional<std::size_t> torn_game_in(std::string_view text) {
  std::size_t complete = 0;  // the end of the last complete game
  bool result_before = false;
  bool all_blank = true;  // behind that end
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const bool blank = std::ranges::all_of(line, is_space);
    const std::size_t next = std::min(end + 1, text.size());
    all_blank = blank && (all_blank || result_before);
    if (all_blank) complete = next;
    result_before = ends_with_result(line);
    at = next;
  }
  if (result_before || all_blank) return std::nullopt;
  return complete;
}

Result<MatchFile> MatchFile::open(const std::string& name, std::string_view fingerprint) {
  const int number = ::open(name.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (number < 0) return file_failure(name, errno);
  MatchFile file(name, number);
  // Some file systems cannot lock; that is no reason not to play.
  if (flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return failure("{}: another match is writing to it; use another file", name);
  struct stat facts = {};
  if (fstat(number, &facts) != 0) return file_failure(name, errno);
  if (!S_ISREG(facts.st_mode)) return file;  // a device or a pipe: nothing to go on from
  if (auto done = file.mend(); !done) return std::unexpected(std::move(done.error()));
  if (auto done = file.read(fingerprint); !done) return std::unexpected(std::move(done.error()));
  return file;
}

MatchFile::MatchFile(MatchFile&& other) noexcept
    : name_(std::move(other.name_)),
      number_(std::exchange(other.number_, -1)),
      finished_(std::move(other.finished_)),
      others_(other.others_),
      was_torn_(other.was_torn_) {}

MatchFile::~MatchFile() {
  if (number_ >= 0) close(number_);
}

Result<void> MatchFile::append(std::string_view game) { return write_all(name_, number_, game); }

Result<void> MatchFile::mend() {
  const off_t size = lseek(number_, 0, SEEK_END);
  if (size < 0) return file_failure(name_, errno);
  const auto length = std::min(static_cast<std::size_t>(size), kLongestGame);
  const off_t begin = size - static_cast<off_t>(length);
  std::string tail(length, '\0');
  std::size_t known = 0;
  while (known < length) {
    const ssize_t count =
        pread(number_, tail.data() + known, length - known, begin + static_cast<off_t>(known));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_failure(name_, errno);
    if (count == 0) break;
    known += static_cast<std::size_t>(count);
  }
  tail.resize(known);

  const auto torn = torn_game_in(tail);
  if (!torn) {
    // The last game may lack the blank line behind it.
    if (tail.empty() || tail.ends_with("\n\n")) return {};
    return append(tail.ends_with('\n') ? "\n" : "\n\n");
  }
  // Whoever gave the name of some other file does not want it cut.
  const std::string_view piece = std::string_view(tail).substr(*torn);
  constexpr std::string_view beginning = "[Event \"";
  const auto common = std::min(piece.size(), beginning.size());
  if (piece.substr(0, common) != beginning.substr(0, common))
    return failure("{}: its end is not the beginning of a game in PGN; use another file", name_);
  if (auto kept = keep_torn(piece); !kept) return kept;
  if (ftruncate(number_, begin + static_cast<off_t>(*torn)) != 0) return file_failure(name_, errno);
  was_torn_ = true;
  return {};
}

Result<void> MatchFile::keep_torn(std::string_view text) const {
  const std::string name = name_ + ".torn";
  const int file = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return file_failure(name, errno);
  auto done = write_all(name, file, std::string(text) + "\n\n");
  if (done && fsync(file) != 0) done = file_failure(name, errno);
  close(file);
  return done;
}

Result<void> MatchFile::read(std::string_view fingerprint) {
  if (lseek(number_, 0, SEEK_SET) < 0) return file_failure(name_, errno);
  FileSource source(number_);
  PgnReader reader(source);
  Finder finder(fingerprint, finished_, others_);
  while (reader.read_game(finder)) {
  }
  if (reader.failure()) return failure("{}: {}", name_, *reader.failure());
  return {};
}

}  // namespace tabiya
