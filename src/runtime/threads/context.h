// Where the program is: a tree of calling contexts.
//
// Every history entry and every shadow word names the place of its access. A whole stack
// would be too large for that and a program counter says too little, so places are nodes of
// one tree for all threads: the parent is the calling function, and a stack is the way to the
// root. Nodes are never removed; when the table is full or the stack too deep, places below
// are not told apart any more.
#pragma once

#include <cstdint>

#include "runtime/clocks/history.h"

namespace robur::runtime {

inline constexpr Site kNoSite = 0;

// The places that a thread has been to lately: loops come back to the same few.
struct Remembered {
  std::uint64_t pc;
  Site parent;
  Site site;
};
inline constexpr int kRememberedBits = 10;
extern constinit thread_local Remembered remembered[1 << kRememberedBits];
Site lookUpSite(Site parent, std::uint64_t pc);

// The node for `pc` called from `parent`; kNoSite if there is no room.
inline Site siteOf(Site parent, std::uint64_t pc) {
  const std::uint64_t hash = (pc + parent) * 0x9e3779b97f4a7c15;
  const Remembered& last = remembered[hash >> (64 - kRememberedBits)];
  if (last.pc == pc && last.parent == parent) [[likely]]
    return last.site;
  return lookUpSite(parent, pc);
}

// The place of the caller with its whole stack, from the unwinder. Slow: for rare events whose
// callers are not instrumented, such as the creation of a thread by the C++ library.
Site unwoundSite(int skip);

// The functions that a thread is in. Entering and leaving is most of what a program does, so
// that the place of a function is looked up only when something happens there.
class CallStack {
 public:
  void enter(const void* pc) {
    if (depth_ < kMost) frames_[depth_].pc = reinterpret_cast<std::uint64_t>(pc);
    ++depth_;
  }
  void leave() {
    if (depth_ > 0) --depth_;
    if (placed_ > depth_) placed_ = depth_;
  }
  Site site() {
    const std::uint32_t depth = depth_ < kMost ? depth_ : kMost;
    if (placed_ < depth) place(depth);
    return depth == 0 ? kNoSite : frames_[depth - 1].site;
  }

 private:
  static constexpr std::uint32_t kMost = 240;  // deeper ones are not told apart
  struct Frame {
    std::uint64_t pc;
    Site site;
  };
  void place(std::uint32_t depth);

  std::uint32_t depth_ = 0;
  std::uint32_t placed_ = 0;  // those that have their site
  Frame frames_[kMost];
};

std::uint64_t pcOf(Site site);
Site parentOf(Site site);

}  // namespace robur::runtime
