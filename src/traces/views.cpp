#include "traces/views.h"

#include <algorithm>
#include <vector>

#include "program/model_info.h"

namespace robur::traces {

namespace {

// ra, sra, rc20, rc11: observed is what happens before. Per thread there are three clocks (what it
// knows, what an acquire fence would add, what a release fence has published), and per write what
// an acquiring read of it learns. Where every access synchronises the first is enough.
//
//   read of w       acq |= message(w); if it acquires: cur |= message(w)
//   write           message = cur if it releases, else rel; of an update also message(source)
//   acquire fence   cur |= acq            release fence   rel = cur
//   SC fence        both; where it is an update of the fence cell, an acq_rel update in between
//
// A plain access neither sends nor receives.
class HappensBefore : public Views {
 public:
  enum class Orders : std::uint8_t { Ignored, Matter };
  HappensBefore(Orders orders, bool writesDeviate, std::uint32_t threads)
      : ordersMatter(orders == Orders::Matter), withWrites(writesDeviate), threads(threads) {}

  bool writesDeviate() const override { return withWrites; }

  void begin(const ScTrace& next) override {
    trace = &next;
    size = next.clockSize();
    current.assign(std::size_t{threads} * size, 0);
    pending.assign(std::size_t{threads} * size, 0);
    published.assign(std::size_t{threads} * size, 0);
    messages.assign(std::size_t{next.eventCount()} * size, 0);
  }

  std::uint32_t earliest(std::uint32_t thread, std::uint32_t cell, Access,
                         std::uint32_t latest) const override {
    const LiveGraph& g = trace->graph();
    const auto known = [&](EventRef e) { return knows(thread, e); };
    std::uint32_t position = latest;
    for (; position > 0; --position) {
      const EventRef w = g.writeAt(cell, position);
      if (known(w) || trace->anyReader(w, known)) break;
    }
    return position;
  }

  bool knows(std::uint32_t thread, EventRef e) const override {
    return e.index <= current[std::size_t{thread} * size + e.thread];
  }

  void add(EventRef e) override {
    const LiveEvent& event = trace->graph()[e];
    std::uint16_t* const cur = &current[std::size_t{e.thread} * size];
    std::uint16_t* const acq = &pending[std::size_t{e.thread} * size];
    std::uint16_t* const rel = &published[std::size_t{e.thread} * size];
    cur[e.thread] = e.index;
    const bool isFence = event.kind == Kind::Fence || event.scFence;
    const bool acquire = !ordersMatter || acquires(event.order);
    const bool release = !ordersMatter || releases(event.order);
    const bool plain = event.order == Order::NonAtomic;
    const std::uint16_t* const received =
        reads(event) && !plain && event.source != kInitial ? message(event.source) : nullptr;
    if (ordersMatter && isFence && acquire) join(cur, acq);
    if (received != nullptr && acquire) join(cur, received);
    if (received != nullptr && ordersMatter) join(acq, received);
    if (ordersMatter) join(acq, cur);
    if (ordersMatter && isFence && release) std::copy_n(cur, size, rel);
    if (!writes(event) || plain) return;
    std::uint16_t* const sent = &messages[std::size_t{trace->idOf(e)} * size];
    std::copy_n(release ? cur : rel, size, sent);
    if (received != nullptr) join(sent, received);
  }

 private:
  const std::uint16_t* message(EventRef w) const {
    return &messages[std::size_t{trace->idOf(w)} * size];
  }
  void join(std::uint16_t* into, const std::uint16_t* from) const {
    for (unsigned i = 0; i < size; ++i) into[i] = into[i] < from[i] ? from[i] : into[i];
  }

  const bool ordersMatter;
  const bool withWrites;
  const std::uint32_t threads;
  const ScTrace* trace = nullptr;
  unsigned size = 0;
  std::vector<std::uint16_t> current;
  std::vector<std::uint16_t> pending;
  std::vector<std::uint16_t> published;
  std::vector<std::uint16_t> messages;  // of each write
};

// tso, pso: observed is what the order of the machine (preserved program order, reads-from between
// threads, mo, fr) puts before, and what the thread itself has accessed at the cell. A view is a
// position per cell. Per thread: OR what its later reads are ordered after, OW its later writes,
// OF a full fence, C its own accesses to each cell. Per cell: LW what its last write is ordered
// after, LM all its accesses.
//
//   read           unless the thread wrote the last write: OR |= LW[x];
//                  OW |= OR; OF |= OR; C[x] = position; LM[x] |= OR
//   write          p = OW | LM[x], with x at its position; LW[x] = LM[x] = p; OF |= p;
//                  C[x] = position; with one buffer per thread (TSO) also OW = OF
//   update         p = OF | LM[x], with x at its position; all of these = p
//   release fence  OW = OF                 SC fence   OR = OW = OF
//   failed CAS     an SC fence, then a read
//   may take       a read: OR, C   a failed CAS: OF   a write: OW, C   an update: OF
class StoreBuffers : public Views {
 public:
  StoreBuffers(bool perCell, std::uint32_t threads) : perCell(perCell), threads(threads) {}

  bool writesDeviate() const override { return perCell; }

  void begin(const ScTrace& next) override {
    trace = &next;
    cells = next.slotCount();
    views.assign((std::size_t{threads} * kPerThread + std::size_t{cells} * kPerCell) * cells, 0);
    executed.assign(cells, 0);
  }

  std::uint32_t earliest(std::uint32_t thread, std::uint32_t cell, Access access,
                         std::uint32_t latest) const override {
    const std::uint32_t x = trace->slotOf(cell);
    const auto at = [&](unsigned row) { return views[offset(thread, row) + x]; };
    std::uint32_t floor = 0;
    switch (access) {
      case Access::Read:
        floor = std::max(at(kOR), at(kC));
        break;
      case Access::Write:
        floor = std::max(at(kOW), at(kC));
        break;
      case Access::LockedRead:
      case Access::Update:
        floor = at(kOF);
        break;
    }
    return std::min(floor, latest);
  }

  bool knows(std::uint32_t, EventRef) const override { return false; }

  void add(EventRef e) override {
    const LiveEvent& event = trace->graph()[e];
    if (event.kind == Kind::Fence) {
      if (perCell && releases(event.order)) assign(row(e, kOW), row(e, kOF));
      if (event.order == Order::Sc) flush(e);
      return;
    }
    if (!reads(event) && !writes(event)) return;
    const std::uint32_t x = trace->slotOf(event.cell);
    if (event.locked) flush(e);
    if (x == ScTrace::kNoSlot) return;
    if (event.kind == Kind::Update) flush(e);
    if (writes(event)) {
      write(e, x, event.kind == Kind::Update);
    } else {
      read(e, x, event.source);
    }
  }

 private:
  enum Row : std::uint8_t { kOR, kOW, kOF, kC, kPerThread };
  enum CellRow : std::uint8_t { kLW, kLM, kPerCell };

  std::size_t offset(std::uint32_t thread, unsigned row) const {
    return (std::size_t{thread} * kPerThread + row) * cells;
  }
  std::uint32_t* row(EventRef e, Row row) { return views.data() + offset(e.thread, row); }
  std::uint32_t* cellRow(std::uint32_t x, CellRow row) {
    return views.data() +
           (std::size_t{threads} * kPerThread + std::size_t{x} * kPerCell + row) * cells;
  }
  void join(std::uint32_t* into, const std::uint32_t* from) const {
    for (std::uint32_t i = 0; i < cells; ++i) into[i] = std::max(into[i], from[i]);
  }
  void assign(std::uint32_t* into, const std::uint32_t* from) const {
    std::copy_n(from, cells, into);
  }
  void flush(EventRef e) {
    assign(row(e, kOR), row(e, kOF));
    assign(row(e, kOW), row(e, kOF));
  }

  void read(EventRef e, std::uint32_t x, EventRef source) {
    if (source != kInitial && source.thread != e.thread) join(row(e, kOR), cellRow(x, kLW));
    join(row(e, kOW), row(e, kOR));
    join(row(e, kOF), row(e, kOR));
    row(e, kC)[x] = executed[x];
    join(cellRow(x, kLM), row(e, kOR));
  }
  // An update has made OW what a full fence is ordered after.
  void write(EventRef e, std::uint32_t x, bool update) {
    ++executed[x];
    std::uint32_t* const all = cellRow(x, kLM);
    join(all, row(e, kOW));
    all[x] = executed[x];
    assign(cellRow(x, kLW), all);
    join(row(e, kOF), all);
    row(e, kC)[x] = executed[x];
    if (update) flush(e);
    if (!perCell) assign(row(e, kOW), row(e, kOF));
  }

  const bool perCell;
  const std::uint32_t threads;
  const ScTrace* trace = nullptr;
  std::uint32_t cells = 0;
  std::vector<std::uint32_t> views;
  std::vector<std::uint32_t> executed;  // per cell: the position of its last write so far
};

}  // namespace

std::unique_ptr<Views> viewsOf(ModelName model, std::uint32_t threads) {
  using Orders = HappensBefore::Orders;
  switch (model) {
    case ModelName::Sc:
      return nullptr;
    case ModelName::Tso:
      return std::make_unique<StoreBuffers>(false, threads);
    case ModelName::Pso:
      return std::make_unique<StoreBuffers>(true, threads);
    case ModelName::Sra:
      return std::make_unique<HappensBefore>(Orders::Ignored, false, threads);
    case ModelName::Ra:
      return std::make_unique<HappensBefore>(Orders::Ignored, true, threads);
    case ModelName::Rc20:
    case ModelName::Rc11:
      return std::make_unique<HappensBefore>(Orders::Matter, true, threads);
  }
  return nullptr;
}

}  // namespace robur::traces
