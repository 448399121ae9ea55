#include "base/interrupt.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstdint>

namespace tabiya {
namespace {

// A signal handler receives nothing but a number, so what it tells has to be in a global. Written
// by the handler, on whichever thread it runs, and by the constructor before it listens.
std::atomic<int> first_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "or a handler could not touch it");

std::atomic<bool> listening = false;
std::atomic<int> wake_up_file = -1;  // the listener's eventfd

void remember(int signal) {
  int none = 0;
  if (first_signal.compare_exchange_strong(none, signal)) {
    const int errno_before = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(wake_up_file, &one, sizeof one);
    errno = errno_before;
    return;
  }
  // The second one. It is blocked while we are in here, and arrives with its own effect, the end
  // of the process, as soon as we return.
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void listen(int signal, struct sigaction& before) {
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = remember;
  // No SA_RESTART: a command that waits for input must wake up.
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() : wake_up_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  [[maybe_unused]] const bool another = listening.exchange(true);
  assert(!another);
  first_signal = 0;
  wake_up_file = wake_up_;
  listen(SIGINT, before_interrupt_);
  listen(SIGTERM, before_terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
  wake_up_file = -1;
  close(wake_up_);
  listening = false;
}

int Interrupt::signal() const { return first_signal; }

bool Interrupt::wait_for_input(int file) const {
  std::array<pollfd, 2> files{{{.fd = file, .events = POLLIN, .revents = 0},
                               {.fd = wake_up_, .events = POLLIN, .revents = 0}}};
  while (!requested()) {
    const int ready = poll(files.data(), files.size(), -1);
    if (ready < 0 && errno != EINTR) return true;  // the reader will see what is wrong
    if (ready > 0 && files[0].revents != 0 && !requested()) return true;
  }
  return false;
}

void Interrupt::forget() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = read(wake_up_, &count, sizeof count);
  first_signal = 0;
}

}  // namespace tabiya
