#include "semantics/futures.h"

#include "program/liveness.h"

namespace robur {

namespace {

void addAccess(const Machine& machine, const CompiledInstr& in, Future& future) {
  if (in.op == Instr::Op::Fence) {
    if (in.order == Order::Sc) {
      future.reads.add(machine.cellCount());
      future.writes.add(machine.cellCount());
    }
    return;
  }
  if (!accessesMemory(in.op)) return;
  std::uint32_t first = in.baseCell;
  std::uint32_t last = in.baseCell + in.extent;
  if (in.index.isConstant()) {
    const std::int64_t i = in.index.constantValue();
    if (i < 0 || i >= static_cast<std::int64_t>(in.extent)) return;  // faults, touches nothing
    first += static_cast<std::uint32_t>(i);
    last = first + 1;
  } else if (in.index.empty()) {
    last = first + 1;
  }
  for (std::uint32_t cell = first; cell < last; ++cell) {
    future.next.add(cell);
    if (mayRead(in.op)) future.reads.add(cell);
    if (mayWrite(in.op)) future.writes.add(cell);
  }
}

std::vector<Future> futuresOf(const Machine& machine, const CompiledThread& th) {
  const CellSet empty(machine.cellCount());
  const Future none{empty, empty, empty};
  std::vector<Future> out(th.instrs.size(), none);
  for (std::size_t pc = 0; pc < th.instrs.size(); ++pc) addAccess(machine, th.instrs[pc], out[pc]);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = th.instrs.size(); pc-- > 0;) {
      for (const Pc next : th.instrs[pc].next) {
        changed |= out[pc].reads.addAll(out[next].reads);
        changed |= out[pc].writes.addAll(out[next].writes);
        if (th.isLocal(static_cast<Pc>(pc))) changed |= out[pc].next.addAll(out[next].next);
      }
    }
  }
  return out;
}

}  // namespace

Futures::Futures(const Machine& machine) {
  const Program& program = machine.program();
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    futures.push_back(futuresOf(machine, machine.thread(t)));
    const Code& code = program.codeOf(ThreadId{t});
    const auto live = liveRegisters(code);
    auto& deadOfThread = dead.emplace_back();
    for (Pc pc = 0; pc <= code.instrs.size(); ++pc) {
      auto& deadHere = deadOfThread.emplace_back();
      for (std::uint32_t r = 0; r < code.registers.size(); ++r) {
        if (pc == code.instrs.size() || !live[pc][r]) deadHere.push_back(r);
      }
    }
  }
}

}  // namespace robur
