#include "runtime/explore/bounded_walk.h"

namespace robur::runtime {

void BoundedWalk::begin() {
  at_ = 0;
  preemptions_ = 0;
}

int BoundedWalk::choose(ThreadSet enabled, int running) {
  if (at_ == choices_.size()) {
    if (enabled == 0) return -1;
    const bool goesOn = running >= 0 && (enabled & only(running)) != 0;
    Choice fresh;
    fresh.left = goesOn && preemptions_ >= mostPreemptions_ ? only(running) : enabled;
    fresh.thread = static_cast<std::int8_t>(goesOn ? running : __builtin_ctzl(enabled));
    fresh.preempted = static_cast<std::int8_t>(goesOn ? running : -1);
    choices_.push(fresh);
  }
  const Choice& choice = choices_[at_++];
  preemptions_ += choice.preempted >= 0 && choice.preempted != choice.thread;
  return choice.thread;
}

bool BoundedWalk::end() {
  while (choices_.size() > 0) {
    Choice& last = choices_.back();
    last.left &= ~only(last.thread);
    if (last.left != 0) {
      last.thread = static_cast<std::int8_t>(__builtin_ctzl(last.left));
      return true;
    }
    choices_.pop();
  }
  return false;
}

}  // namespace robur::runtime
