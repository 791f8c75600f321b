#include "executions/lock_cells.h"

namespace robur::executions {

LockCells::LockCells(const Machine& machine) : cells(machine.cellCount() + 1) {
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    for (const CompiledInstr& in : machine.thread(t).instrs) {
      if (!mayRead(in.op)) continue;
      const bool expects = in.op == Instr::Op::Bcas && in.expected.isConstant();
      const CellRange range = cellsOf(in);
      for (std::uint32_t c = range.first; c < range.last; ++c) {
        Cell& cell = cells[c];
        std::optional<std::int64_t> expected;
        if (expects) expected = machine.cellType(c).wrap(in.expected.constantValue());
        if (!cell.used) cell.expected = expected;
        if (cell.expected != expected) cell.expected.reset();
        cell.used = true;
      }
    }
  }
}

}  // namespace robur::executions
