#include "program/analysis/liveness.h"

namespace robur {

namespace {

void addUses(const ExprPtr& e, std::vector<bool>& live) {
  forEachNode(e, [&](const Expr& node) {
    if (node.kind == Expr::Kind::Reg) live[raw(node.reg)] = true;
  });
}

}  // namespace

std::vector<std::vector<bool>> liveRegisters(const Code& code, const std::vector<bool>& atEnd) {
  const std::vector<bool> none(code.registers.size(), false);
  std::vector<std::vector<bool>> live(code.instrs.size(), none);
  // Round-robin to the least fixed point; code is usually written forwards, so going
  // backwards takes two or three rounds.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = code.instrs.size(); i-- > 0;) {
      const Instr& in = code.instrs[i];
      std::vector<bool> now = in.next.empty() && !atEnd.empty() ? atEnd : none;
      for (const Pc next : in.next) {
        for (std::size_t r = 0; r < now.size(); ++r) now[r] = now[r] || live[next][r];
      }
      if (in.dst != kNoReg) now[raw(in.dst)] = false;
      addUses(in.value, now);
      addUses(in.expected, now);
      addUses(in.address.index, now);
      if (now != live[i]) {
        live[i] = std::move(now);
        changed = true;
      }
    }
  }
  return live;
}

}  // namespace robur
