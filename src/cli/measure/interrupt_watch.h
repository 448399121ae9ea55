// Turns Ctrl-C into a stop token, for what cannot ask the Interrupt itself.
#pragma once

#include <stop_token>
#include <thread>

#include "base/interrupt.h"
#include "base/milliseconds.h"

namespace tabiya {

class InterruptWatch {
 public:
  explicit InterruptWatch(const Interrupt& interrupt)
      : thread_([this, &interrupt](const std::stop_token& done) {
          while (!done.stop_requested() && !interrupt.requested())
            std::this_thread::sleep_for(Milliseconds(20));
          if (interrupt.requested()) source_.request_stop();
        }) {}
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace tabiya
