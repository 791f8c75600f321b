// One rule after another, in the order of the data. Diagnostics have the span of what they refer
// to, and name the thread or location, so that they are useful even for programs without a source.
// After a wrong successor or name nothing is assumed: each check tests an index before it uses it.
#include "program/validate.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/print.h"

namespace robur {

namespace {

constexpr std::size_t kMaxReports = 20;

class Validator {
 public:
  explicit Validator(const Program& program) : program_(program) {}

  std::vector<Diagnostic> run() {
    checkSizes();
    for (const Location& location : program_.locations) checkLocation(location);
    for (const Thread& thread : program_.threads) {
      if (raw(thread.code) >= program_.codes.size()) {
        report(Rule::ThreadWithoutCode, {}, fmt::format("thread {} has no code", thread.name));
      }
    }
    for (const Code& code : program_.codes) checkCode(code);
    return std::move(reports_);
  }

 private:
  using Rule = Diagnostic::Code;

  void report(Rule rule, Span span, std::string message, std::string help = {}) {
    if (reports_.size() >= kMaxReports) return;
    reports_.push_back(
        {Diagnostic::Severity::Error, span, std::move(message), std::move(help), rule});
  }

  void checkSizes() {
    if (program_.threads.size() > kMaxThreads) {
      report(Rule::TooManyThreads, {},
             fmt::format("the program has {} threads; at most {} are supported",
                         program_.threads.size(), kMaxThreads));
    }
    std::uint64_t cells = 0;
    for (const Location& location : program_.locations) {
      const bool within = cells <= kMaxCells;
      cells += location.init.size();
      if (within && cells > kMaxCells) {
        report(Rule::TooManyCells, location.span,
               fmt::format("the program has more than {} memory cells", kMaxCells),
               "declare smaller arrays: every cell is part of every state");
      }
    }
  }

  void checkType(Span span, const std::string& name, const IntType& type) {
    if (type.lo > type.hi) {
      report(Rule::EmptyType, span,
             fmt::format(
                 "the type of {} has no values: its lower bound {} is above its upper bound {}",
                 name, type.lo, type.hi));
    }
  }

  void checkInit(Span span, const std::string& name, const IntType& type, std::int64_t value) {
    if (type.lo <= type.hi && !type.contains(value)) {
      report(Rule::InitialValueOutsideType, span,
             fmt::format("the initial value {} of {} does not fit its type {}", value, name,
                         spelling(type)));
    }
  }

  void checkLocation(const Location& location) {
    checkType(location.span, location.name, location.type);
    if (location.init.empty()) {
      report(Rule::NoCells, location.span, fmt::format("{} has no cells", location.name));
    }
    if (!location.isArray && location.init.size() > 1) {
      report(Rule::CellsOfScalar, location.span,
             fmt::format("{} is not an array but has several cells", location.name));
    }
    const auto misfit = std::ranges::find_if(
        location.init, [&](std::int64_t v) { return !location.type.contains(v); });
    if (misfit != location.init.end()) {
      checkInit(location.span, location.name, location.type, *misfit);
    }
  }

  void checkCode(const Code& code) {
    code_ = &code;
    if (code.instrs.size() > kMaxInstrs) {
      report(Rule::TooManyInstructions, code.span,
             fmt::format("thread {} has {} instructions; at most {} are supported", code.name,
                         code.instrs.size(), kMaxInstrs));
    }
    if (code.registers.size() > kMaxRegisters) {
      report(Rule::TooManyRegisters, code.span,
             fmt::format("thread {} has {} registers; at most {} are supported", code.name,
                         code.registers.size(), kMaxRegisters));
    }
    if (code.entry >= code.instrs.size()) {
      report(Rule::EntryOutsideCode, code.span,
             fmt::format("the entry point of thread {} is not one of its instructions", code.name));
    }
    for (const Register& r : code.registers) {
      checkType(r.span, r.name, r.type);
      checkInit(r.span, r.name, r.type, r.init);
    }
    for (const Label& label : code.labels) {
      if (label.pc >= code.instrs.size()) {
        report(Rule::LabelOutsideCode, code.span,
               fmt::format("label {} does not mark an instruction", label.name));
      }
    }
    for (const Instr& instr : code.instrs) checkInstr(instr);
  }

  void checkInstr(const Instr& instr) {
    using Op = Instr::Op;
    checkSuccessors(instr);
    const bool needsDst = instr.op == Op::Assign || instr.op == Op::Havoc || instr.op == Op::Load;
    if (needsDst && instr.dst == kNoReg) {
      report(Rule::NoDestination, instr.span, "this instruction needs a destination register");
    }
    if (instr.dst != kNoReg && raw(instr.dst) >= code_->registers.size()) {
      report(Rule::UnknownRegister, instr.span,
             fmt::format("this instruction uses a register that thread {} does not declare",
                         code_->name));
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

  void checkSuccessors(const Instr& instr) {
    const std::size_t count = instr.next.size();
    const bool right = instr.op == Instr::Op::Halt     ? count == 0
                       : instr.op == Instr::Op::Branch ? count == 2
                       : instr.op == Instr::Op::Choose ? count >= 1
                                                       : count == 1;
    if (!right)
      report(Rule::SuccessorCount, instr.span,
             fmt::format("this instruction has the wrong number of successors: {}", count));
    const auto outside = [&](Pc pc) { return pc >= code_->instrs.size(); };
    if (std::ranges::any_of(instr.next, outside)) {
      report(Rule::SuccessorOutsideCode, instr.span,
             fmt::format("a successor of this instruction is outside the code of thread {}",
                         code_->name));
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
      if (node.kind == Expr::Kind::Reg && raw(node.reg) >= code_->registers.size()) {
        report(Rule::UnknownRegister, instr.span,
               fmt::format("this instruction uses a register that thread {} does not declare",
                           code_->name));
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
  const Code* code_ = nullptr;
  std::vector<Diagnostic> reports_;
};

}  // namespace

std::vector<Diagnostic> validate(const Program& program) {
  return Validator(program).run();
}

}  // namespace robur
