#include "models/monitored_cells.h"

#include <algorithm>

namespace robur {

namespace {

void addSorted(std::vector<std::int64_t>& values, std::int64_t v) {
  const auto at = std::lower_bound(values.begin(), values.end(), v);
  if (at == values.end() || *at != v) values.insert(at, v);
}

bool compares(const Instr& in) {
  return in.op == Instr::Op::Wait || in.op == Instr::Op::Cas || in.op == Instr::Op::Bcas;
}

// Calls visit(cell, type) for every cell that the instruction's address can name.
template <class Visit>
void forEachCell(const Program& program, const Address& address, const Visit& visit) {
  for (std::uint32_t l = 0; l < program.locations.size(); ++l) {
    if (!address.pointer && LocationId{l} != address.base) continue;
    const Location& location = program.locations[l];
    const std::uint32_t first = raw(program.firstCell(LocationId{l}));
    for (std::uint32_t i = 0; i < location.size(); ++i) visit(first + i, location.type);
  }
}

template <class Visit>
void forEachComparison(const Program& program, const Visit& visit) {
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (compares(in)) {
        forEachCell(program, in.address,
                    [&](std::uint32_t cell, const IntType& type) { visit(in, cell, type); });
      }
    }
  }
}

}  // namespace

MonitoredCells::MonitoredCells(const Program& program, const std::vector<bool>& monitored,
                               const std::vector<std::vector<std::int64_t>>& tracked)
    : indexOfCell(program.cellCount(), kNotMonitored) {
  for (std::uint32_t cell = 0; cell < program.cellCount(); ++cell) {
    if (!monitored[cell]) continue;
    const IntType& type = program[program.locationOf(CellId{cell})].type;
    MonitoredCell entry;
    entry.cell = cell;
    for (const std::int64_t v : tracked[cell]) {
      if (type.contains(v)) entry.tracked.push_back(v);
    }
    entry.others = entry.tracked.empty() || entry.tracked.size() - 1 < type.extent();
    entry.firstClass = classes;
    classes += entry.classCount();
    indexOfCell[cell] = static_cast<unsigned>(cells.size());
    cells.push_back(std::move(entry));
  }
}

unsigned MonitoredCells::classOf(unsigned cell, std::int64_t value) const {
  const MonitoredCell& p = cells[cell];
  const auto at = std::lower_bound(p.tracked.begin(), p.tracked.end(), value);
  const bool found = at != p.tracked.end() && *at == value;
  const auto offset =
      found ? at - p.tracked.begin() : static_cast<std::ptrdiff_t>(p.tracked.size());
  return p.firstClass + static_cast<unsigned>(offset);
}

std::vector<std::vector<std::int64_t>> comparedConstants(const Program& program) {
  std::vector<std::vector<std::int64_t>> out(program.cellCount());
  forEachComparison(program, [&](const Instr& in, std::uint32_t cell, const IntType& type) {
    const auto add = [&](std::int64_t v) {
      if (type.overflow == IntType::Overflow::Wrap) v = type.wrap(v);
      if (type.contains(v)) addSorted(out[cell], v);
    };
    if (in.op != Instr::Op::Wait) {
      if (in.expected->kind == Expr::Kind::Const) add(in.expected->value);
      return;
    }
    // Any constant that stands beside the value read in a comparison may matter.
    forEachNode(in.value, [&](const Expr& e) {
      if (e.kind != Expr::Kind::Binary || !e.lhs || !e.rhs) return;
      if (e.lhs->kind == Expr::Kind::Loaded && e.rhs->kind == Expr::Kind::Const) add(e.rhs->value);
      if (e.rhs->kind == Expr::Kind::Loaded && e.lhs->kind == Expr::Kind::Const) add(e.lhs->value);
    });
  });
  return out;
}

std::vector<std::vector<std::int64_t>> allComparedValues(const Program& program,
                                                         std::uint64_t limit) {
  auto out = comparedConstants(program);
  forEachComparison(program, [&](const Instr&, std::uint32_t cell, const IntType& type) {
    if (type.extent() >= limit) return;
    for (std::uint64_t i = 0; i <= type.extent(); ++i) {
      addSorted(out[cell], static_cast<std::int64_t>(static_cast<std::uint64_t>(type.lo) + i));
    }
  });
  return out;
}

}  // namespace robur
