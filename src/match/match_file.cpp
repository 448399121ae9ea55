#include "match/match_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/system.h"
#include "base/text.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "notation/text_source.h"

namespace tabiya {

namespace {

// No game of a match is longer than this.
constexpr std::size_t kLongestGame = std::size_t{4} << 20;

std::unexpected<Error> file_failure(const std::string& name, int error) {
  return failure("{}: {}", name, system_message(error));
}

bool ends_with_result(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('[')) return false;
  const std::size_t blank = line.find_last_of(" \t");
  const std::string_view last = blank == line.npos ? line : line.substr(blank + 1);
  return last == "1-0" || last == "0-1" || last == "1/2-1/2" || last == "*";
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
    if (name == kMatchGameTag) number_ = number_from<std::size_t>(value).value_or(0);
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
  OpenFile opened(name, O_RDWR | O_APPEND | O_CREAT);
  if (!opened.is_open()) return file_failure(name, errno);
  const int number = opened.descriptor();
  MatchFile file(name, std::move(opened));
  if (!file.file_.claim())
    return failure("{}: another match is writing to it; use another file", name);
  struct stat facts = {};
  if (fstat(number, &facts) != 0) return file_failure(name, errno);
  if (!S_ISREG(facts.st_mode)) return file;  // a device or a pipe: nothing to resume from
  if (auto done = file.mend(); !done) return std::unexpected(std::move(done.error()));
  if (auto done = file.read(fingerprint); !done) return std::unexpected(std::move(done.error()));
  return file;
}

Result<void> MatchFile::append(std::string_view game) {
  if (!write_all(file_.descriptor(), game)) return file_failure(name_, errno);
  return {};
}

Result<void> MatchFile::mend() {
  const off_t size = lseek(file_.descriptor(), 0, SEEK_END);
  if (size < 0) return file_failure(name_, errno);
  const auto length = std::min(static_cast<std::size_t>(size), kLongestGame);
  const off_t begin = size - static_cast<off_t>(length);
  std::string tail(length, '\0');
  std::size_t known = 0;
  while (known < length) {
    const ssize_t count = pread(file_.descriptor(), tail.data() + known, length - known,
                                begin + static_cast<off_t>(known));
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
  // The name may be that of some other file, which must not be cut.
  const std::string_view piece = std::string_view(tail).substr(*torn);
  constexpr std::string_view beginning = "[Event \"";
  const auto common = std::min(piece.size(), beginning.size());
  if (piece.substr(0, common) != beginning.substr(0, common))
    return failure("{}: its end is not the beginning of a game in PGN; use another file", name_);
  if (auto kept = keep_torn(piece); !kept) return kept;
  if (ftruncate(file_.descriptor(), begin + static_cast<off_t>(*torn)) != 0)
    return file_failure(name_, errno);
  was_torn_ = true;
  return {};
}

Result<void> MatchFile::keep_torn(std::string_view text) const {
  const std::string name = name_ + ".torn";
  const OpenFile file(name, O_WRONLY | O_APPEND | O_CREAT);
  if (!file.is_open() || !write_all(file.descriptor(), std::string(text) + "\n\n") ||
      fsync(file.descriptor()) != 0)
    return file_failure(name, errno);
  return {};
}

Result<void> MatchFile::read(std::string_view fingerprint) {
  if (lseek(file_.descriptor(), 0, SEEK_SET) < 0) return file_failure(name_, errno);
  FileSource source(file_.descriptor());
  PgnReader reader(source);
  Finder finder(fingerprint, finished_, others_);
  while (reader.read_game(finder)) {
  }
  if (reader.failure()) return failure("{}: {}", name_, *reader.failure());
  return {};
}

void Fingerprint::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  mix(text);
}

void Fingerprint::add(std::uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) {
    const char c = static_cast<char>(number >> (8 * byte) & 0xFF);
    mix({&c, 1});
  }
}

void Fingerprint::add_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    add(path.string());
    return;
  }
  std::vector<char> buffer(std::size_t{1} << 20);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || file.gcount() > 0)
    mix({buffer.data(), static_cast<std::size_t>(file.gcount())});
}

std::string Fingerprint::hex() const { return fmt::format("{:016x}", state_); }

namespace {

std::string comment_for(const MoveNote& note, Color mover) {
  std::string comment;
  if (note.score) comment = eval_command({note.score->turned_for(mover), note.depth}) + ' ';
  return comment + elapsed_command(note.elapsed);
}

}  // namespace

std::string match_game_to_pgn(const PlayedGame& played, const ScheduledGame& plan,
                              const GameLabels& labels) {
  PgnGame pgn = pgn_from(played.game);
  pgn.result = played.result;
  pgn.tags.set("Event", labels.event);
  pgn.tags.set("Date", labels.date);
  pgn.tags.set("Round", fmt::format("{}.{}", plan.round + 1, plan.number % 2 + 1));
  pgn.tags.set("White", labels.white);
  pgn.tags.set("Black", labels.black);
  pgn.tags.set("Termination", played.termination);
  if (labels.white_limits == labels.black_limits) {
    pgn.tags.set("TimeControl", labels.white_limits);
  } else {
    pgn.tags.set("WhiteTimeControl", labels.white_limits);
    pgn.tags.set("BlackTimeControl", labels.black_limits);
  }
  pgn.tags.set("PlyCount", fmt::format("{}", played.game.length()));
  pgn.tags.set(kMatchTag, labels.match);
  pgn.tags.set(kMatchGameTag, fmt::format("{}", plan.number + 1));

  NodeId node = GameTree::kRoot;
  for (std::size_t ply = 0; ply < played.game.length(); ++ply) {
    node = *pgn.tree.first_child(node);
    const auto& note = played.notes[ply];
    const Color mover = played.game.position_at(ply).side_to_move();
    pgn.tree.comments(node).push_back(note ? comment_for(*note, mover) : "book");
  }
  if (!played.reason.empty()) {
    // An engine's last words are in there; a brace would end the comment.
    std::string reason = played.reason;
    for (char& c : reason)
      if (c == '{' || c == '}') c = '|';
    pgn.tree.comments(node).push_back(reason);
  }
  return to_pgn(pgn);
}

std::string pgn_date_today() {
  const std::chrono::year_month_day today(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(today.year()),
                     static_cast<unsigned>(today.month()), static_cast<unsigned>(today.day()));
}

}  // namespace tabiya
