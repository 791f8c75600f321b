#include "anynumber/column_rules.h"

#include <algorithm>

#include "models/pso.h"
#include "models/ra.h"
#include "models/rc11.h"
#include "models/rc20.h"
#include "models/sc.h"
#include "models/sra.h"
#include "models/tso.h"

namespace robur::anynumber {

namespace {

using Row = Bits<1>;

constexpr unsigned kMover = 0, kOthers = 1;

MonitorLayout<1> layoutOf(const ColumnFrame& frame, ColumnSubject subject) {
  MonitorLayout<1> layout;
  layout.fragment = frame.fragment;
  // Twins follow the same rules; they differ in which writes stamp, which the caller decides.
  layout.fragment.updates = false;
  layout.threads = 2;
  layout.cells = static_cast<unsigned>(frame.cells.size());
  layout.classes = subject.cell == ColumnSubject::kRace ? 1 : 2;
  layout.shadows = subject.cell == ColumnSubject::kRace ? 1 : 0;
  layout.classesOf.assign(layout.cells, Row::none());
  if (subject.cell != ColumnSubject::kRace) layout.classesOf[subject.cell].add(kColumn);
  layout.orders = frame.cells;
  return layout;
}

template <class Model>
class ColumnRulesOf final : public ColumnRules {
 public:
  ColumnRulesOf(const ColumnFrame& frame, ColumnSubject subject)
      : layout(layoutOf(frame, subject)),
        model(layout),
        plan(model.plan()),
        subject(subject),
        liveness(2),
        rows(std::max(1u, model.rowMap().size()), Row::none()) {
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      hasCellsRow = hasCellsRow || plan.thread[k].whole;
    }
    liveness.set(kOthers, frame.others);
    start({ColumnEvent::Kind::Store, Order::Rlx, subject.cell});
    fresh = thread(kOthers);
  }

  bool fits() const {
    return std::max({plan.thread.size(), plan.cell.size(), plan.fence.size(),
                     std::size_t{layout.cells}}) <= kMostRows;
  }

  FirstBits begin(const ColumnEvent& event, const Liveness<1>& next) override {
    start(event);
    FirstBits out;
    settle(next);
    out.step = {thread(kMover), 0, fence()};
    for (unsigned x = 0; x < layout.cells; ++x) out.cells.push_back(cell(x));
    if (!isRace()) out.step.cell = out.cells[event.cell];
    return out;
  }
  ThreadBits beginElsewhere(const Liveness<1>& next) override {
    std::ranges::fill(rows, Row::none());
    setThread(kOthers, fresh);
    setThread(kMover, fresh);
    settle(next);
    return thread(kMover);
  }
  StepBits after(const ColumnEvent& event, const StepBits& before,
                 const Liveness<1>& next) override {
    const bool atCell = isAtCell(event);
    std::ranges::fill(rows, Row::none());
    setThread(kOthers, fresh);
    setThread(kMover, before.thread);
    if (atCell) setCell(event.cell, before.cell);
    for (unsigned k = 0; k < plan.fence.size(); ++k) {
      set(model.rowMap().fence(rows.data(), k), plan.fence[k], before.fence >> k & 1);
    }
    apply(event, kOther);
    keepColumn();
    settle(next);
    return {thread(kMover), atCell ? cell(event.cell) : before.cell, fence()};
  }

  bool open(const ThreadBits& bits, const Question& question) override {
    std::ranges::fill(rows, Row::none());
    setThread(kMover, bits);
    if (isRace()) return model.races(rows.data(), kMover, column());
    Outcomes<1> may;
    const bool writes = question.kind == Question::Kind::Write;
    (writes ? may.update : may.read) = column();
    // A CAS that may fail may succeed as well, with another value.
    if (question.kind == Question::Kind::FailedCas) may.update = Row::single(kOther);
    (writes ? may.updateSc : may.readSc) = question.sc;
    may.locked = question.locked;
    return model.stale(rows.data(), kMover, may);
  }
  bool reached(const ThreadBits& bits) override {
    if (isRace()) return true;
    std::ranges::fill(rows, Row::none());
    setThread(kMover, bits);
    return model.reached(rows.data(), kMover, subject.cell);
  }

  StepBits reachRows() const override {
    StepBits out;
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      if (isReach(plan.thread[k])) out.thread.rows |= std::uint64_t{1} << k;
    }
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      if (isReach(plan.cell[k])) out.cell |= std::uint64_t{1} << k;
    }
    for (unsigned k = 0; k < plan.fence.size(); ++k) {
      if (isReach(plan.fence[k])) out.fence |= std::uint64_t{1} << k;
    }
    return out;
  }
  unsigned threadRows() const override { return static_cast<unsigned>(plan.thread.size()); }
  unsigned cellRows() const override { return static_cast<unsigned>(plan.cell.size()); }
  unsigned fenceRows() const override { return static_cast<unsigned>(plan.fence.size()); }
  bool cellsAreOwned() const override { return hasCellsRow && !model.asksForNext(); }
  bool cellsAreExact() const override { return hasCellsRow && model.asksForNext(); }

 private:
  static constexpr unsigned kOther = 0;  // a value class that is not the column's

  bool isRace() const { return subject.cell == ColumnSubject::kRace; }
  static Row column() { return Row::single(kColumn); }
  static bool isReach(const RowKind& kind) { return kind.columns == Columns::Cells && !kind.whole; }
  static bool isAtCell(const ColumnEvent& event) {
    using Kind = ColumnEvent::Kind;
    return event.kind == Kind::Load || event.kind == Kind::FailedCas || event.writes();
  }

  // The bit of this row that belongs to the column.
  bool bit(const Row& row, const RowKind& kind) const {
    if (!isReach(kind)) return row.has(kColumn);
    return !isRace() && row.has(subject.cell);
  }
  void set(Row& row, const RowKind& kind, bool on) const {
    if (!on) return;
    if (!isReach(kind)) {
      row.add(kColumn);
    } else if (!isRace()) {
      row.add(subject.cell);
    }
  }

  // The rows when the column begins, which depends on nothing that they held before.
  void start(const ColumnEvent& event) {
    std::ranges::fill(rows, Row::none());
    if (isRace()) {
      model.passBy(rows.data(), kMover);
      model.touch(rows.data(), kMover, column());
    } else {
      apply(event, kColumn);
    }
    keepColumn();
  }

  void setThread(unsigned t, const ThreadBits& bits) {
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      Row& row = model.rowMap().thread(rows.data(), t, k);
      if (plan.thread[k].whole) {
        row.words[0] = bits.cells;
      } else {
        set(row, plan.thread[k], bits.rows >> k & 1);
      }
    }
  }
  void setCell(unsigned x, std::uint64_t bits) {
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      set(model.rowMap().cell(rows.data(), x, k), plan.cell[k], bits >> k & 1);
    }
  }
  ThreadBits thread(unsigned t) {
    ThreadBits out;
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      const Row& row = model.rowMap().thread(rows.data(), t, k);
      if (plan.thread[k].whole) {
        out.cells = row.words[0];
      } else {
        out.rows |= std::uint64_t{bit(row, plan.thread[k])} << k;
      }
    }
    return out;
  }
  std::uint64_t cell(unsigned x) {
    std::uint64_t out = 0;
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      out |= std::uint64_t{bit(model.rowMap().cell(rows.data(), x, k), plan.cell[k])} << k;
    }
    return out;
  }
  std::uint64_t fence() {
    std::uint64_t out = 0;
    for (unsigned k = 0; k < plan.fence.size(); ++k) {
      out |= std::uint64_t{bit(model.rowMap().fence(rows.data(), k), plan.fence[k])} << k;
    }
    return out;
  }

  void apply(const ColumnEvent& event, unsigned oldClass) {
    Row* const at = rows.data();
    switch (event.kind) {
      case ColumnEvent::Kind::Local:
        return;
      case ColumnEvent::Kind::Load:
        return model.load(at, kMover, event.cell, event.order);
      case ColumnEvent::Kind::FailedCas:
        return model.failedCas(at, kMover, event.cell, event.order);
      case ColumnEvent::Kind::Store:
        return model.store(at, kMover, event.cell, event.order, oldClass);
      case ColumnEvent::Kind::Update:
        return model.update(at, kMover, event.cell, event.order, oldClass);
      case ColumnEvent::Kind::Fence:
        return model.fence(at, kMover, event.order);
      case ColumnEvent::Kind::PassBy:
        return model.passBy(at, kMover);
    }
  }
  // Clears everything that does not belong to the column.
  void keepColumn() {
    const auto cut = [&](Row& row, const RowKind& kind) {
      if (kind.whole) return;
      row &= !isReach(kind) ? column() : isRace() ? Row::none() : Row::single(subject.cell);
    };
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      for (const unsigned t : {kMover, kOthers}) {
        cut(model.rowMap().thread(rows.data(), t, k), plan.thread[k]);
      }
    }
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      for (unsigned x = 0; x < layout.cells; ++x) {
        cut(model.rowMap().cell(rows.data(), x, k), plan.cell[k]);
      }
    }
    for (unsigned k = 0; k < plan.fence.size(); ++k) {
      cut(model.rowMap().fence(rows.data(), k), plan.fence[k]);
    }
  }
  void settle(const Liveness<1>& next) {
    liveness.set(kMover, next);
    model.dropDead(rows.data(), liveness);
  }

  const MonitorLayout<1> layout;
  const Model model;
  const RowPlan plan;
  const ColumnSubject subject;
  LivenessPerThread<1> liveness;
  std::vector<Row> rows;
  bool hasCellsRow = false;
  ThreadBits fresh;  // of a thread that has observed nothing since the column began
};

template <class Model>
std::unique_ptr<ColumnRules> made(const ColumnFrame& frame, ColumnSubject subject) {
  auto rules = std::make_unique<ColumnRulesOf<Model>>(frame, subject);
  if (!rules->fits()) return nullptr;
  return rules;
}

}  // namespace

std::unique_ptr<ColumnRules> columnRules(ModelName model, const ColumnFrame& frame,
                                         ColumnSubject subject) {
  switch (model) {
    case ModelName::Sc:
      return made<Sc<1>>(frame, subject);
    case ModelName::Tso:
      return made<Tso<1>>(frame, subject);
    case ModelName::Pso:
      return made<Pso<1>>(frame, subject);
    case ModelName::Sra:
      return made<Sra<1>>(frame, subject);
    case ModelName::Ra:
      return made<Ra<1>>(frame, subject);
    case ModelName::Rc20:
      return made<Rc20<1>>(frame, subject);
    case ModelName::Rc11:
      return made<Rc11<1>>(frame, subject);
  }
  return nullptr;
}

}  // namespace robur::anynumber
