#include "program/simplify.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "program/arithmetic.h"

namespace robur {

namespace {

constexpr Pc kUnnumbered = std::numeric_limits<Pc>::max();

// The target of an instruction that only jumps.
std::optional<Pc> jumpTarget(const Instr& instr) {
  switch (instr.op) {
    case Instr::Op::Goto:
      return instr.next[0];
    case Instr::Op::Choose:
      if (instr.next.size() == 1) return instr.next[0];
      return std::nullopt;
    case Instr::Op::Branch:
      if (instr.value->kind == Expr::Kind::Const)
        return instr.next[instr.value->value != 0 ? 0 : 1];
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// The instruction that each instruction leads to: the end of its chain of jumps. All instructions
// of a cycle of jumps lead to one of them.
std::vector<Pc> resolveJumps(const std::vector<Instr>& instrs) {
  const auto size = static_cast<Pc>(instrs.size());
  std::vector<Pc> meaning(size, kUnnumbered);
  std::vector<Pc> chain;
  std::vector<bool> onChain(size, false);
  for (Pc start = 0; start < size; ++start) {
    chain.clear();
    Pc pc = start;
    while (meaning[pc] == kUnnumbered && !onChain[pc]) {
      onChain[pc] = true;
      chain.push_back(pc);
      const std::optional<Pc> target = jumpTarget(instrs[pc]);
      if (!target) {
        meaning[pc] = pc;
        break;
      }
      pc = *target;
    }
    const Pc end = meaning[pc] == kUnnumbered ? pc : meaning[pc];
    for (const Pc link : chain) {
      meaning[link] = end;
      onChain[link] = false;
    }
  }
  return meaning;
}

bool mentionsLoaded(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Loaded; });
  return found;
}

// The condition of a wait must still contain the value read, even if that is redundant.
ExprPtr foldedAroundLoaded(const ExprPtr& e) {
  if (!mentionsLoaded(e)) return folded(e);
  if (e->kind == Expr::Kind::Unary) return unary(e->unary, foldedAroundLoaded(e->lhs));
  if (e->kind != Expr::Kind::Binary) return e;
  return binary(e->binary, foldedAroundLoaded(e->lhs), foldedAroundLoaded(e->rhs));
}

Instr normal(const Program& program, Instr instr) {
  const bool waits = instr.op == Instr::Op::Wait;
  instr.value = waits ? foldedAroundLoaded(instr.value) : folded(instr.value);
  instr.expected = folded(instr.expected);
  Address& address = instr.address;
  address.index = folded(address.index);
  if (accessesMemory(instr.op) && !address.pointer && !address.index &&
      program[address.base].isArray) {
    address.index = constant(0);
  }
  return instr;
}

}  // namespace

Code simplified(const Program& program, const Code& code) {
  assert(code.entry < code.instrs.size());
  std::vector<Instr> instrs;
  instrs.reserve(code.instrs.size());
  for (const Instr& instr : code.instrs) instrs.push_back(normal(program, instr));
  const std::vector<Pc> meaning = resolveJumps(instrs);

  // All Halts are equivalent: the first that the numbering below reaches replaces the others.
  Pc halt = kUnnumbered;
  const auto resolve = [&](Pc pc) {
    const Pc target = meaning[pc];
    if (instrs[target].op != Instr::Op::Halt) return target;
    if (halt == kUnnumbered) halt = target;
    return halt;
  };

  std::vector<Pc> number(instrs.size(), kUnnumbered);
  std::vector<Pc> order;
  std::vector<Pc> pending = {resolve(code.entry)};
  while (!pending.empty()) {
    const Pc pc = pending.back();
    pending.pop_back();
    if (number[pc] != kUnnumbered) continue;
    number[pc] = static_cast<Pc>(order.size());
    order.push_back(pc);
    if (jumpTarget(instrs[pc])) continue;  // an empty endless loop
    const std::vector<Pc>& next = instrs[pc].next;
    for (auto it = next.rbegin(); it != next.rend(); ++it) pending.push_back(resolve(*it));
  }

  Code out;
  out.name = code.name;
  out.registers = code.registers;
  out.span = code.span;
  for (const Pc pc : order) {
    Instr instr = instrs[pc];
    if (jumpTarget(instr)) {
      instr.op = Instr::Op::Goto;
      instr.value = nullptr;
      instr.next = {number[pc]};
    } else {
      for (Pc& next : instr.next) next = number[resolve(next)];
    }
    out.instrs.push_back(std::move(instr));
  }
  for (const Label& label : code.labels) {
    if (label.pc >= code.instrs.size()) continue;
    const Pc pc = number[resolve(label.pc)];
    if (pc != kUnnumbered) out.labels.push_back({label.name, pc});
  }
  return out;
}

Program simplified(const Program& program) {
  Program out = program;
  for (Code& code : out.codes) code = simplified(program, code);
  return out;
}

}  // namespace robur
