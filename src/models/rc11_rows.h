// The rows that RC11 keeps, and the position of each of them.
//
// Most rows come in families. A family has, per thread, one row for the present (cur), one for
// after an acquire fence (acq) and one as of the last release fence (rel), and, per monitored cell,
// one row that accompanies the last write to it as a message (W). Families hold what flows along
// happens-before. rc11.h defines what each family observes; this file only determines how many
// there are:
//
//   V                        always: the four rows of RC20
//   K F        per version   if the program has SC fences
//   N          per version   if it has sc accesses
//   X[x]       per version   of monitored cells x with sc reads, sc writes and other writes
//
// Rows that do not belong to a family: SP and NN per thread and version; MS, MF, WF, WS per
// monitored cell and version; and AT per thread, over monitored cells, with at most one cell.
//
// The versions are P (what an sc access observes) and PQ (what an SC fence observes, which is more
// if reads need not synchronise). One version is enough if there are no sc accesses, if there are
// no SC fences, or if every read acquires and every write releases. As in RC20, acq and rel are
// omitted if they cannot make a difference, and all rows have twins if the program has RMWs.
#pragma once

#include "models/rows.h"

namespace robur {

template <int W>
class Rc11Rows {
 public:
  // What an sc read of x uses for the sc writes to x that happen before it: nothing, the row WS[x]
  // of the last one, or the family X[x].
  enum class ScWrites : std::uint8_t { None, Last, Family };

  explicit Rc11Rows(const MonitorLayout<W>& f)
      : fences(f.fragment.scFences),
        accesses(f.fragment.scAccesses),
        hasAcq(f.fragment.weakReads && f.fragment.acquireFences),
        hasRel(f.fragment.weakWrites),
        kinds(f.fragment.updates ? 2 : 1),
        versions(fences && accesses && (f.fragment.weakReads || f.fragment.weakWrites) ? 2
                 : fences || accesses                                                  ? 1
                                                                                       : 0) {
    for (const CellAccesses& cell : f.orders) {
      const bool both = accesses && cell.scReads && cell.scWrites;
      mixedIndex.push_back(mixed);
      if (both && cell.otherWrites) ++mixed;
      keepsLast = keepsLast || (both && !cell.otherWrites);
      scWrites.push_back(!both              ? ScWrites::None
                         : cell.otherWrites ? ScWrites::Family
                                            : ScWrites::Last);
    }
    perFamily = 1 + (hasAcq ? 1u : 0u) + (hasRel ? 1u : 0u);
    perVersion = (fences ? 2 : 0) + (accesses ? 1 + mixed : 0);
    families = 1 + versions * perVersion;
    threadBlock = families * perFamily + (accesses ? 2 * versions : 0);
    cellExtras = (fences ? 2 : 0) + (accesses ? 1u + keepsLast : 0);
    cellBlock = families + cellExtras * versions;
  }

  RowPlan plan() const;

  // The numbers of the families, in version q.
  static constexpr unsigned kV = 0;
  unsigned K(unsigned q) const { return 1 + q * perVersion; }
  unsigned F(unsigned q) const { return K(q) + 1; }
  unsigned N(unsigned q) const { return K(q) + (fences ? 2 : 0); }
  unsigned X(unsigned q, unsigned x) const { return N(q) + 1 + mixedIndex[x]; }

  // Indices among the rows of a thread, for kind k (1: twins).
  unsigned at() const { return 1; }
  unsigned cur(unsigned k, unsigned f) const { return threadBase(k) + f * perFamily; }
  unsigned acq(unsigned k, unsigned f) const { return cur(k, f) + 1; }
  unsigned rel(unsigned k, unsigned f) const { return cur(k, f) + (hasAcq ? 2 : 1); }
  unsigned sp(unsigned k, unsigned q) const { return cur(k, families) + 2 * q; }
  unsigned nn(unsigned k, unsigned q) const { return sp(k, q) + 1; }
  unsigned threadBase(unsigned k) const { return (accesses ? 2 : 1) + k * threadBlock; }

  // Indices among the rows of a monitored cell.
  unsigned msg(unsigned k, unsigned f) const { return cellBase(k) + f; }
  unsigned mf(unsigned k, unsigned q) const { return msg(k, families) + q * cellExtras; }
  unsigned wf(unsigned k, unsigned q) const { return mf(k, q) + 1; }
  unsigned ms(unsigned k, unsigned q) const { return mf(k, q) + (fences ? 2 : 0); }
  unsigned ws(unsigned k, unsigned q) const { return ms(k, q) + 1; }
  unsigned cellBase(unsigned k) const { return 2 + k * cellBlock; }

  bool fences;
  bool accesses;
  bool hasAcq;
  bool hasRel;
  unsigned kinds;
  unsigned versions;
  std::vector<ScWrites> scWrites;  // per monitored cell
  unsigned families = 0;
  unsigned threadBlock = 0;  // rows per kind of a thread
  unsigned cellBlock = 0;    // rows per kind of a monitored cell

 private:
  std::vector<std::string> familyNames() const;
  // P is called 0 and PQ 1. A single version is called 1 if it is for SC fences, otherwise 0.
  std::string versionName(unsigned q) const {
    return versions == 1 && fences ? "1" : q ? "1" : "0";
  }

  std::vector<unsigned> mixedIndex;  // per monitored cell: its number among those with a family
  unsigned mixed = 0;
  bool keepsLast = false;
  unsigned perFamily = 0;
  unsigned perVersion = 0;
  unsigned cellExtras = 0;
};

template <int W>
std::vector<std::string> Rc11Rows<W>::familyNames() const {
  std::vector<std::string> names{""};
  for (unsigned q = 0; q < versions; ++q) {
    const std::string v = versionName(q);
    if (fences) names.insert(names.end(), {"K" + v + ".", "F" + v + "."});
    if (accesses) names.push_back("N" + v + ".");
    for (unsigned x = 0; x < scWrites.size(); ++x) {
      if (scWrites[x] == ScWrites::Family) names.push_back("X" + v + "#" + std::to_string(x) + ".");
    }
  }
  return names;
}

template <int W>
RowPlan Rc11Rows<W>::plan() const {
  RowPlan plan{{{"ST", Columns::Cells}}, {{"SM", Columns::Cells}, {"SW", Columns::Cells}}, {}};
  if (accesses) plan.thread.push_back({"AT", Columns::Cells, true});
  for (unsigned k = 0; k < kinds; ++k) {
    const std::string twin = k == 0 ? "" : "'";
    for (const std::string& family : familyNames()) {
      const Columns columns =
          k == 0 && family.empty() ? Columns::ValueClassesAndShadows : Columns::ValueClasses;
      plan.thread.push_back({family + "cur" + twin, columns});
      if (hasAcq) plan.thread.push_back({family + "acq" + twin, columns});
      if (hasRel) plan.thread.push_back({family + "rel" + twin, columns});
      plan.cell.push_back({family + "W" + twin, columns});
    }
    for (unsigned q = 0; q < versions; ++q) {
      const std::string v = versionName(q) + twin;
      if (accesses) {
        plan.thread.push_back({"SP" + v, Columns::ValueClasses});
        plan.thread.push_back({"NN" + v, Columns::ValueClasses});
      }
      if (fences) {
        plan.cell.push_back({"MF" + v, Columns::ValueClasses});
        plan.cell.push_back({"WF" + v, Columns::ValueClasses});
      }
      if (accesses) plan.cell.push_back({"MS" + v, Columns::ValueClasses});
      if (accesses && keepsLast) plan.cell.push_back({"WS" + v, Columns::ValueClasses});
    }
  }
  return plan;
}

}  // namespace robur
