#include "search/tablebase_files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>

#include "base/random.h"
#include "chess/setup.h"

namespace tabiya {
namespace {

namespace fs = std::filesystem;

// The format: four bytes that say what is in the file, blocks of 64 bytes, a checksum of 16.
constexpr std::array<unsigned char, 4> kWinners{0x71, 0xE8, 0x23, 0x5D};    // .rtbw
constexpr std::array<unsigned char, 4> kDistances{0xD7, 0x66, 0x0C, 0xA5};  // .rtbz
constexpr std::size_t kBlock = 64;
constexpr std::size_t kChecksum = 16;

// Probes of each pair of files in the child, if there is time.
constexpr std::size_t kProbes = 64;
constexpr unsigned kFarTooLong = 30;  // seconds for one pair; then something hangs

std::string_view fault_of(const fs::path& file, const std::array<unsigned char, 4>& begins_with) {
  std::error_code unknown;
  if (!fs::is_regular_file(file, unknown)) return "it is not a regular file";
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return "it cannot be read";
  const auto size = static_cast<std::size_t>(std::max<std::streamoff>(in.tellg(), 0));
  if (size < kBlock + kChecksum || size % kBlock != kChecksum) return "it is incomplete";
  std::array<char, 4> begin{};
  std::array<char, kChecksum> end{};
  in.seekg(0);
  in.read(begin.data(), begin.size());
  in.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  in.read(end.data(), end.size());
  if (!in) return "it cannot be read";
  if (!std::ranges::equal(begin, begins_with, {},
                          [](char c) { return static_cast<unsigned char>(c); }))
    return "it is no Syzygy tablebase";
  // Some programs make room for the whole file before they download it.
  if (std::ranges::all_of(end, [](char c) { return c == 0; })) return "its end is missing";
  return "";
}

Result<void> check(const fs::path& file, const std::array<unsigned char, 4>& begins_with) {
  const std::string_view fault = fault_of(file, begins_with);
  if (fault.empty()) return {};
  return failure("the tablebase file {} is damaged: {}", file.string(), fault);
}

// The child's work. It must not return: what it would go on with is the parent's.
[[noreturn]] void work_in_child(const std::vector<TablebaseFiles>& files,
                                std::atomic<std::size_t>& at, const std::function<void()>& prepare,
                                const std::function<void(const Position&)>& probe) {
  for (const int fault : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGALRM, SIGTERM})
    signal(fault, SIG_DFL);  // NOLINT(concurrency-mt-unsafe): there is one thread
  signal(SIGINT, SIG_IGN);   // NOLINT(concurrency-mt-unsafe): Ctrl-C is for the parent
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);  // a core file of the whole program is not needed
  const int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  alarm(kFarTooLong);
  prepare();
  // Each pair once; then, as long as there is time, all of them again and again.
  std::vector<std::vector<Position>> positions;
  positions.reserve(files.size());
  for (const TablebaseFiles& each : files)
    positions.push_back(positions_with(each.pieces, kProbes));
  const auto end = std::chrono::steady_clock::now() + kTimeToTryTablebases;
  const auto is_enough = [end] { return std::chrono::steady_clock::now() > end; };
  for (std::size_t round = 0; round < kProbes && !is_enough(); ++round) {
    for (std::size_t i = 0; i < files.size() && !is_enough(); ++i) {
      alarm(kFarTooLong);
      at = i;
      if (round < positions[i].size()) probe(positions[i][round]);
    }
  }
  at = files.size();
  _exit(0);
}

}  // namespace

Result<std::vector<TablebaseFiles>> find_tablebase_files(const std::string& path) {
  std::vector<TablebaseFiles> found;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path folder = path.substr(begin, end - begin);
    begin = end + 1;
    std::error_code error;  // a folder that cannot be read has no files
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::end(entry);
         entry.increment(error)) {
      const fs::path& file = entry->path();
      if (!file.stem().string().starts_with("K")) continue;
      if (file.extension() == ".rtbz")
        if (auto fine = check(file, kDistances); !fine) return std::unexpected(fine.error());
      if (file.extension() != ".rtbw") continue;
      if (auto fine = check(file, kWinners); !fine) return std::unexpected(fine.error());
      found.push_back({file.stem().string(), folder});
    }
  }
  return found;
}

std::vector<Position> positions_with(const std::string& pieces, std::size_t count) {
  std::vector<Piece> wanted;
  Color color = Color::White;
  for (const char letter : pieces) {
    if (letter == 'v' && color == Color::White) {
      color = Color::Black;
    } else if (const auto type = piece_type_from_capital(letter)) {
      wanted.emplace_back(color, *type);
    } else {
      return {};
    }
  }
  std::vector<Position> positions;
  Random random(1);
  // Most arrangements are legal; of a name that means no position, none is.
  for (std::size_t tries = 0; positions.size() < count && tries < 100 * count; ++tries) {
    Setup setup;
    setup.side_to_move = random.below(2) == 0 ? Color::White : Color::Black;
    for (const Piece piece : wanted) setup[static_cast<Square>(random.below(kSquares))] = piece;
    const auto on_board =
        std::ranges::count_if(setup.board, [](const auto& p) { return p.has_value(); });
    if (static_cast<std::size_t>(on_board) != wanted.size()) continue;
    if (const auto position = Position::from(setup)) positions.push_back(*position);
  }
  return positions;
}

Result<void> try_in_child(const std::vector<TablebaseFiles>& files,
                          const std::function<void()>& prepare,
                          const std::function<void(const Position&)>& probe) {
  if (files.empty()) return {};
  using Place = std::atomic<std::size_t>;
  static_assert(Place::is_always_lock_free);
  void* const memory =
      mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return {};
  // The files that are being tried; one behind them: all were; still behind that: none yet.
  auto& at = *new (memory) Place(files.size() + 1);
  int status = 0;
  pid_t ended = -1;
  const pid_t child = fork();
  const bool forked = child > 0;
  if (child == 0) work_in_child(files, at, prepare, probe);
  // Where ends of children are ignored, it waits as well, but tells nothing.
  if (forked) do
      ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
  const std::size_t last = at;
  munmap(memory, sizeof(Place));
  if (!forked || last == files.size()) return {};
  const bool none_yet = last > files.size();
  const std::string name =
      none_yet ? "in " + files.front().folder.string()
               : (files[last].folder / files[last].pieces).string() + ".rtbw or .rtbz";
  const int fault = ended > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (fault == SIGALRM) return failure("probing the tablebase files {} takes too long", name);
  if (fault == SIGTERM || fault == SIGKILL)
    return failure("the check of the tablebase files was ended from outside");
  if (none_yet) return failure("opening the tablebase files {} crashes", name);
  return failure("the tablebase file {} is damaged: probing it crashes", name);
}

}  // namespace tabiya
