#include "program/transform/observe.h"

#include <set>

namespace robur {

namespace {

class Observing {
 public:
  explicit Observing(Code& code) : code(code), written(static_cast<Pc>(code.instrs.size())) {}

  ObservedCode run() {
    addTwins();
    ObservedCode out;
    out.twinOfLoad.assign(written, kNoReg);
    out.useAt.assign(written, kNoUse);
    for (Pc pc = 0; pc < written; ++pc) {
      if (isObserved(code.instrs[pc])) {
        out.twinOfLoad[pc] = twins[raw(code.instrs[pc].dst)];
      } else {
        clearAfter(pc);
      }
    }
    std::vector<Pc> enteredAt(written);
    for (Pc pc = 0; pc < written; ++pc) enteredAt[pc] = guard(pc);
    // Every jump to an instruction now goes to its first guard.
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      if (guards.contains(pc)) continue;
      for (Pc& next : code.instrs[pc].next) {
        if (next < written) next = enteredAt[next];
      }
    }
    code.entry = enteredAt[code.entry];
    for (Label& label : code.labels) {
      if (label.pc < written) label.pc = enteredAt[label.pc];
    }
    out.twinOfLoad.resize(code.instrs.size(), kNoReg);
    out.useAt.resize(code.instrs.size(), kNoUse);
    for (const auto& [pc, use] : guardedUse) out.useAt[pc] = use;
    return out;
  }

 private:
  static bool isObserved(const Instr& in) {
    return in.op == Instr::Op::Load && in.order != Order::NonAtomic && in.order != Order::Sc &&
           in.dst != kNoReg;
  }

  void addTwins() {
    const auto registers = static_cast<std::uint32_t>(code.registers.size());
    twins.assign(registers, kNoReg);
    for (Pc pc = 0; pc < written; ++pc) {
      const Instr& in = code.instrs[pc];
      if (!isObserved(in) || twins[raw(in.dst)] != kNoReg) continue;
      twins[raw(in.dst)] = RegId{static_cast<std::uint32_t>(code.registers.size())};
      Register twin;
      twin.name = code.registers[raw(in.dst)].name + "?";
      twin.type = kBool;
      code.registers.push_back(std::move(twin));
    }
  }

  // The other instructions that write the register.
  void clearAfter(Pc pc) {
    const RegId dst = code.instrs[pc].dst;
    if (dst == kNoReg || raw(dst) >= twins.size() || twins[raw(dst)] == kNoReg) return;
    Instr clear;
    clear.op = Instr::Op::Assign;
    clear.span = code.instrs[pc].span;
    clear.dst = twins[raw(dst)];
    clear.value = constant(0);
    clear.next = code.instrs[pc].next;
    code.instrs[pc].next = {static_cast<Pc>(code.instrs.size())};
    code.instrs.push_back(std::move(clear));
  }

  // Inserts the assertions before an instruction; returns the first of them.
  Pc guard(Pc pc) {
    std::set<std::uint32_t> used;
    const Instr& in = code.instrs[pc];
    for (const ExprPtr& e : {in.value, in.expected, in.address.index}) {
      forEachNode(e, [&](const Expr& node) {
        if (node.kind == Expr::Kind::Reg && raw(node.reg) < twins.size() &&
            twins[raw(node.reg)] != kNoReg) {
          used.insert(raw(node.reg));
        }
      });
    }
    const Span span = in.span;
    Pc entered = pc;
    for (const std::uint32_t r : used) {
      Instr check;
      check.op = Instr::Op::Assert;
      check.span = span;
      check.value = unary(UnaryOp::Not, reg(twins[r]));
      check.next = {entered};
      entered = static_cast<Pc>(code.instrs.size());
      guards.insert(entered);
      guardedUse.emplace_back(entered, pc);
      code.instrs.push_back(std::move(check));
    }
    return entered;
  }

  Code& code;
  Pc written;
  std::vector<RegId> twins;  // per register of the source
  std::set<Pc> guards;
  std::vector<std::pair<Pc, Pc>> guardedUse;
};

}  // namespace

Instr observation(const ExprPtr& value) {
  Instr in;
  in.op = Instr::Op::Assert;
  in.value = binary(BinaryOp::Or, value, constant(1));
  in.complaint = "this value leaves the program";
  return in;
}

bool isObservation(const Instr& in) {
  return in.op == Instr::Op::Assert && in.value->kind == Expr::Kind::Binary &&
         in.value->binary == BinaryOp::Or && in.value->rhs->kind == Expr::Kind::Const &&
         in.value->rhs->value == 1;
}

void dropObservations(Program& program) {
  for (Code& code : program.codes) {
    for (Instr& in : code.instrs) {
      if (!isObservation(in)) continue;
      in.op = Instr::Op::Goto;
      in.value = nullptr;
    }
  }
}

Observed observe(const Program& program) {
  Observed out{program, {}};
  for (Code& code : out.program.codes) out.codes.push_back(Observing(code).run());
  return out;
}

}  // namespace robur
