#include "program/transform/share_registers.h"

#include <limits>

#include "program/analysis/liveness.h"

namespace robur {

namespace {

using Live = std::vector<std::vector<bool>>;

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

bool mayFault(const Instr& in, const Code& code) {
  bool divides = false;
  forEachNode(in.value, [&](const Expr& node) {
    divides |= node.kind == Expr::Kind::Binary &&
               (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod);
  });
  return divides || code.registers[raw(in.dst)].type.overflow == IntType::Overflow::Error;
}

bool liveAfter(const Instr& in, const Live& live, std::uint32_t r) {
  for (const Pc next : in.next) {
    if (live[next][r]) return true;
  }
  return false;
}

// An assignment to a register that is dead afterwards, and that cannot fail, does nothing.
void dropDead(Code& code) {
  for (bool changed = true; changed;) {
    changed = false;
    const Live live = liveRegisters(code);
    for (Instr& in : code.instrs) {
      const bool silent = in.op == Instr::Op::Assign;
      if (!silent || liveAfter(in, live, raw(in.dst)) || mayFault(in, code)) continue;
      in.op = Instr::Op::Goto;
      in.dst = kNoReg;
      in.value = nullptr;
      changed = true;
    }
  }
}

}  // namespace

void shareRegisters(Code& code) {
  dropDead(code);
  const auto count = static_cast<std::uint32_t>(code.registers.size());
  const Live live = liveRegisters(code);
  // Two registers conflict if one is written while the other is live. The copy of a register may be
  // merged with it: both hold the same value.
  std::vector<std::vector<bool>> apart(count, std::vector<bool>(count, false));
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
    for (std::uint32_t r = 0; r < count; ++r) {
      if (r == d || r == source || !liveAfter(in, live, r)) continue;
      apart[d][r] = apart[r][d] = true;
    }
  }
  // Registers read before they are written keep their initial values, so they are not merged.
  std::vector<bool> fromStart(count, false);
  if (code.entry < code.instrs.size()) fromStart = live[code.entry];
  std::vector<std::uint32_t> colour(count, 0);
  std::vector<Register> kept;
  std::vector<std::vector<std::uint32_t>> members;
  std::vector<bool> done(count, false);
  const auto fits = [&](std::uint32_t r, std::uint32_t c) {
    if (!(kept[c].type == code.registers[r].type)) return false;
    for (const std::uint32_t other : members[c]) {
      if (apart[r][other] || fromStart[other]) return false;
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
