// Sites: where in the program an access is, with its callers.
//
// Every entry of a history and every shadow word names the site of its access. A whole stack would
// be too large for that, and a program counter says too little. So sites are nodes of one tree
// of calling contexts for all threads: the parent of a node is the call site of its function, and a
// stack is the path to the root. Nodes are never removed; when the table is full or the stack too
// deep, all deeper calls share one site.
#pragma once

#include <cstdint>

#include "runtime/base/ids.h"

namespace robur::runtime {

// The last sites of a thread: loops return to the same few.
struct CachedSite {
  std::uint64_t pc;
  Site parent;
  Site site;
};
inline constexpr int kSiteCacheBits = 10;
extern constinit thread_local CachedSite siteCache[1 << kSiteCacheBits];
Site lookUpSite(Site parent, std::uint64_t pc);

// The node for `pc` called from `parent`; kNoSite if the table is full.
inline Site siteOf(Site parent, std::uint64_t pc) {
  const std::uint64_t hash = (pc + parent) * 0x9e3779b97f4a7c15;
  const CachedSite& last = siteCache[hash >> (64 - kSiteCacheBits)];
  if (last.pc == pc && last.parent == parent) [[likely]]
    return last.site;
  return lookUpSite(parent, pc);
}

// The site of the caller with its whole stack, from the unwinder. Slow: for rare events whose
// callers are not instrumented, such as the creation of a thread by the C++ library.
Site unwoundSite(int skip);

// The functions that a thread is in. Calls and returns are very frequent, so the site of a function
// is looked up only when an event happens in it.
class CallStack {
 public:
  void enter(const void* pc) {
    if (depth_ < kMost) frames_[depth_].pc = reinterpret_cast<std::uint64_t>(pc);
    ++depth_;
  }
  void leave() {
    if (depth_ > 0) --depth_;
    if (resolved_ > depth_) resolved_ = depth_;
  }
  Site site() {
    const std::uint32_t depth = depth_ < kMost ? depth_ : kMost;
    if (resolved_ < depth) resolve(depth);
    return depth == 0 ? kNoSite : frames_[depth - 1].site;
  }

 private:
  static constexpr std::uint32_t kMost = 240;  // deeper calls share one site
  struct Frame {
    std::uint64_t pc;
    Site site;
  };
  void resolve(std::uint32_t depth);

  std::uint32_t depth_ = 0;
  std::uint32_t resolved_ = 0;  // frames whose site has been looked up
  Frame frames_[kMost];
};

std::uint64_t pcOf(Site site);
Site parentOf(Site site);

}  // namespace robur::runtime
