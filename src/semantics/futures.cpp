#include "semantics/futures.h"

#include "program/analysis/liveness.h"

namespace robur {

namespace {

// The sets of one program counter, while they are being computed.
struct Draft {
  std::uint64_t* reads;
  std::uint64_t* writes;
  std::uint64_t* next;
};

void add(std::uint64_t* set, unsigned cell) {
  set[cell / 64] |= std::uint64_t{1} << (cell % 64);
}

void addAccess(const Machine& machine, const CompiledInstr& in, Draft future) {
  if (in.op == Instr::Op::Fence) {
    if (in.order == Order::Sc) {
      add(future.reads, machine.cellCount());
      add(future.writes, machine.cellCount());
    }
    return;
  }
  if (!accessesMemory(in.op)) return;
  const CellRange cells = cellsOf(in);
  for (std::uint32_t cell = cells.first; cell < cells.last; ++cell) {
    add(future.next, cell);
    if (mayRead(in.op)) add(future.reads, cell);
    if (mayWrite(in.op)) add(future.writes, cell);
  }
}

std::vector<std::uint64_t> futuresOf(const Machine& machine, const CompiledThread& th,
                                     std::size_t perSet) {
  const std::size_t perPlace = 3 * perSet;
  std::vector<std::uint64_t> out(th.instrs.size() * perPlace, 0);
  for (std::size_t pc = 0; pc < th.instrs.size(); ++pc) {
    std::uint64_t* here = out.data() + pc * perPlace;
    addAccess(machine, th.instrs[pc], {here, here + perSet, here + 2 * perSet});
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = th.instrs.size(); pc-- > 0;) {
      std::uint64_t* here = out.data() + pc * perPlace;
      for (const Pc next : th.instrs[pc].next) {
        const std::uint64_t* there = out.data() + next * perPlace;
        // The set `next` is propagated across local steps only.
        const std::size_t passed = th.isLocal(static_cast<Pc>(pc)) ? perPlace : 2 * perSet;
        for (std::size_t i = 0; i < passed; ++i) {
          changed |= (there[i] & ~here[i]) != 0;
          here[i] |= there[i];
        }
      }
    }
  }
  return out;
}

}  // namespace

Futures::Futures(const Machine& machine) : perSet((machine.cellCount() + 64) / 64) {
  const Program& program = machine.program();
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    sets.push_back(futuresOf(machine, machine.thread(t), perSet));
    const Code& code = program.codeOf(ThreadId{t});
    const BitMatrix live = liveRegisters(code);
    auto& deadOfThread = dead.emplace_back();
    auto& liveOfThread = liveSomewhere.emplace_back(code.registers.size(), false);
    for (Pc pc = 0; pc <= code.instrs.size(); ++pc) {
      auto& deadHere = deadOfThread.emplace_back();
      for (std::uint32_t r = 0; r < code.registers.size(); ++r) {
        if (pc == code.instrs.size() || !live.at(pc, r)) {
          deadHere.push_back(r);
        } else {
          liveOfThread[r] = true;
        }
      }
    }
  }
}

}  // namespace robur
