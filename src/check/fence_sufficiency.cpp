#include "check/fence_sufficiency.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace robur {

namespace {

// Which pairs have to be kept in order by fences.
enum class Pairs : std::uint8_t { None, StoreLoad, StoreAny, LeavingByMoOrFr, All };

Pairs pairsOf(ModelName model, const Fragment& fragment) {
  switch (model) {
    case ModelName::Sc:
      return Pairs::None;
    case ModelName::Tso:
      return Pairs::StoreLoad;
    case ModelName::Pso:
      return Pairs::StoreAny;
    case ModelName::Sra:
    case ModelName::Ra:
      return Pairs::LeavingByMoOrFr;
    case ModelName::Rc20:
    case ModelName::Rc11:
      return fragment.weakReads || fragment.weakWrites ? Pairs::All : Pairs::LeavingByMoOrFr;
  }
  return Pairs::All;
}

using Cells = std::vector<std::uint64_t>;  // a bit for each

bool has(const Cells& cells, std::uint32_t cell) {
  return cells[cell / 64] >> (cell % 64) & 1;
}
void add(Cells& cells, std::uint32_t cell) {
  cells[cell / 64] |= std::uint64_t{1} << (cell % 64);
}
// Returns whether anything was new.
bool addAll(Cells& to, const Cells& from) {
  std::uint64_t news = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    news |= from[i] & ~to[i];
    to[i] |= from[i];
  }
  return news != 0;
}

struct Accessed {
  Cells reads;
  Cells writes;
  Cells unreleased;  // written since the last release fence as well

  explicit Accessed(unsigned cells) : reads((cells + 63) / 64), writes(reads), unreleased(reads) {}
  bool add(const Accessed& other) {
    bool news = addAll(reads, other.reads);
    news = addAll(writes, other.writes) || news;
    return addAll(unreleased, other.unreleased) || news;
  }
  void release() { unreleased.assign(unreleased.size(), 0); }
};

class FenceSufficiency {
 public:
  FenceSufficiency(const Machine& machine, Pairs pairs)
      : m(machine),
        hasBuffers(pairs == Pairs::StoreLoad || pairs == Pairs::StoreAny),
        reordersStores(pairs != Pairs::StoreLoad),
        leavesByRf(pairs == Pairs::All || pairs == Pairs::StoreAny) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      all.emplace_back(m.cellCount());
      for (const CompiledInstr& in : m.thread(t).instrs) addTo(all[t], in);
    }
  }

  bool holds() const {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      if (hasUnorderedPair(t)) return false;
    }
    return true;
  }

 private:
  // With store buffers, plain cells are cells like any other. Elsewhere they are a matter of races.
  bool counts(std::uint32_t cell) const { return hasBuffers || m.cellAtomic(cell); }

  void addTo(Accessed& accessed, const CompiledInstr& in) const {
    if (!accessesMemory(in.op)) return;
    const CellRange cells = cellsOf(in);
    for (std::uint32_t c = cells.first; c < cells.last; ++c) {
      if (!counts(c)) continue;
      if (mayRead(in.op)) add(accessed.reads, c);
      if (mayWrite(in.op)) add(accessed.writes, c);
      if (mayWrite(in.op)) add(accessed.unreleased, c);
    }
  }

  Accessed byOthers(unsigned t) const {
    Accessed others(m.cellCount());
    for (unsigned o = 0; o < m.threadCount(); ++o) {
      if (o != t) others.add(all[o]);
    }
    return others;
  }

  bool hasUnorderedPair(unsigned t) const {
    const std::vector<CompiledInstr>& code = m.thread(t).instrs;
    const Accessed others = byOthers(t);
    // What may have been accessed since the last fence, per instruction that can be reached.
    std::vector<Accessed> since(code.size(), Accessed(m.cellCount()));
    std::vector<bool> met(code.size(), false);
    std::vector<Pc> open{m.thread(t).entry};
    met[m.thread(t).entry] = true;
    while (!open.empty()) {
      const Pc pc = open.back();
      open.pop_back();
      const CompiledInstr& in = code[pc];
      if (endsUnorderedPair(in, since[pc], others)) return true;
      Accessed after = isFence(in) ? Accessed(m.cellCount()) : since[pc];
      if (!isFence(in)) addTo(after, in);
      if (in.op == Instr::Op::Fence && releases(in.order)) after.release();
      for (const Pc next : in.next) {
        const bool news = since[next].add(after);
        if (met[next] && !news) continue;
        met[next] = true;
        open.push_back(next);
      }
    }
    return false;
  }

  bool isFence(const CompiledInstr& in) const {
    if (in.op == Instr::Op::Fence) return in.order == Order::Sc;
    return hasBuffers && isLocked(in);
  }

  static bool isLocked(const CompiledInstr& in) { return mayRead(in.op) && mayWrite(in.op); }

  // May this be the second access of a pair, and is there a first one, at another cell?
  bool endsUnorderedPair(const CompiledInstr& in, const Accessed& since,
                         const Accessed& others) const {
    if (!accessesMemory(in.op)) return false;
    if (hasBuffers && (isLocked(in) || (mayWrite(in.op) && !reordersStores))) return false;
    const Cells before = entries(hasBuffers && mayWrite(in.op) ? since.unreleased : since.writes,
                                 since.reads, others);
    int count = 0;
    for (const std::uint64_t word : before) count += std::popcount(word);
    const CellRange cells = cellsOf(in);
    for (std::uint32_t c = cells.first; c < cells.last; ++c) {
      if (counts(c) && leaves(in, c, others) && count > int{has(before, c)}) return true;
    }
    return false;
  }
  bool leaves(const CompiledInstr& in, std::uint32_t cell, const Accessed& others) const {
    return has(others.writes, cell) || (leavesByRf && mayWrite(in.op) && has(others.reads, cell));
  }
  // Cells at which others can come in.
  Cells entries(const Cells& written, const Cells& read, const Accessed& others) const {
    Cells out(written.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = written[i] & (others.reads[i] | others.writes[i]);
      if (!hasBuffers) out[i] |= read[i] & others.writes[i];
    }
    return out;
  }

  const Machine& m;
  bool hasBuffers;            // TSO, PSO: only what begins with a store can be out of order
  bool reordersStores;        // and ends with another store
  bool leavesByRf;            // as well, since that is not always part of the order kept
  std::vector<Accessed> all;  // by each thread
};

}  // namespace

bool fencesSuffice(const Machine& machine, const Fragment& fragment, ModelName model) {
  const Pairs pairs = pairsOf(model, fragment);
  return pairs == Pairs::None || FenceSufficiency(machine, pairs).holds();
}

}  // namespace robur
