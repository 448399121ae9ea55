#include "base/interrupt.h"

#include <atomic>
#include <cassert>

namespace tabiya {
namespace {

// A signal handler receives nothing but a number, so what it tells has to be in a global. Written
// by the handler, on whichever thread it runs, and by the constructor before it listens.
std::atomic<int> first_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "or a handler could not touch it");

std::atomic<bool> listening = false;

void remember(int signal) {
  int none = 0;
  if (first_signal.compare_exchange_strong(none, signal)) return;
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
  // No SA_RESTART: a command that waits for input shall wake up.
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  [[maybe_unused]] const bool another = listening.exchange(true);
  assert(!another);
  first_signal = 0;
  listen(SIGINT, before_interrupt_);
  listen(SIGTERM, before_terminate_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
  listening = false;
}

int Interrupt::signal() const { return first_signal; }

}  // namespace tabiya
