#include "runtime/report/counts.h"

#include "runtime/threads/sites.h"

namespace robur::runtime {

namespace {

// The hash table of pairs also has benign waits, whose second site is unknown.
enum class Key : std::uint8_t { Robustness, Race, Wait };

constexpr std::uint32_t kProbes = 64;

std::uint64_t keyOf(Key kind, Site a, Site b) {
  const std::uint64_t pcs = pcOf(a) * 31 + (b == kNoSite ? 0 : pcOf(b));
  return (pcs * 4 + static_cast<std::uint64_t>(kind)) * 0x9e3779b97f4a7c15 | 1;
}

std::atomic<std::uint64_t>& entryOf(std::uint64_t key, std::uint32_t probe) {
  return reportCounts().pairs[((key >> 40) + probe) % ReportCounts::kPairs];
}

bool insert(std::uint64_t key) {
  for (std::uint32_t probe = 0; probe < kProbes; ++probe) {
    std::uint64_t there = 0;
    std::atomic<std::uint64_t>& entry = entryOf(key, probe);
    if (entry.load(std::memory_order_relaxed) == key) return false;
    if (entry.compare_exchange_strong(there, key)) return true;
    if (there == key) return false;
  }
  return false;
}

void countRepeated() {
  reportCounts().repeated.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

bool isNewPair(ReportKind kind, Site access, Site other) {
  const Key key = kind == ReportKind::Race ? Key::Race : Key::Robustness;
  const bool isNew = insert(keyOf(key, access, other));
  if (!isNew) countRepeated();
  return isNew;
}

bool alreadyReported(Site access, Site ahead) {
  const std::uint64_t key = keyOf(Key::Robustness, access, ahead);
  for (std::uint32_t probe = 0; probe < kProbes; ++probe) {
    const std::uint64_t there = entryOf(key, probe).load();
    if (there == 0) return false;
    if (there != key) continue;
    countRepeated();
    return true;
  }
  return false;
}

void countUnjudged() {
  reportCounts().unjudged.fetch_add(1, std::memory_order_relaxed);
}

void countBenignWait(const Violation& violation) {
  if (!insert(keyOf(Key::Wait, violation.access.site, kNoSite))) return;
  ReportCounts& counts = reportCounts();
  const std::uint32_t number = counts.waits.fetch_add(1);
  if (number < ReportCounts::kWaits) counts.waitSites[number].store(violation.access.site);
}

}  // namespace robur::runtime
