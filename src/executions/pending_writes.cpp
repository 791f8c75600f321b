#include "executions/pending_writes.h"

namespace robur::executions {

namespace {

bool writesConstant(const CompiledInstr& in) {
  const bool storesOperand = in.op != Instr::Op::Rmw || in.rmw == RmwOp::Exchange;
  return storesOperand && in.value.isConstant();
}

}  // namespace

PendingWrites::PendingWrites(const Machine& machine)
    : machine(machine), threads(machine.threadCount()) {
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    const std::vector<CompiledInstr>& code = machine.thread(t).instrs;
    Thread& thread = threads[t];
    std::vector<std::pair<std::size_t, std::size_t>> at;  // pc, number of the write
    for (std::size_t pc = 0; pc < code.size(); ++pc) {
      const CompiledInstr& in = code[pc];
      if (!robur::mayWrite(in.op)) continue;
      Write write{cellsOf(in), writesConstant(in), 0};
      if (write.constant) write.value = in.value.constantValue();
      at.emplace_back(pc, thread.writes.size());
      thread.writes.push_back(write);
    }
    const std::size_t words = (thread.writes.size() + 63) / 64;
    thread.ahead.assign(code.size() * words, 0);
    for (const auto& [pc, i] : at)
      thread.ahead[pc * words + i / 64] |= std::uint64_t{1} << (i % 64);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t pc = code.size(); pc-- > 0;) {
        for (const Pc next : code[pc].next) {
          for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t more =
                thread.ahead[next * words + w] & ~thread.ahead[pc * words + w];
            thread.ahead[pc * words + w] |= more;
            changed = changed || more != 0;
          }
        }
      }
    }
  }
}

}  // namespace robur::executions
