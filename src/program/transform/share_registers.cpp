#include "program/transform/share_registers.h"

#include <limits>

#include "program/analysis/liveness.h"

namespace robur {

namespace {

ExprPtr renamed(const ExprPtr& e, const std::vector<std::uint32_t>& to) {
  if (!e) return e;
  switch (e->kind) {
    case Expr::Kind::Reg:
      return reg(RegId{to[raw(e->reg)]});
    case Expr::Kind::Unary:
      return unary(e->unary, renamed(e->lhs, to));
    case Expr::Kind::Binary:
      return binary(e->binary, renamed(e->lhs, to), renamed(e->rhs, to));
    default:
      return e;
  }
}

// Calls visit(register) for the registers that are live after the instruction, some of them twice.
template <class Visit>
void forEachLiveAfter(const Instr& in, const BitMatrix& live, const Visit& visit) {
  for (const Pc next : in.next) live.forEach(next, visit);
}

// An assignment to a register that is not needed afterwards does nothing. Returns which registers
// are live in the code without them.
BitMatrix dropDead(Code& code) {
  BitMatrix live = neededRegisters(code);
  for (Instr& in : code.instrs) {
    if (!onlyAssigns(in, code)) continue;
    bool needed = false;
    for (const Pc next : in.next) needed |= live.at(next, raw(in.dst));
    if (needed) continue;
    in.op = Instr::Op::Goto;
    in.dst = kNoReg;
    in.value = nullptr;
  }
  return live;
}

}  // namespace

void shareRegisters(Code& code) {
  const BitMatrix live = dropDead(code);
  const auto count = static_cast<std::uint32_t>(code.registers.size());
  // Two registers conflict if one is written while the other is live. The copy of a register may be
  // merged with it: both hold the same value.
  BitMatrix apart(count, count);
  std::vector<std::vector<std::uint32_t>> copies(count);
  std::vector<bool> used(count, false);
  for (const Instr& in : code.instrs) {
    if (in.dst == kNoReg) continue;
    const std::uint32_t d = raw(in.dst);
    used[d] = true;
    std::uint32_t source = count;
    if (in.op == Instr::Op::Assign && in.value->kind == Expr::Kind::Reg) {
      source = raw(in.value->reg);
      copies[d].push_back(source);
      copies[source].push_back(d);
    }
    forEachLiveAfter(in, live, [&](std::uint32_t r) {
      if (r == d || r == source) return;
      apart.set(d, r);
      apart.set(r, d);
    });
  }
  // Registers read before they are written keep their initial values, so they are not merged.
  std::vector<bool> fromStart(count, false);
  if (code.entry < code.instrs.size()) {
    live.forEach(code.entry, [&](std::uint32_t r) { fromStart[r] = true; });
  }
  std::vector<std::uint32_t> colour(count, 0);
  std::vector<Register> kept;
  std::vector<std::vector<std::uint32_t>> members;
  std::vector<bool> done(count, false);
  const auto fits = [&](std::uint32_t r, std::uint32_t c) {
    if (!(kept[c].type == code.registers[r].type)) return false;
    for (const std::uint32_t other : members[c]) {
      if (apart.at(r, other) || fromStart[other]) return false;
    }
    return true;
  };
  for (std::uint32_t r = 0; r < count; ++r) {
    if (!used[r] && !fromStart[r]) continue;
    auto pick = std::numeric_limits<std::uint32_t>::max();
    if (!fromStart[r]) {
      for (const std::uint32_t copy : copies[r]) {
        if (done[copy] && fits(r, colour[copy])) pick = colour[copy];
      }
      for (std::uint32_t c = 0; c < kept.size() && pick == UINT32_MAX; ++c) {
        if (fits(r, c)) pick = c;
      }
    }
    if (pick == UINT32_MAX) {
      pick = static_cast<std::uint32_t>(kept.size());
      kept.push_back(code.registers[r]);
      members.emplace_back();
    }
    colour[r] = pick;
    members[pick].push_back(r);
    done[r] = true;
  }
  for (Instr& in : code.instrs) {
    in.value = renamed(in.value, colour);
    in.expected = renamed(in.expected, colour);
    in.address.index = renamed(in.address.index, colour);
    if (in.dst == kNoReg) continue;
    in.dst = RegId{colour[raw(in.dst)]};
    if (in.op == Instr::Op::Assign && in.value->kind == Expr::Kind::Reg &&
        in.value->reg == in.dst) {
      in.op = Instr::Op::Goto;
      in.dst = kNoReg;
      in.value = nullptr;
    }
  }
  code.registers = std::move(kept);
}

}  // namespace robur
