#include "program/transform/unneeded_values.h"

#include <algorithm>
#include <map>

#include "program/analysis/data_flow.h"
#include "program/analysis/liveness.h"
#include "program/transform/data_abstraction.h"

namespace robur {

namespace {

class Needs {
 public:
  explicit Needs(const Program& program)
      : program(program), flow(program), needed(flow.size(), false) {}

  std::vector<bool> run() {
    for (const DataFlow::Node node : flow.inAddresses()) needed[node] = true;
    for (const std::vector<DataFlow::Node>& condition : flow.conditions()) {
      for (const DataFlow::Node node : condition) needed[node] = true;
    }
    for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
      code = CodeId{c};
      for (const Instr& in : program.codes[c].instrs) look(in);
    }
    return flow.backwards(std::move(needed));
  }

  const DataFlow& dataFlow() const { return flow; }

 private:
  void look(const Instr& in) {
    using Op = Instr::Op;
    if (in.op == Op::Assert) need(in.value);
    needOperandsThatMayFail(in.value);
    needOperandsThatMayFail(in.expected);
    if (in.op == Op::Assign && !fits(in.value, typeOf(in.dst))) need(in.dst);
    if (in.op == Op::Havoc && !fits({in.lo, in.hi}, typeOf(in.dst))) need(in.dst);
    if (!accessesMemory(in.op)) return;
    for (std::uint32_t l = 0; l < program.locations.size(); ++l) {
      const Location& location = program.locations[l];
      if (!in.address.pointer && LocationId{l} != in.address.base) continue;
      const bool read = mayRead(in.op) && in.dst != kNoReg;
      if (read && !fits(location.type, typeOf(in.dst))) need(in.dst);
      const bool computes = in.op == Op::Rmw && in.rmw != RmwOp::Exchange;
      if (mayWrite(in.op) && (computes ? !wraps(location.type) : !fits(in.value, location.type))) {
        needed[flow.nodeOf(LocationId{l})] = true;
      }
    }
  }

  void need(RegId r) { needed[flow.nodeOf(code, r)] = true; }
  void need(const ExprPtr& e) {
    forEachNode(e, [&](const Expr& node) {
      if (node.kind == Expr::Kind::Reg) need(node.reg);
    });
  }

  void needOperandsThatMayFail(const ExprPtr& e) {
    bool divides = false;
    forEachNode(e, [&](const Expr& node) {
      divides |= node.kind == Expr::Kind::Binary &&
                 (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod) &&
                 (node.rhs->kind != Expr::Kind::Const || node.rhs->value == 0);
    });
    if (divides) need(e);
  }

  const IntType& typeOf(RegId r) const { return program[code].registers[raw(r)].type; }
  static bool wraps(const IntType& type) { return type.overflow == IntType::Overflow::Wrap; }
  static bool fits(const IntType& value, const IntType& type) {
    return wraps(type) || (type.lo <= value.lo && value.hi <= type.hi);
  }
  bool fits(const ExprPtr& e, const IntType& type) const {
    if (wraps(type)) return true;
    if (e->kind == Expr::Kind::Const) return type.contains(e->value);
    return e->kind == Expr::Kind::Reg && fits(typeOf(e->reg), type);
  }

  const Program& program;
  const DataFlow flow;
  CodeId code{};  // that is being looked at
  std::vector<bool> needed;
};

// Front ends use a register for many things. What is written to it and never read gets a register
// of its own, of the same type, so that nothing seems to be computed from it.
void separateDeadResults(Code& code) {
  const BitMatrix needed = neededRegisters(code);
  std::map<RegId, RegId> fresh;
  for (Instr& in : code.instrs) {
    if (in.dst == kNoReg || needed.at(in.next[0], raw(in.dst))) continue;
    const auto [entry, isNew] =
        fresh.try_emplace(in.dst, RegId{static_cast<std::uint32_t>(code.registers.size())});
    if (isNew) code.registers.push_back(Register{code.registers[raw(in.dst)]});
    in.dst = entry->second;
  }
}

}  // namespace

std::optional<Program> withoutUnneededValues(const Program& given) {
  if (given.locations.empty()) return std::nullopt;
  Program program = given;
  for (Code& code : program.codes) separateDeadResults(code);
  Needs needs(program);
  std::vector<bool> unneeded = needs.run();
  unneeded.flip();
  if (std::ranges::find(unneeded, true) == unneeded.end()) return std::nullopt;
  return abstractionOf(program, needs.dataFlow(), unneeded);
}

}  // namespace robur
