// Stands in for Fathom's library, with the same functions and answers that fit on a page: tests of
// how Tabiya asks need no tablebase files.
//
// It "has" all endings of three pieces if the path is "/three", or a folder with KQvK.rtbw. The
// side with a queen, rook or pawn wins; a knight or bishop draws. Its root answers are for two
// positions only: white king a1 and queen b1, or rook, against a king on d4. The one with the rook
// is drawn, says this table.
//
// TABIYA_FAKE_FATHOM_CRASH=N: the probe number N and all after it crash.
// TABIYA_FAKE_FATHOM_SLOW=N: each takes N milliseconds, behind a lock that a crash leaves locked.
// TABIYA_FAKE_FATHOM_BYSTANDER=1: another thread writes to standard error while the files are
// closed.
#include <tbprobe.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>

namespace {

int from_environment(const char* name, int otherwise) {
  const char* const text = std::getenv(name);            // NOLINT
  return text == nullptr ? otherwise : std::atoi(text);  // NOLINT
}

void perhaps_crash() {
  static const int crash = from_environment("TABIYA_FAKE_FATHOM_CRASH", 1'000'000'000);
  static const int slow = from_environment("TABIYA_FAKE_FATHOM_SLOW", 0);
  static std::mutex mutex;
  static std::atomic<int> probes = 0;
  if (slow > 0) {
    mutex.lock();
    std::this_thread::sleep_for(std::chrono::milliseconds(slow));
  }
  if (++probes >= crash) std::raise(SIGSEGV);  // NOLINT
  if (slow > 0) mutex.unlock();
}

// A thread that is there before the files are closed, and speaks when it is asked to.
class Bystander {
 public:
  void speak() {
    asked_.release();
    thread_.join();
  }

 private:
  std::binary_semaphore asked_{0};
  std::thread thread_{[this] {
    asked_.acquire();
    constexpr std::string_view kMessage = "A bystander speaks\n";
    static_cast<void>(!write(STDERR_FILENO, kMessage.data(), kMessage.size()));
  }};
};
std::unique_ptr<Bystander> bystander;

}  // namespace

extern "C" {

unsigned TB_LARGEST = 0;

bool tb_init(const char* path) {
  const bool has_files = std::filesystem::exists(std::filesystem::path(path) / "KQvK.rtbw");
  TB_LARGEST = has_files || std::strcmp(path, "/three") == 0 ? 3 : 0;
  if (from_environment("TABIYA_FAKE_FATHOM_BYSTANDER", 0) != 0)
    bystander = std::make_unique<Bystander>();
  return true;
}

// As the real one does, it reports the success of munmap().
void tb_free() {
  TB_LARGEST = 0;
  errno = 0;
  std::perror("munmap");
  if (bystander) bystander->speak();
  bystander.reset();
}

unsigned tb_probe_wdl_impl(std::uint64_t white, std::uint64_t black, std::uint64_t kings,
                           std::uint64_t queens, std::uint64_t rooks, std::uint64_t, std::uint64_t,
                           std::uint64_t pawns, unsigned, bool white_to_move) {
  perhaps_crash();
  if (std::popcount(white | black) > 3 || std::popcount(kings) != 2) return TB_RESULT_FAILED;
  const std::uint64_t strong = queens | rooks | pawns;
  if (strong == 0) return TB_DRAW;
  return ((strong & white) != 0) == white_to_move ? TB_WIN : TB_LOSS;
}

unsigned tb_probe_root_impl(std::uint64_t white, std::uint64_t black, std::uint64_t,
                            std::uint64_t queens, std::uint64_t rooks, std::uint64_t, std::uint64_t,
                            std::uint64_t, unsigned, unsigned, bool white_to_move,
                            unsigned* results) {
  perhaps_crash();
  if (white != 0b11 || black != std::uint64_t{1} << 27 || !white_to_move) return TB_RESULT_FAILED;
  const auto answer = [](unsigned to, unsigned verdict, unsigned distance) {
    unsigned result = 0;
    result = TB_SET_WDL(result, verdict);
    result = TB_SET_FROM(result, 1u);
    result = TB_SET_TO(result, to);
    return TB_SET_DTZ(result, distance);
  };
  if (rooks == 0b10) {
    results[0] = answer(9, TB_DRAW, 0);  // Rb2
    results[1] = answer(2, TB_DRAW, 0);  // Rc1
    results[2] = TB_RESULT_FAILED;
    return results[0];
  }
  if (queens != 0b10) return TB_RESULT_FAILED;
  results[0] = answer(9, TB_WIN, 15);   // Qb2+
  results[1] = answer(2, TB_DRAW, 0);   // Qc1, says this table
  results[2] = answer(4, TB_WIN, 11);   // Qe1: the shortest
  results[3] = answer(49, TB_WIN, 13);  // Qb7
  results[4] = TB_RESULT_FAILED;
  return results[2];
}

}  // extern "C"
