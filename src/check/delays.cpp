#include "check/delays.h"

#include <cstdint>
#include <vector>

namespace robur {

namespace {

// What has been accessed, by cell.
struct Accessed {
  std::vector<bool> reads;
  std::vector<bool> writes;

  explicit Accessed(unsigned cells) : reads(cells, false), writes(cells, false) {}
  void add(const CompiledInstr& in, std::uint32_t cell) {
    if (mayRead(in.op)) reads[cell] = true;
    if (mayWrite(in.op)) writes[cell] = true;
  }
  // Was there anything new?
  bool add(const Accessed& other) {
    bool news = false;
    for (std::size_t c = 0; c < reads.size(); ++c) {
      news |= (other.reads[c] && !reads[c]) || (other.writes[c] && !writes[c]);
      reads[c] = reads[c] || other.reads[c];
      writes[c] = writes[c] || other.writes[c];
    }
    return news;
  }
};

class Delays {
 public:
  Delays(const Machine& machine, const Facts& facts, ModelName model)
      : m(machine),
        isTso(model == ModelName::Tso),
        onlyHappensBefore((model == ModelName::Rc20 || model == ModelName::Rc11) &&
                          (facts.weakReads || facts.weakWrites)) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      all.emplace_back(m.cellCount());
      for (const CompiledInstr& in : m.thread(t).instrs) addTo(all[t], in);
    }
  }

  bool any() const {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      if (anyIn(t)) return true;
    }
    return false;
  }

 private:
  // Plain cells are no matter of robustness but under TSO, which knows no others.
  bool counts(std::uint32_t cell) const { return isTso || m.cellAtomic(cell); }

  void addTo(Accessed& accessed, const CompiledInstr& in) const {
    if (!accessesMemory(in.op)) return;
    const CellRange cells = cellsOf(in);
    for (std::uint32_t c = cells.first; c < cells.last; ++c) {
      if (counts(c)) accessed.add(in, c);
    }
  }

  Accessed byOthers(unsigned t) const {
    Accessed others(m.cellCount());
    for (unsigned o = 0; o < m.threadCount(); ++o) {
      if (o != t) others.add(all[o]);
    }
    return others;
  }

  bool anyIn(unsigned t) const {
    const std::vector<CompiledInstr>& code = m.thread(t).instrs;
    const Accessed others = byOthers(t);
    // What may have been accessed since the last fence, where a thread can come at all.
    std::vector<Accessed> since(code.size(), Accessed(m.cellCount()));
    std::vector<bool> met(code.size(), false);
    std::vector<Pc> open{m.thread(t).entry};
    met[m.thread(t).entry] = true;
    while (!open.empty()) {
      const Pc pc = open.back();
      open.pop_back();
      const CompiledInstr& in = code[pc];
      if (isDelayed(in, since[pc], others)) return true;
      Accessed after = isFence(in) ? Accessed(m.cellCount()) : since[pc];
      if (!isFence(in)) addTo(after, in);
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
    return isTso && mayRead(in.op) && mayWrite(in.op);
  }

  // May this be the second access of a pair, and is there a first one?
  bool isDelayed(const CompiledInstr& in, const Accessed& since, const Accessed& others) const {
    if (!accessesMemory(in.op) || (isTso && mayWrite(in.op))) return false;
    const CellRange cells = cellsOf(in);
    for (std::uint32_t c = cells.first; c < cells.last; ++c) {
      if (counts(c) && leaves(in, c, others) && entersBut(c, since, others)) return true;
    }
    return false;
  }
  bool leaves(const CompiledInstr& in, std::uint32_t cell, const Accessed& others) const {
    return others.writes[cell] || (onlyHappensBefore && mayWrite(in.op) && others.reads[cell]);
  }
  // Is there one at another cell that others can come from?
  bool entersBut(std::uint32_t cell, const Accessed& since, const Accessed& others) const {
    for (std::uint32_t c = 0; c < m.cellCount(); ++c) {
      if (c == cell) continue;
      if (since.writes[c] && (others.reads[c] || others.writes[c])) return true;
      if (!isTso && since.reads[c] && others.writes[c]) return true;
    }
    return false;
  }

  const Machine& m;
  bool isTso;
  bool onlyHappensBefore;  // orders some pairs, and rf between threads does not
  std::vector<Accessed> all;  // by each thread
};

}  // namespace

bool hasDelays(const Machine& machine, const Facts& facts, ModelName model) {
  return Delays(machine, facts, model).any();
}

}  // namespace robur
