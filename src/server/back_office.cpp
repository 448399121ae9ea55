#include "server/back_office.h"

#include <utility>

namespace tabiya::server {

BackOffice::BackOffice(HomeThread& home)
    : home_(home), here_(std::make_shared<bool>(true)), thread_([this] { live(); }) {}

BackOffice::~BackOffice() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  came_.notify_all();
  thread_.join();
}

void BackOffice::run(Work work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  came_.notify_all();
}

void BackOffice::live() {
  // Posted functions may outlive this object; they look here, on the home thread.
  const std::weak_ptr<bool> here = here_;
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      came_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
      if (ends_) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    auto then = work();
    work = nullptr;  // what it holds belongs to the home thread, and shall not end on this one
    home_.post([here, then = std::move(then)] {
      if (!here.expired()) then();
    });
  }
}

}  // namespace tabiya::server
