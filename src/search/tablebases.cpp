#include "search/tablebases.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <tbprobe.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file.h"
#include "chess/movegen.h"
#include "search/tablebase_files.h"

namespace tabiya {

namespace {

constexpr const char* kLibrary = "libfathom.so.1";

// A position in the form Fathom's functions take it.
struct Boards {
  std::uint64_t white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;  // 0: none
  bool white_to_move;

  explicit Boards(const Position& position)
      : white(position.pieces(Color::White).bits()),
        black(position.pieces(Color::Black).bits()),
        kings(position.pieces(PieceType::King).bits()),
        queens(position.pieces(PieceType::Queen).bits()),
        rooks(position.pieces(PieceType::Rook).bits()),
        bishops(position.pieces(PieceType::Bishop).bits()),
        knights(position.pieces(PieceType::Knight).bits()),
        pawns(position.pieces(PieceType::Pawn).bits()),
        en_passant(0),
        white_to_move(position.side_to_move() == Color::White) {
    if (const auto square = position.en_passant_capture())
      en_passant = static_cast<unsigned>(index(*square));
  }
};

// The legal move that Fathom means.
std::optional<Move> move_of(const MoveList& moves, unsigned result) {
  constexpr std::array<std::optional<PieceType>, 5> promotions{
      std::nullopt, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight};
  const unsigned promotion = TB_GET_PROMOTES(result);
  if (promotion >= promotions.size()) return std::nullopt;
  for (Move move : moves)
    if (index(move.from()) == static_cast<int>(TB_GET_FROM(result)) &&
        index(move.to()) == static_cast<int>(TB_GET_TO(result)) &&
        move.promotes_to() == promotions[promotion])
      return move;
  return std::nullopt;
}

// Where to go on if the library crashes on this thread; null outside of it.
thread_local sigjmp_buf* after_crash = nullptr;

struct sigaction former_segv;
struct sigaction former_bus;

void on_crash(int number, siginfo_t* information, void* context) {
  if (after_crash != nullptr) siglongjmp(*after_crash, 1);
  // Not ours: whatever was to happen, happens.
  const struct sigaction& former = number == SIGSEGV ? former_segv : former_bus;
  if ((former.sa_flags & SA_SIGINFO) != 0) return former.sa_sigaction(number, information, context);
  sigaction(number, &former, nullptr);  // and the instruction that failed is run again
}

// False if the probe crashed. It must be a plain call of the library: nothing in it is destroyed.
template <class Probe>
[[gnu::noinline]] bool probe_safely(const Probe& probe) {
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0) {
    after_crash = nullptr;
    return false;
  }
  after_crash = &here;
  probe();
  after_crash = nullptr;
  return true;
}

// The library reports it on standard error as a failure when it has unmapped a file. A thread with
// file descriptors of its own has a standard error of its own, so what others say is still heard.
void without_standard_error(const std::function<void()>& run) try {
  std::thread([&run] {
    // Some containers forbid it; then the reports are seen.
    if (unshare(CLONE_FILES) == 0) {
      const OpenFile nowhere("/dev/null", O_WRONLY);
      if (nowhere.is_open()) dup2(nowhere.descriptor(), STDERR_FILENO);
    }
    run();
  }).join();
} catch (const std::system_error&) {  // no thread is to be had
  run();
}

}  // namespace

class Tablebases::Impl {
 public:
  // Finds the library and its functions, or tells what is missing. Library and signal handlers
  // belong to the whole process, so there can be only one.
  static Result<std::unique_ptr<Impl>> load() {
    if (is_there.exchange(true)) return failure("tablebases can be open only once in a program");
    auto impl = std::unique_ptr<Impl>(new Impl);
    impl->library_ = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (impl->library_ == nullptr)
      return failure(
          "tablebases need the library {}, which is not installed (Debian's package libfathom1 has "
          "it)",
          kLibrary);
    const bool complete = impl->find(impl->init, "tb_init") && impl->find(impl->free, "tb_free") &&
                          impl->find(impl->probe_wdl, "tb_probe_wdl_impl") &&
                          impl->find(impl->probe_root, "tb_probe_root_impl") &&
                          impl->find(impl->largest, "TB_LARGEST");
    if (!complete) return failure("the library {} is not the Fathom that Tabiya knows", kLibrary);
    return impl;
  }
  ~Impl() {
    if (opened) without_standard_error([this] { free(); });
    if (library_ != nullptr) dlclose(library_);
    is_there = false;
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  decltype(&tb_init) init = nullptr;
  decltype(&tb_free) free = nullptr;
  decltype(&tb_probe_wdl_impl) probe_wdl = nullptr;
  decltype(&tb_probe_root_impl) probe_root = nullptr;
  const unsigned* largest = nullptr;
  bool opened = false;
  std::atomic<bool> failed = false;

  // The library reads a file at its first use, behind a lock of its own that a crash leaves locked.
  // As long as some file may be unread, one thread probes at a time, so that none waits for that
  // lock.
  bool all_files_read = false;

  unsigned wdl(const Boards& b) {
    return probed([&] {
      return probe_wdl(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops, b.knights, b.pawns,
                       b.en_passant, b.white_to_move);
    });
  }
  unsigned root(const Boards& b, int halfmove_clock, unsigned* results) {
    return probed([&] {
      return probe_root(b.white, b.black, b.kings, b.queens, b.rooks, b.bishops, b.knights, b.pawns,
                        static_cast<unsigned>(halfmove_clock), b.en_passant, b.white_to_move,
                        results);
    });
  }

 private:
  Impl() = default;

  template <class Probe>
  unsigned probed(const Probe& probe) {
    std::unique_lock lock(first_uses_, std::defer_lock);
    if (!all_files_read) lock.lock();
    unsigned result = TB_RESULT_FAILED;
    if (failed.load(std::memory_order_relaxed)) return result;
    if (probe_safely([&] { result = probe(); })) return result;
    failed = true;
    return TB_RESULT_FAILED;
  }

  template <class Symbol>
  bool find(Symbol& symbol, const char* name) {
    symbol = reinterpret_cast<Symbol>(dlsym(library_, name));
    return symbol != nullptr;
  }

  // While it lives, a crash inside probe_safely() ends that probe and not the program.
  class CrashGuard {
   public:
    CrashGuard() {
      struct sigaction action{};
      action.sa_sigaction = on_crash;
      action.sa_flags = SA_SIGINFO | SA_NODEFER;
      sigaction(SIGSEGV, &action, &former_segv);
      sigaction(SIGBUS, &action, &former_bus);
    }
    ~CrashGuard() {
      sigaction(SIGSEGV, &former_segv, nullptr);
      sigaction(SIGBUS, &former_bus, nullptr);
    }
    CrashGuard(const CrashGuard&) = delete;
    CrashGuard& operator=(const CrashGuard&) = delete;
  };

  static std::atomic<bool> is_there;

  void* library_ = nullptr;
  CrashGuard guard_;
  std::mutex first_uses_;
};

std::atomic<bool> Tablebases::Impl::is_there = false;

Tablebases::Tablebases(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tablebases::~Tablebases() = default;

Result<std::shared_ptr<const Tablebases>> Tablebases::open(const std::string& path) {
  auto impl = Impl::load();
  if (!impl) return std::unexpected(impl.error());
  const auto files = find_tablebase_files(path);
  if (!files) return std::unexpected(files.error());
  const auto prepare = [&] { (*impl)->init(path.c_str()); };
  const auto probe = [&](const Position& position) {
    std::array<unsigned, TB_MAX_MOVES> results{};
    const Boards boards(position);
    (*impl)->wdl(boards);
    (*impl)->root(boards, 0, results.data());
  };
  if (auto tried = try_in_child(*files, prepare, probe); !tried)
    return std::unexpected(tried.error());
  (*impl)->opened = (*impl)->init(path.c_str());
  if (!(*impl)->opened || *(*impl)->largest == 0)
    return failure("no Syzygy tablebase files (*.rtbw) in {}", path);
  // All are used now, by several positions, for one with a winning capture does not need its own
  // file.
  constexpr std::size_t positions_each = 8;
  const auto end = std::chrono::steady_clock::now() + kTimeToTryTablebases;
  (*impl)->all_files_read = std::ranges::all_of(*files, [&](const TablebaseFiles& each) {
    if (std::chrono::steady_clock::now() > end) return false;
    for (const Position& position : positions_with(each.pieces, positions_each)) probe(position);
    return true;
  });
  return std::shared_ptr<const Tablebases>(new Tablebases(std::move(*impl)));
}

bool Tablebases::has_failed() const { return impl_->failed; }

int Tablebases::most_pieces() const { return static_cast<int>(*impl_->largest); }

std::optional<Tablebases::Verdict> Tablebases::probe(const Position& position) const {
  if (position.castling_rooks().any() || position.halfmove_clock() != 0 ||
      position.occupied().count() > most_pieces())
    return std::nullopt;
  const unsigned result = impl_->wdl(Boards(position));
  if (result > TB_WIN) return std::nullopt;
  return static_cast<Verdict>(result);
}

std::optional<Tablebases::Root> Tablebases::probe_root(const Position& position) const {
  if (position.castling_rooks().any() || position.occupied().count() > most_pieces())
    return std::nullopt;
  std::array<unsigned, TB_MAX_MOVES> results{};
  const unsigned whole = impl_->root(Boards(position), position.halfmove_clock(), results.data());
  if (whole == TB_RESULT_FAILED || whole == TB_RESULT_CHECKMATE || whole == TB_RESULT_STALEMATE)
    return std::nullopt;

  const unsigned verdict = TB_GET_WDL(whole);
  const MoveList legal = legal_moves(position);
  std::vector<std::pair<unsigned, Move>> kept;  // with the distance to a capture or pawn move
  for (const unsigned result : results) {
    if (result == TB_RESULT_FAILED) break;
    if (TB_GET_WDL(result) != verdict) continue;
    if (const auto move = move_of(legal, result)) kept.emplace_back(TB_GET_DTZ(result), *move);
  }
  if (kept.empty()) return std::nullopt;
  // A position is won by the shortest way to the next capture or pawn move; that also keeps the
  // fifty-move rule away.
  if (verdict == TB_WIN) {
    const unsigned least =
        std::ranges::min_element(kept, {}, [](const auto& move) { return move.first; })->first;
    std::erase_if(kept, [least](const auto& move) { return move.first != least; });
  }
  Root answer{static_cast<Verdict>(verdict), {}};
  for (const auto& [distance, move] : kept) answer.moves.push_back(move);
  return answer;
}

RootMoves root_moves(const Position& position, const SearchLimits& limits,
                     const Tablebases* tablebases) {
  std::vector<Move> moves;
  for (Move move : legal_moves(position)) {
    const auto& wanted = limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end())
      moves.push_back(move);
  }
  if (tablebases == nullptr) return {std::move(moves)};
  if (const auto kept = tablebases->probe_root(position)) {
    std::vector<Move> good;
    for (Move move : kept->moves)
      if (std::find(moves.begin(), moves.end(), move) != moves.end()) good.push_back(move);
    if (!good.empty()) return {std::move(good), kept->verdict};
  }
  return {std::move(moves)};
}

void agree_with(std::optional<Tablebases::Verdict> verdict, SearchInfo& info) {
  if (!verdict) return;
  info.searched = info.score;
  switch (*verdict) {
    case Tablebases::Verdict::Win:
      if (!info.score.is_mate()) info.score = Score::tablebase_win();
      info.chances = {1, 0, 0};
      break;
    case Tablebases::Verdict::Loss:
      if (!info.score.is_mate()) info.score = -Score::tablebase_win();
      info.chances = {0, 0, 1};
      break;
    case Tablebases::Verdict::CursedWin:
    case Tablebases::Verdict::BlessedLoss:
    case Tablebases::Verdict::Draw:
      info.score = Score::centipawns(0);
      info.chances = {0, 1, 0};
      break;
  }
}

}  // namespace tabiya
