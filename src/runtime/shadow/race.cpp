#include "runtime/shadow/race.h"

#include "runtime/shadow/cell_words.h"
#include "runtime/shadow/lost_reads.h"
#include "runtime/shadow/mixed_race.h"

namespace robur::runtime {

#ifdef __AVX2__
alignas(32) const std::uint64_t CellWords::kWritesAndMarks[Cell::kWords] = {
    ShadowWord::kWrite | ShadowWord::kMark, ShadowWord::kWrite | ShadowWord::kMark,
    ShadowWord::kWrite | ShadowWord::kMark, ShadowWord::kWrite | ShadowWord::kMark};
#endif

namespace {

struct Seen {
  Race race;
  bool atomics = false;
};

int firstOf(unsigned set) {
  return __builtin_ctz(set);
}

// A plain write ends the atomics in these bytes.
void clearMarks(Shadow& shadow, unsigned marks, unsigned bytes, bool write) {
  for (; write && marks != 0; marks &= marks - 1) {
    const unsigned left = shadow[firstOf(marks)].bytes() & ~bytes;
    shadow.put(firstOf(marks), left == 0 ? Word{} : Word::mark(left));
  }
}

// Words are classified as sets of bits, which takes few instructions for all four. Clocks are
// compared only for words of other threads that might race with the access or be replaced by it.
__attribute__((always_inline)) inline Seen recordInCell(ThreadClocks& t, std::uint64_t granule,
                                                        unsigned bytes, bool write, Site site) {
  constexpr unsigned kAll = (1U << Cell::kWords) - 1;
  Shadow shadow(granule);
  const CellWords words = shadow.words();
  const unsigned empty = words.where(~std::uint64_t{0}, 0);
  const unsigned marks = words.where(ShadowWord::kMark, ShadowWord::kMark);
  const unsigned there = kAll & ~empty & ~marks;
  const unsigned apart = words.where(std::uint64_t{bytes} << ShadowWord::kBytes, 0);
  const unsigned within = words.where(std::uint64_t{~bytes & 0xff} << ShadowWord::kBytes, 0);
  const unsigned theirWrites = words.where(ShadowWord::kWrite, ShadowWord::kWrite);
  const unsigned mine = words.where(std::uint64_t{0xfff} << 32, std::uint64_t{t.thread} << 32);
  Seen seen;
  if (write && tables.lostReadCount[0] > 0) [[unlikely]]
    noteWriteBeside(granule);
  if ((marks & ~apart) != 0) {
    seen.atomics = true;
    clearMarks(shadow, marks & ~apart, bytes, write);
  }
  const auto isBefore = [&](int i) { return comesBefore(t, shadow[i].thread(), shadow[i].need()); };
  // A later access that races with one of these also races with this access, if they happen before
  // it.
  const unsigned covered = there & within & (write ? kAll : ~theirWrites);
  unsigned known = there & mine;
  int target = -1;
  for (unsigned rest = there & ~apart & ~mine & (write ? kAll : theirWrites); rest != 0;
       rest &= rest - 1) {
    const int i = firstOf(rest);
    if (isBefore(i)) {
      known |= 1U << i;
      continue;
    }
    seen.race = raceWith(shadow, i, granule);
    target = i;  // a race is reported once, so the word may be replaced
  }
  unsigned superfluous = covered & known;
  if (target < 0 && superfluous == 0 && empty == 0) {
    for (unsigned rest = covered; rest != 0; rest &= rest - 1) {
      if (isBefore(firstOf(rest))) superfluous |= rest & -rest;
    }
  }
  if (target < 0 && superfluous != 0) {
    target = firstOf(superfluous);
  } else if (target < 0 && empty != 0) {
    target = firstOf(empty);
  } else if (target < 0) {
    target = static_cast<int>(++t.unrecorded % Cell::kWords);
    if (shadow[target].isMark()) target = (target + 1) % Cell::kWords;
    const bool isRead = (theirWrites >> target & 1) == 0;
    if (rt.options.schedule == Schedule::Exhaust &&
        (!isRead || marks != 0 || !noteLostRead(granule))) {
      noteLoss(Loss::PlainAccesses);
    }
  }
  for (superfluous &= ~(1U << target); superfluous != 0; superfluous &= superfluous - 1) {
    shadow.put(firstOf(superfluous), {});
  }
  shadow.put(target, Word::make(t, bytes, write, site), site);
  return seen;
}

// For accesses to many cells: neighbouring cells are usually in the same state, so the change made
// to one is applied to the next if that looks the same.
class Repeated {
 public:
  Repeated(const ThreadClocks& t, bool write, Site site) : covering_(t, 0xff, write), site_(site) {}

  // Applies the change to these cells, of which the access covers all bytes; returns how many of
  // them it could be applied to.
  std::uint64_t apply(Cell* cells, CellSites* sites, std::uint64_t count) const {
    if (tables.lostReadCount[0] > 0) return 0;  // which writes have to look at
    for (std::uint64_t n = 0; n < count; ++n) {
      if ((cells[n].word[0].load(std::memory_order_relaxed) & covering_.looked) ==
          covering_.wanted) {
        continue;
      }
      if (!known_ || !CellWords(cells[n]).are(before_)) return n;
      cells[n].word[word_].store(fresh_, std::memory_order_relaxed);
      sites[n].site[word_].store(site_, std::memory_order_relaxed);
    }
    return count;
  }
  // The cell before and after an access.
  void from(const Cell& cell) {
    for (int i = 0; i < Cell::kWords; ++i) before_.word[i] = cell.word[i].load();
    known_ = false;
  }
  // The change is repeated only if one word has changed, which is nearly always the case.
  void to(const Cell& cell) {
    int changes = 0;
    for (int i = 0; i < Cell::kWords; ++i) {
      const std::uint64_t now = cell.word[i].load(std::memory_order_relaxed);
      if (now == before_.word[i].load(std::memory_order_relaxed)) continue;
      ++changes;
      word_ = i;
      fresh_ = now;
    }
    known_ = changes == 1;
  }

 private:
  Covering covering_;
  Site site_;
  Cell before_ = {};
  std::uint64_t fresh_ = 0;
  int word_ = 0;
  bool known_ = false;
};

// Checks an access within one granule against the cell and the atomics there.
__attribute__((always_inline)) inline Race recordInGranule(ThreadClocks& t, std::uint64_t begin,
                                                           std::uint64_t end, bool write, Site site,
                                                           bool& nothingElse) {
  const std::uint64_t granule = begin & ~std::uint64_t{7};
  Seen seen = recordInCell(t, granule, byteMask(begin - granule, end - granule), write, site);
  if (seen.atomics) {
    const Race atomic = againstAtomics(t, begin, end, write);
    if (atomic.found) seen.race = atomic;
    if (write) clearMetas(begin, end - begin);
  }
  nothingElse = !seen.atomics && !seen.race.found;
  if (seen.race.found) seen.race.address = begin;
  return seen.race;
}

}  // namespace

Race recordPlain(ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write,
                 Site site) {
  t.past.plainStep();
  bool simple = false;
  if ((address & 7) + size <= 8) {
    return recordInGranule(t, address, address + size, write, site, simple);
  }
  Race race;
  Repeated repeated(t, write, site);
  const std::uint64_t end = address + size;
  for (std::uint64_t begin = address; begin < end;) {
    const std::uint64_t next = (begin & ~std::uint64_t{7}) + 8;
    const std::uint64_t stop = next < end ? next : end;
    CellPiece& piece = cellPieceOf(begin);
    const std::uint64_t number = granuleOf(begin);
    const bool whole = stop - begin == 8;
    if (whole) {
      const std::uint64_t left = (end - begin) / 8, here = kGranules - number;
      const std::uint64_t done =
          repeated.apply(&piece.cells[number], &piece.sites[number], left < here ? left : here);
      begin += done * 8;
      if (done > 0) continue;
      repeated.from(piece.cells[number]);
    }
    const Race found = recordInGranule(t, begin, stop, write, site, simple);
    if (whole && simple) repeated.to(piece.cells[number]);
    if (found.found && !race.found) race = found;
    begin = stop;
  }
  return race;
}

void recordAllocation(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, Site site) {
  constexpr std::uint64_t kMarked = std::uint64_t{1} << 16;
  if (size > kMarked) {
    clearCells(address, size);
    return;
  }
  const std::uint64_t end = address + size;
  const Word whole = Word::make(t, 0xff, true, site);
  const auto put = [&](CellPiece& piece, std::uint64_t number, Word word) {
    Cell& cell = piece.cells[number];
    cell.word[0].store(word.bits, std::memory_order_relaxed);
    for (int i = 1; i < Cell::kWords; ++i) cell.word[i].store(0, std::memory_order_relaxed);
    piece.sites[number].site[0].store(site, std::memory_order_relaxed);
  };
  for (std::uint64_t granule = address; granule < end;) {
    CellPiece& piece = cellPieceOf(granule);
    const std::uint64_t left = (end - granule) / 8, here = kGranules - granuleOf(granule);
    const std::uint64_t count = left < here ? left : here;
    for (std::uint64_t n = 0; n < count; ++n) put(piece, granuleOf(granule) + n, whole);
    granule += count * 8;
    if (count > 0) continue;
    put(piece, granuleOf(granule), Word::make(t, byteMask(0, end - granule), true, site));
    break;
  }
}

}  // namespace robur::runtime
