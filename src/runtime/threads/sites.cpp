#include "runtime/threads/sites.h"

#include <unwind.h>

#include <atomic>

#include "runtime/memory/arena.h"

namespace robur::runtime {

namespace {

constexpr std::uint32_t kNodes = std::uint32_t{1} << 22;
constexpr std::uint32_t kMaxDepth = 250;
constexpr int kProbes = 16;

}  // namespace

// The position in the table is the site. The key is written last.
struct SiteNode {
  std::atomic<std::uint64_t> key;  // pc and depth
  std::atomic<std::uint32_t> parent;
};

namespace {

SiteNode* table() {
  SiteNode* now = rt.threads.sites.load(std::memory_order_acquire);
  if (now != nullptr) return now;
  auto* const fresh = static_cast<SiteNode*>(reserve(kNodes * sizeof(SiteNode)));
  if (rt.threads.sites.compare_exchange_strong(now, fresh, std::memory_order_acq_rel)) return fresh;
  release(fresh, kNodes * sizeof(SiteNode));
  return now;
}

constexpr std::uint64_t kPcMask = (std::uint64_t{1} << 48) - 1;
constexpr std::uint32_t kRoot = ~std::uint32_t{0};

Site lookUp(Site parent, std::uint64_t pc) {
  SiteNode* const nodes = table();
  const std::uint64_t depth = parent == kNoSite ? 0 : (nodes[parent].key.load() >> 48) + 1;
  if (depth > kMaxDepth) return kNoSite;
  const std::uint64_t key = (pc & kPcMask) | depth << 48;
  std::uint64_t hash = (key ^ std::uint64_t{parent} << 20) * 0x9e3779b97f4a7c15;
  for (int probe = 0; probe < kProbes; ++probe) {
    const auto at = static_cast<std::uint32_t>(hash >> 42) | 1;  // never node 0
    hash = hash * 0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d;
    SiteNode& node = nodes[at];
    std::uint64_t seen = node.key.load(std::memory_order_acquire);
    if (seen == 0) {
      std::uint32_t unused = 0;
      if (!node.parent.compare_exchange_strong(unused, parent == kNoSite ? kRoot : parent)) {
        continue;
      }
      node.key.store(key, std::memory_order_release);
      return at;
    }
    const std::uint32_t theirs = node.parent.load(std::memory_order_relaxed);
    if (seen == key && (theirs == kRoot ? kNoSite : theirs) == parent) return at;
  }
  return kNoSite;
}

}  // namespace

constinit thread_local CachedSite siteCache[1 << kSiteCacheBits] = {};

Site lookUpSite(Site parent, std::uint64_t pc) {
  const Site site = lookUp(parent, pc);
  const std::uint64_t hash = (pc + parent) * 0x9e3779b97f4a7c15;
  if (site != kNoSite) siteCache[hash >> (64 - kSiteCacheBits)] = {pc, parent, site};
  return site;
}

void CallStack::resolve(std::uint32_t depth) {
  for (Site parent = resolved_ == 0 ? kNoSite : frames_[resolved_ - 1].site; resolved_ < depth;
       ++resolved_) {
    const Site site = siteOf(parent, frames_[resolved_].pc);
    if (site != kNoSite) parent = site;
    frames_[resolved_].site = parent;
  }
}

namespace {

struct Unwound {
  static constexpr int kMost = 64;
  std::uint64_t pcs[kMost];
  int count = 0;
};

_Unwind_Reason_Code addFrame(_Unwind_Context* frame, void* data) {
  auto& unwound = *static_cast<Unwound*>(data);
  if (unwound.count == Unwound::kMost) return _URC_END_OF_STACK;
  unwound.pcs[unwound.count++] = _Unwind_GetIP(frame);
  return _URC_NO_REASON;
}

}  // namespace

Site unwoundSite(int skip) {
  Unwound unwound;
  ::_Unwind_Backtrace(addFrame, &unwound);
  Site site = kNoSite;
  for (int i = unwound.count - 1; i > skip; --i) {
    if (unwound.pcs[i] == 0) continue;
    const Site deeper = siteOf(site, unwound.pcs[i]);
    if (deeper == kNoSite) break;
    site = deeper;
  }
  return site;
}

std::uint64_t pcOf(Site site) {
  return table()[site].key.load(std::memory_order_acquire) & kPcMask;
}

Site parentOf(Site site) {
  const std::uint32_t parent = table()[site].parent.load(std::memory_order_relaxed);
  return parent == kRoot ? kNoSite : parent;
}

}  // namespace robur::runtime
