#include "runtime/shadow/race.h"

namespace robur::runtime {

namespace {

// need 32 | slot 12 | bytes 8 | write 1 | atomic 1 | tag 10. The site is beside the word, not
// in it; the tag tells whether they belong together.
struct Word {
  std::uint64_t bits = 0;

  static Word make(Index need, Slot slot, unsigned bytes, AccessKind kind, Site site) {
    return {std::uint64_t{need} | std::uint64_t{slot} << 32 | std::uint64_t{bytes} << 44 |
            std::uint64_t{kind.write} << 52 | std::uint64_t{kind.atomic} << 53 | tagOf(site) << 54};
  }
  static std::uint64_t tagOf(Site site) { return (site * std::uint64_t{0x9e3779b1} >> 7) & 0x3ff; }

  Index need() const { return static_cast<Index>(bits); }
  Slot slot() const { return static_cast<Slot>(bits >> 32 & 0xfff); }
  unsigned bytes() const { return static_cast<unsigned>(bits >> 44 & 0xff); }
  AccessKind kind() const { return {(bits >> 52 & 1) != 0, (bits >> 53 & 1) != 0}; }
  std::uint64_t tag() const { return bits >> 54; }
  bool sameButForSite(Word other) const { return ((bits ^ other.bits) << 10) == 0; }
};
static_assert(kMaxSlots == 1 << 12);

// Whoever races with `old` races with `fresh` too, given that `old` comes first.
bool covers(Word fresh, Word old) {
  return (old.bytes() & ~fresh.bytes()) == 0 && (fresh.kind().write || !old.kind().write) &&
         (!fresh.kind().atomic || old.kind().atomic);
}

struct Seen {
  Race race;
  bool atomics = false;
};

Seen recordInCell(const ThreadClocks& t, std::uint64_t granule, unsigned bytes, AccessKind kind,
                  Site site) {
  Cell& cell = cellOf(granule);
  // An atomic write has just ticked, everything else becomes visible with the next tick.
  const Index need = t.index + (kind.atomic && kind.write ? 0 : 1);
  const Word fresh = Word::make(need, t.slot, bytes, kind, site);
  Seen seen;
  int place = -1;
  for (int i = 0; i < Cell::kWords; ++i) {
    const Word old{cell.word[i].load(std::memory_order_relaxed)};
    if (old.bits == 0) {
      if (place < 0) place = i;
      continue;
    }
    if (old.sameButForSite(fresh)) return seen;
    const bool mine = old.slot() == t.slot;
    const bool before =
        mine || t.current.at(old.slot()) >= old.need() || old.need() <= retiredIndex[old.slot()];
    if (before && covers(fresh, old)) place = i;
    if ((old.bytes() & bytes) == 0) continue;
    seen.atomics |= old.kind().atomic;
    if (before || (!kind.write && !old.kind().write) || (kind.atomic && old.kind().atomic))
      continue;
    const Site theirs = cell.site[i].load(std::memory_order_relaxed);
    seen.race = {true, old.slot(), old.kind(), Word::tagOf(theirs) == old.tag() ? theirs : Site{0},
                 granule};
    place = i;  // reported once is enough
  }
  if (place < 0) place = static_cast<int>((need ^ granule >> 3) % Cell::kWords);
  cell.site[place].store(site, std::memory_order_relaxed);
  cell.word[place].store(fresh.bits, std::memory_order_relaxed);
  return seen;
}

unsigned byteMask(std::uint64_t from, std::uint64_t to) {
  return (0xffU << from) & (0xffU >> (8 - to));
}

}  // namespace

bool sameAsBefore(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write) {
  if (address % 8 + size > 8) return false;
  const unsigned bytes = byteMask(address % 8, address % 8 + size);
  const Word wanted = Word::make(t.index + 1, t.slot, bytes, {write, false}, Site{0});
  const Cell& cell = cellOf(address);
  for (int i = 0; i < Cell::kWords; ++i) {
    if (wanted.sameButForSite({cell.word[i].load(std::memory_order_relaxed)})) return true;
  }
  return false;
}

Race recordAccess(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, AccessKind kind,
                  Site site) {
  Race race;
  const std::uint64_t end = address + size;
  for (std::uint64_t granule = address & ~std::uint64_t{7}; granule < end; granule += 8) {
    const std::uint64_t from = granule < address ? address - granule : 0;
    const std::uint64_t to = end - granule < 8 ? end - granule : 8;
    const Seen seen = recordInCell(t, granule, byteMask(from, to), kind, site);
    if (seen.race.found && !race.found) {
      race = seen.race;
      race.address = granule + from;
    }
    if (kind.write && !kind.atomic && seen.atomics) clearMetas(granule + from, to - from);
  }
  return race;
}

void recordAllocation(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, Site site) {
  constexpr std::uint64_t kMarked = std::uint64_t{1} << 16;
  clearCells(address, size);
  if (size > kMarked) return;
  const std::uint64_t end = address + size;
  for (std::uint64_t granule = address; granule < end; granule += 8) {
    const unsigned bytes = byteMask(0, end - granule < 8 ? end - granule : 8);
    const Word word = Word::make(t.index + 1, t.slot, bytes, {true, false}, site);
    Cell& cell = cellOf(granule);
    cell.site[0].store(site, std::memory_order_relaxed);
    cell.word[0].store(word.bits, std::memory_order_relaxed);
  }
}

}  // namespace robur::runtime
