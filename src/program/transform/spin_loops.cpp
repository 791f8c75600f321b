#include "program/transform/spin_loops.h"

#include <optional>

#include "program/analysis/liveness.h"

namespace robur {

namespace {

// Follows the local code after a load symbolically. Every register holds an expression over
// the registers before the load and the value loaded; the result says for which loaded
// values the code does not come back to the load.
class SpinFinder {
 public:
  SpinFinder(const Code& code, Pc load, const BitMatrix& live)
      : code(code), load(load), live(live) {}

  std::optional<ExprPtr> leavesWhen() {
    const Instr& in = code.instrs[load];
    if (in.dst == kNoReg || usesRegister(in.address.index, in.dst)) return std::nullopt;
    if (usesRegister(in.value, in.dst) || usesRegister(in.expected, in.dst)) return std::nullopt;
    Registers registers;
    for (std::uint32_t r = 0; r < code.registers.size(); ++r) registers.push_back(reg(RegId{r}));
    // dst holds the loaded value only if every value of the cell fits it; otherwise the wait could
    // not refer to the register's value. The caller has checked that.
    registers[raw(in.dst)] = loaded();
    ExprPtr leaves = follow(in.next[0], registers);
    if (!leaves || !comesBack || !goesOn) return std::nullopt;
    return leaves;
  }

 private:
  using Registers = std::vector<ExprPtr>;
  static constexpr unsigned kMaxSteps = 200;

  static bool usesRegister(const ExprPtr& e, RegId r) {
    bool used = false;
    forEachNode(e,
                [&](const Expr& node) { used |= node.kind == Expr::Kind::Reg && node.reg == r; });
    return used;
  }

  ExprPtr substitute(const ExprPtr& e, const Registers& registers) const {
    switch (e->kind) {
      case Expr::Kind::Reg:
        return registers[raw(e->reg)];
      case Expr::Kind::Unary:
        return unary(e->unary, substitute(e->lhs, registers));
      case Expr::Kind::Binary:
        return binary(e->binary, substitute(e->lhs, registers), substitute(e->rhs, registers));
      default:
        return e;
    }
  }

  // A failed iteration must leave every live register unchanged, except the one that the next
  // iteration loads.
  bool unchanged(const Registers& registers) const {
    const RegId dst = code.instrs[load].dst;
    for (std::uint32_t r = 0; r < registers.size(); ++r) {
      if (RegId{r} == dst || !live.at(load, r)) continue;
      if (registers[r]->kind != Expr::Kind::Reg || registers[r]->reg != RegId{r}) return false;
    }
    return true;
  }

  // Null if the code is not a pure spin loop.
  ExprPtr follow(Pc pc, Registers registers) {
    for (; steps < kMaxSteps; ++steps) {
      if (pc == load) {
        comesBack = true;
        return unchanged(registers) ? constant(0) : nullptr;
      }
      const Instr& in = code.instrs[pc];
      if (in.op == Instr::Op::Goto) {
        pc = in.next[0];
      } else if (in.op == Instr::Op::Assign && pure(in)) {
        registers[raw(in.dst)] = substitute(in.value, registers);
        pc = in.next[0];
      } else if (in.op == Instr::Op::Branch && !divides(in.value)) {
        const ExprPtr test = substitute(in.value, registers);
        ++steps;
        const ExprPtr yes = follow(in.next[0], registers);
        const ExprPtr no = yes ? follow(in.next[1], registers) : nullptr;
        if (!yes || !no) return nullptr;
        return either(test, yes, no);
      } else {
        // Any other instruction is executed only after the loop has exited.
        goesOn = true;
        return constant(1);
      }
    }
    return nullptr;
  }

  // The assignment keeps the whole value, so that substituting its expression is exact.
  bool pure(const Instr& in) const {
    const IntType& type = code.registers[raw(in.dst)].type;
    if (divides(in.value)) return false;
    const std::optional<IntType> values = valuesOf(in.value);
    return values && type.contains(values->lo) && type.contains(values->hi);
  }
  // A range that contains every value of the expression, for simple expressions.
  std::optional<IntType> valuesOf(const ExprPtr& e) const {
    switch (e->kind) {
      case Expr::Kind::Const:
        return IntType{e->value, e->value};
      case Expr::Kind::Reg:
        return code.registers[raw(e->reg)].type;
      case Expr::Kind::Unary:
        if (e->unary == UnaryOp::Not) return kBool;
        return std::nullopt;
      case Expr::Kind::Binary:
        if (e->binary >= BinaryOp::Eq && e->binary <= BinaryOp::Or) return kBool;
        if (e->binary == BinaryOp::BitAnd && e->rhs->kind == Expr::Kind::Const &&
            e->rhs->value >= 0) {
          return IntType{0, e->rhs->value};
        }
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }
  static bool divides(const ExprPtr& e) {
    bool found = false;
    forEachNode(e, [&](const Expr& node) {
      found |= node.kind == Expr::Kind::Binary &&
               (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod);
    });
    return found;
  }

  static bool isConstant(const ExprPtr& e, std::int64_t v) {
    return e->kind == Expr::Kind::Const && e->value == v;
  }
  // (test && yes) || (!test && no), simplified.
  static ExprPtr either(const ExprPtr& test, const ExprPtr& yes, const ExprPtr& no) {
    if (equal(yes, no)) return yes;
    if (isConstant(yes, 1) && isConstant(no, 0)) return test;
    if (isConstant(yes, 0) && isConstant(no, 1)) return negation(test);
    if (isConstant(yes, 1)) return binary(BinaryOp::Or, test, no);
    if (isConstant(no, 1)) return binary(BinaryOp::Or, negation(test), yes);
    if (isConstant(yes, 0)) return binary(BinaryOp::And, negation(test), no);
    if (isConstant(no, 0)) return binary(BinaryOp::And, test, yes);
    return binary(BinaryOp::Or, binary(BinaryOp::And, test, yes),
                  binary(BinaryOp::And, negation(test), no));
  }
  static ExprPtr negation(const ExprPtr& e) {
    if (e->kind == Expr::Kind::Binary && e->binary == BinaryOp::Eq) {
      return binary(BinaryOp::Ne, e->lhs, e->rhs);
    }
    if (e->kind == Expr::Kind::Binary && e->binary == BinaryOp::Ne) {
      return binary(BinaryOp::Eq, e->lhs, e->rhs);
    }
    if (e->kind == Expr::Kind::Unary && e->unary == UnaryOp::Not) return e->lhs;
    return unary(UnaryOp::Not, e);
  }

  const Code& code;
  Pc load;
  const BitMatrix& live;
  unsigned steps = 0;
  bool comesBack = false;
  bool goesOn = false;
};

bool everyValueFits(const Program& program, const Instr& in, const IntType& type) {
  for (const Location& location : program.locations) {
    if (!in.address.pointer && &location != &program[in.address.base]) continue;
    if (!type.contains(location.type.lo) || !type.contains(location.type.hi)) return false;
  }
  return true;
}

// Is the expected value one that every cell it may be compared with can hold? Then comparing
// with the value read is the same as succeeding.
bool everyValueFits(const Program& program, const Instr& in, const ExprPtr& expected) {
  if (expected->kind != Expr::Kind::Const) return false;
  for (const Location& location : program.locations) {
    if (!in.address.pointer && &location != &program[in.address.base]) continue;
    if (!location.type.contains(expected->value)) return false;
  }
  return true;
}

// The registers of the code that are observed in some thread that runs it.
std::vector<bool> observedIn(const Program& program, CodeId code,
                             const std::vector<std::vector<bool>>& observed) {
  std::vector<bool> out(program[code].registers.size(), false);
  for (std::size_t t = 0; t < observed.size(); ++t) {
    if (program.threads[t].code != code) continue;
    for (std::size_t r = 0; r < observed[t].size(); ++r) out[r] = out[r] || observed[t][r];
  }
  return out;
}

}  // namespace

std::vector<BlockedLoop> blockSpinLoops(Program& program,
                                        const std::vector<std::vector<bool>>& observed) {
  std::vector<BlockedLoop> out;
  for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
    Code& code = program.codes[c];
    const BitMatrix live = liveRegisters(code, observedIn(program, CodeId{c}, observed));
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      Instr& in = code.instrs[pc];
      if (in.op != Instr::Op::Load && in.op != Instr::Op::Cas) continue;
      if (in.order == Order::NonAtomic || in.dst == kNoReg) continue;
      if (!everyValueFits(program, in, code.registers[raw(in.dst)].type)) continue;
      const std::optional<ExprPtr> leaves = SpinFinder(code, pc, live).leavesWhen();
      if (!leaves) continue;
      if (in.op == Instr::Op::Load) {
        in.op = Instr::Op::Wait;
        in.value = *leaves;
      } else if (equal(*leaves, binary(BinaryOp::Eq, loaded(), in.expected)) &&
                 everyValueFits(program, in, in.expected)) {
        in.op = Instr::Op::Bcas;
      } else {
        continue;
      }
      out.push_back({CodeId{c}, pc, in.span});
    }
  }
  return out;
}

}  // namespace robur
