// Races between plain and atomic accesses, from both sides: a plain access is compared with the
// last atomic accesses in the state of their location, an atomic access with the cells of its
// bytes.
#include "runtime/shadow/mixed_race.h"

#include "runtime/shadow/cell_words.h"
#include "runtime/shadow/lost_reads.h"

namespace robur::runtime {

namespace {

Race againstAtomic(const ThreadClocks& t, Meta& m, bool write) {
  const Locked hold(m.lock());
  if (!m.started()) return {};
  AtomicAccesses& accesses = m.atomicAccesses();
  accesses.afterAll.forget();
  if (write) accesses.afterWrites.forget();
  ThreadIndex thread = 0;
  const auto before = [&](ThreadIndex s, Epoch need) { return comesBefore(t, s, need); };
  const bool theyWrite = accesses.writes.someAfter(before, thread);
  if (!theyWrite && !(write && accesses.reads.someAfter(before, thread))) return {};
  const Site site = accesses.lastThread == thread ? accesses.lastSite : Site{0};
  return {true, thread, {theyWrite, true}, site, m.address()};
}

}  // namespace

// An atomic of sixteen bytes may begin in the granule before.
Race againstAtomics(const ThreadClocks& t, std::uint64_t begin, std::uint64_t end, bool write) {
  Race race;
  const std::uint64_t granule = begin & ~std::uint64_t{7};
  for (const std::uint64_t at : {granule - 8, granule}) {
    for (Meta* m = metasAt(at); m != nullptr; m = m->following()) {
      if (m->kind() != Meta::Kind::Atomic) continue;
      if (m->address() >= end || m->address() + m->size() <= begin) continue;
      const Race found = againstAtomic(t, *m, write);
      if (found.found) race = found;
    }
  }
  return race;
}

namespace {

// Marks the cell as containing atomics, and checks the plain accesses in it.
Race besidePlain(const ThreadClocks& t, std::uint64_t granule, unsigned bytes, bool write) {
  Shadow shadow(granule);
  Race race;
  int free = -1;
  bool marked = false;
  for (int i = 0; i < Cell::kWords; ++i) {
    const Word old = shadow[i];
    if (old.isMark()) {
      marked = true;
      shadow.put(i, Word::mark(old.bytes() | bytes));
    } else if (old.bits == 0) {
      free = i;
    } else if ((old.bytes() & bytes) != 0 && (write || old.write()) &&
               !comesBefore(t, old.thread(), old.need())) {
      race = raceWith(shadow, i, granule);
    }
  }
  if (!marked) shadow.put(free < 0 ? Cell::kWords - 1 : free, Word::mark(bytes));
  return race;
}

}  // namespace

Race findPlain(const ThreadClocks& t, Meta& m, bool write) {
  Race race;
  const std::uint64_t end = m.address() + m.size();
  for (std::uint64_t granule = m.address() & ~std::uint64_t{7}; granule < end; granule += 8) {
    const std::uint64_t from = granule < m.address() ? m.address() - granule : 0;
    const std::uint64_t to = end - granule < 8 ? end - granule : 8;
    if (write && tables.lostReadCount[0] > 0) [[unlikely]]
      noteWriteBeside(granule);
    const Race found = besidePlain(t, granule, byteMask(from, to), write);
    if (found.found) race = found;
  }
  AtomicAccesses& accesses = m.atomicAccesses();
  (write ? accesses.afterAll : accesses.afterWrites).checked(t, t.epoch + !write, !race.found);
  return race;
}

}  // namespace robur::runtime
