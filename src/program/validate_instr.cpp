#include "program/validate_instr.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/print.h"

namespace robur {

namespace {

class InstrValidator {
 public:
  InstrValidator(const Program& program, const Code& code, RuleReports& reports)
      : program_(program), code_(code), reports_(reports) {}

  void checkInstr(const Instr& instr) {
    using Op = Instr::Op;
    checkSuccessors(instr);
    const bool needsDst = instr.op == Op::Assign || instr.op == Op::Havoc || instr.op == Op::Load;
    if (needsDst && instr.dst == kNoReg) {
      report(Rule::NoDestination, instr.span, "this instruction needs a destination register");
    }
    if (instr.dst != kNoReg && raw(instr.dst) >= code_.registers.size()) {
      report(Rule::UnknownRegister, instr.span,
             fmt::format("this instruction uses a register that thread {} does not declare",
                         code_.name));
    }
    const bool needsValue = instr.op != Op::Havoc && instr.op != Op::Load &&
                            instr.op != Op::Fence && instr.op != Op::Choose &&
                            instr.op != Op::Goto && instr.op != Op::Halt;
    if (needsValue && !instr.value)
      report(Rule::NoOperand, instr.span, "this instruction needs an operand");
    const bool needsExpected = instr.op == Op::Cas || instr.op == Op::Bcas;
    if (needsExpected && !instr.expected) {
      report(Rule::NoExpectedValue, instr.span, "this compare-and-swap needs an expected value");
    }
    if (instr.op == Op::Havoc && instr.lo > instr.hi) {
      report(Rule::EmptyRange, instr.span,
             fmt::format("the range {}..{} is empty", instr.lo, instr.hi));
    }
    if (needsValue && instr.op == Op::Rmw && instr.rmw == RmwOp::Exchange) {
      checkExchange(instr);
    } else if (needsValue) {
      checkExpr(instr, instr.value, instr.op == Op::Wait);
    }
    if (needsExpected) checkExpr(instr, instr.expected, false);
    if (accessesMemory(instr.op)) checkAccess(instr);
    if (instr.op == Op::Fence && (instr.order == Order::NonAtomic || instr.order == Order::Rlx)) {
      report(Rule::FenceOrder, instr.span,
             fmt::format("a fence cannot be {}", spelling(instr.order)),
             "a fence is acq, rel, acq_rel or sc");
    }
  }

 private:
  using Rule = Diagnostic::Code;

  void report(Rule rule, Span span, std::string message, std::string help = {}) {
    reports_.add(rule, span, std::move(message), std::move(help));
  }

  void checkSuccessors(const Instr& instr) {
    const std::size_t count = instr.next.size();
    const bool right = instr.op == Instr::Op::Halt     ? count == 0
                       : instr.op == Instr::Op::Branch ? count == 2
                       : instr.op == Instr::Op::Choose ? count >= 1
                                                       : count == 1;
    if (!right)
      report(Rule::SuccessorCount, instr.span,
             fmt::format("this instruction has the wrong number of successors: {}", count));
    const auto outside = [&](Pc pc) { return pc >= code_.instrs.size(); };
    if (std::ranges::any_of(instr.next, outside)) {
      report(Rule::SuccessorOutsideCode, instr.span,
             fmt::format("a successor of this instruction is outside the code of thread {}",
                         code_.name));
    }
  }

  // An update that the IR does not have is an exchange for a value that is computed from the one
  // read. Whether it faults must be known before it is executed.
  void checkExchange(const Instr& instr) {
    if (!instr.value) return;
    bool sawLoaded = false;
    bool divides = false;
    forEachNode(instr.value, [&](const Expr& node) {
      sawLoaded |= node.kind == Expr::Kind::Loaded;
      divides |= node.kind == Expr::Kind::Binary &&
                 (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod);
    });
    if (sawLoaded && divides) {
      report(Rule::UpdateDivides, instr.span,
             "an update that uses the value it reads cannot divide");
    }
    checkNodes(instr, instr.value);
  }

  void checkExpr(const Instr& instr, const ExprPtr& e, bool inWait) {
    if (!e) return;
    const bool sawLoaded = checkNodes(instr, e);
    if (sawLoaded && !inWait) {
      report(Rule::LoadedOutsideWait, instr.span,
             "only the condition of a wait can use the value being read");
    }
    if (!sawLoaded && inWait) {
      report(Rule::WaitIgnoresLoaded, instr.span,
             "the condition of this wait does not depend on the value it reads",
             "use assume for a condition on registers alone");
    }
  }

  // Does the expression use the value that is being read?
  bool checkNodes(const Instr& instr, const ExprPtr& e) {
    if (!e) return false;
    bool sawLoaded = false;
    forEachNode(e, [&](const Expr& node) {
      if (node.kind == Expr::Kind::Reg && raw(node.reg) >= code_.registers.size()) {
        report(Rule::UnknownRegister, instr.span,
               fmt::format("this instruction uses a register that thread {} does not declare",
                           code_.name));
      }
      if (node.kind == Expr::Kind::AddressOf && raw(node.location) >= program_.locations.size()) {
        report(Rule::UnknownLocation, instr.span,
               "this takes the address of a location that is not declared");
      }
      sawLoaded |= node.kind == Expr::Kind::Loaded;
      const bool incomplete = (node.kind == Expr::Kind::Unary && (!node.lhs || node.rhs)) ||
                              (node.kind == Expr::Kind::Binary && (!node.lhs || !node.rhs));
      if (incomplete)
        report(Rule::NoOperand, instr.span, "an operator of this expression needs another operand");
    });
    return sawLoaded;
  }

  void checkAccess(const Instr& instr) {
    checkExpr(instr, instr.address.index, false);
    checkOrder(instr);
    const bool plainOrder = instr.order == Order::NonAtomic;
    if (instr.address.pointer) {
      if (!instr.address.index) report(Rule::NoAddress, instr.span, "this access has no address");
      return;
    }
    if (raw(instr.address.base) >= program_.locations.size()) {
      report(Rule::UnknownLocation, instr.span, "this accesses a location that is not declared");
      return;
    }
    const Location& location = program_[instr.address.base];
    if (instr.address.index && !location.isArray) {
      report(Rule::IndexOfScalar, instr.span,
             fmt::format("{} is not an array and cannot be indexed", location.name));
    }
    if (location.atomic && plainOrder) {
      report(Rule::PlainAccessToAtomic, instr.span,
             fmt::format("{} is atomic and cannot be accessed plainly", location.name),
             "give the access an order: rlx, acq, rel, acq_rel or sc");
    }
    const bool loadOrStore = instr.op == Instr::Op::Load || instr.op == Instr::Op::Store;
    if (!location.atomic && (!plainOrder || !loadOrStore)) {
      report(
          Rule::AtomicAccessToPlain, instr.span,
          fmt::format("{} is plain memory: it can only be read and written plainly", location.name),
          fmt::format("declare {} as atomic", location.name));
    }
  }

  void checkOrder(const Instr& instr) {
    using Op = Instr::Op;
    const Order o = instr.order;
    if (o == Order::NonAtomic && instr.op != Op::Load && instr.op != Op::Store) {
      report(Rule::AtomicOperationWithoutOrder, instr.span,
             "this operation is atomic and needs an order",
             "orders are rlx, acq, rel, acq_rel and sc");
    }
    const bool readsOnly = instr.op == Op::Load || instr.op == Op::Wait;
    if (readsOnly && (o == Order::Rel || o == Order::AcqRel)) {
      report(Rule::ReadOrder, instr.span,
             fmt::format("a read cannot be {}: it does not release", spelling(o)),
             "a read is rlx, acq or sc");
    }
    if (instr.op == Op::Store && (o == Order::Acq || o == Order::AcqRel)) {
      report(Rule::StoreOrder, instr.span,
             fmt::format("a store cannot be {}: it does not acquire", spelling(o)),
             "a store is rlx, rel or sc");
    }
    const Order f = instr.failOrder;
    if (instr.op == Op::Cas && f != Order::Rlx && f != Order::Acq && f != Order::Sc) {
      report(Rule::FailureOrder, instr.span,
             fmt::format("a compare-and-swap that fails cannot be {}: it is a read", spelling(f)),
             "the order for failure is rlx, acq or sc");
    }
  }

  const Program& program_;
  const Code& code_;
  RuleReports& reports_;
};

}  // namespace

void validateInstr(const Program& program, const Code& code, const Instr& instr,
                   RuleReports& reports) {
  InstrValidator(program, code, reports).checkInstr(instr);
}

}  // namespace robur
