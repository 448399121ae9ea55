// Ending a long command cleanly with Ctrl-C.
//
// A command makes one Interrupt, looks at requested() now and then, and stops cleanly when it is
// true. A second Ctrl-C ends the process at once, as if there were no Interrupt.
#pragma once

#include <csignal>

namespace tabiya {

// Listens for Ctrl-C (SIGINT) and SIGTERM while it lives, and puts back what was there before.
// A signal the process was told to ignore (nohup) stays ignored. Only one may live at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // May be called from every thread; as cheap as reading a variable.
  bool requested() const { return signal() != 0; }

  // The signal that came first: SIGINT, SIGTERM, or 0 for none yet.
  int signal() const;

  // Waits until the file has something to read (or its end): true; or until a signal comes, or has
  // come already: false. Unlike a read() that a signal would interrupt, it misses none that comes
  // just before.
  bool wait_for_input(int file) const;

  // As if no signal had come: for a program that continues after Ctrl-C.
  void forget();

 private:
  int wake_up_;  // an eventfd that the handler writes to
  struct sigaction before_interrupt_ = {};
  struct sigaction before_terminate_ = {};
};

}  // namespace tabiya
