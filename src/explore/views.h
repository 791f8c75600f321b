// What a thread's own state says of the thread's part in what is going on: worked out when the
// state is met for the first time. Each worker has its own collection.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explore/interest_table.h"
#include "explore/local_steps.h"
#include "models/monitored_cells.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <int W>
class Views {
 public:
  struct View {
    LocalId id = 0;
    Pc source = 0;
    std::uint32_t cell = kNoCell;  // of the pending access
    unsigned place = kNotMonitored;
    RegId twin = kNoReg;
    Outcomes<W> may;
    const Liveness<W>* interest = nullptr;
    std::uint64_t interestNumber = 0;       // what it adds to the number of all interests
    const std::uint64_t* future = nullptr;  // what the thread may still do, as Futures says it
    CellSet reads;                          // of that
    std::int64_t lo = 0;                    // of the cell
    std::unique_ptr<LocalStep*[]> byValue;  // from lo on, if the cell has few values
    bool choice = false;                    // left open: what counts are the ways
    std::vector<const View*> ways;
    std::vector<std::pair<Pc, Fault>> faults;  // on them
  };

  Views(const Machine& m, const Futures& futures, const MonitoredCells& monitored,
        const MonitorLayout<W>& layout, const InterestTable<W>& interests, const Locals& locals,
        LocalSteps& steps)
      : m(m),
        futures(futures),
        monitored(monitored),
        layout(layout),
        interests(interests),
        locals(locals),
        steps(steps),
        views(m.threadCount()) {}

  [[gnu::always_inline]] const View& of(unsigned t, LocalId id) {
    const Known& known = views[t];
    if (id < known.size && known.views[id]) [[likely]]
      return *known.views[id];
    return add(t, id);
  }
  // The step that t makes on finding `value` in its cell.
  [[gnu::always_inline]] LocalStep& step(const View& v, unsigned t, std::int64_t value) {
    if (!v.byValue) return steps.find(t, v.id, value);
    LocalStep*& known = v.byValue[static_cast<std::size_t>(value - v.lo)];
    if (known == nullptr) known = &steps.find(t, v.id, value);
    return *known;
  }

  // To be called when the steps were forgotten.
  void clear() {
    for (Known& known : views) known = {};
  }

 private:
  static constexpr std::uint64_t kFewValues = 64;

  // By number. Not a vector, whose size takes some counting.
  struct Known {
    std::unique_ptr<std::unique_ptr<View>[]> views;
    std::size_t size = 0;

    void grow(std::size_t wanted) {
      auto larger = std::make_unique<std::unique_ptr<View>[]>(wanted);
      std::move(views.get(), views.get() + size, larger.get());
      views = std::move(larger);
      size = wanted;
    }
  };

  const View& add(unsigned t, LocalId id) {
    auto fresh = std::make_unique<View>(make(t, id));
    const LocalSteps::Choice choice = steps.choiceAt(t, id);
    fresh->choice = choice.open;
    fresh->faults = choice.faults;
    for (const LocalId way : choice.ways) fresh->ways.push_back(&of(t, way));
    Known& known = views[t];
    if (id >= known.size) known.grow(std::max<std::size_t>(id + 1, 2 * known.size));
    known.views[id] = std::move(fresh);
    return *known.views[id];
  }
  View make(unsigned t, LocalId id) {
    View out;
    const auto pc = static_cast<Pc>(locals.part(t, id)[0]);
    out.id = id;
    out.source = m.thread(t).instrs[pc].source;
    out.cell = steps.cellOf(t, id);
    out.twin = steps.twinOf(t, id);
    out.interest = &interests.at(t, pc);
    out.interestNumber = interests.number(t, pc);
    out.future = futures.wordsAt(t, pc);
    out.reads = futures.at(t, pc).reads;
    if (out.cell == kNoCell) {
      out.byValue = std::make_unique<LocalStep*[]>(1);
    } else {
      const IntType& type = m.cellType(out.cell);
      out.lo = type.lo;
      if (type.extent() < kFewValues) {
        out.byValue = std::make_unique<LocalStep*[]>(type.extent() + 1);
      }
      out.place = monitored.indexOf(out.cell);
    }
    if (out.place != kNotMonitored) out.may = outcomes(t, id, out.place);
    return out;
  }

  // What the pending access may see, by class of value.
  Outcomes<W> outcomes(unsigned t, LocalId id, unsigned place) {
    Outcomes<W> may;
    const Bits<W>& all = layout.classesOf[place];
    const CompiledInstr& in = m.thread(t).instrs[static_cast<Pc>(locals.part(t, id)[0])];
    may.updateSc = in.order == Order::Sc;
    may.locked = mayRead(in.op) && mayWrite(in.op);
    may.readSc = (in.op == Instr::Op::Cas ? in.failOrder : in.order) == Order::Sc;
    const auto expectedClass = [&] {
      return monitored.classOf(
          place, steps.find(t, id, m.cellType(monitored[place].cell).lo).action.expected);
    };
    switch (in.op) {
      case Instr::Op::Load:
        may.read = all;
        break;
      case Instr::Op::Store:
      case Instr::Op::Rmw:
        may.update = all;
        break;
      case Instr::Op::Bcas:
        may.update.add(expectedClass());
        break;
      case Instr::Op::Cas: {
        const unsigned slot = expectedClass();
        may.update.add(slot);
        may.read = all;
        if (monitored.exact(place, slot)) may.read.remove(slot);
        break;
      }
      case Instr::Op::Wait: {
        const MonitoredCell& p = monitored[place];
        for (unsigned i = 0; i < p.tracked.size(); ++i) {
          if (steps.accepts(t, id, p.tracked[i])) may.read.add(p.firstClass + i);
        }
        if (p.others && othersAccepted(t, id, p)) may.read.add(p.endClass() - 1);
        break;
      }
      default:
        break;
    }
    return may;
  }
  // The class of untracked values may hold one that the wait accepts. For small types we
  // look; for large ones we assume so, which can only cost a refinement.
  bool othersAccepted(unsigned t, LocalId id, const MonitoredCell& p) {
    const IntType& type = m.cellType(p.cell);
    if (type.extent() > 64) return true;
    for (std::int64_t v = type.lo; v <= type.hi; ++v) {
      if (!std::binary_search(p.tracked.begin(), p.tracked.end(), v) && steps.accepts(t, id, v)) {
        return true;
      }
    }
    return false;
  }

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  const InterestTable<W>& interests;
  const Locals& locals;
  LocalSteps& steps;
  std::vector<Known> views;  // per thread
};

}  // namespace robur
