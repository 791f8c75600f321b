// Computes the intervals as a least fixpoint, widened to the declared type after a few rounds so
// that a loop counter does not need one round per value.
#include "promela/ranges.h"

namespace robur::promela {

namespace {

constexpr unsigned kRoundsBeforeWidening = 16;

}  // namespace

Ranges::Ranges(const Program& program) : program_(program) {
  for (const Location& location : program.locations) {
    const auto [lo, hi] = std::ranges::minmax(location.init);
    locations_.push_back({lo, hi});
  }
  for (const Code& code : program.codes) {
    std::vector<Interval>& registers = registers_.emplace_back();
    for (const Register& r : code.registers) registers.push_back({r.init, r.init});
  }
  std::vector<std::optional<Interval>> indices(program.codes.size());
  for (const Thread& thread : program.threads) {
    std::optional<Interval>& seen = indices[raw(thread.code)];
    const Interval here{thread.index, thread.index};
    seen = seen ? hull(*seen, here) : here;
  }
  for (const auto& seen : indices) indices_.push_back(seen.value_or(Interval{}));
  do {
    changed_ = false;
    for (std::size_t c = 0; c < program.codes.size(); ++c) {
      for (const Instr& instr : program.codes[c].instrs) step(static_cast<CodeId>(c), instr);
    }
    ++round_;
  } while (changed_);
}

Interval Ranges::of(CodeId code, const ExprPtr& e) const {
  switch (e->kind) {
    case Expr::Kind::Const:
      return {e->value, e->value};
    case Expr::Kind::Reg:
      return reg(code, e->reg);
    case Expr::Kind::ThreadIndex:
      return index(code);
    case Expr::Kind::Loaded:
      return kEverything;
    case Expr::Kind::AddressOf: {
      const std::int64_t cell = raw(program_.firstCell(e->location));
      return {cell, cell};
    }
    case Expr::Kind::Unary:
      return applyUnary(e->unary, of(code, e->lhs));
    case Expr::Kind::Binary:
      return applyBinary(e->binary, of(code, e->lhs), of(code, e->rhs));
  }
  return kEverything;
}

Interval Ranges::read(const Address& address) const {
  if (!address.pointer) return location(address.base);
  Interval all = locations_.empty() ? Interval{} : locations_.front();
  for (const Interval& each : locations_) all = hull(all, each);
  return all;
}

void Ranges::join(Interval& target, const IntType& type, const Interval& value) {
  const std::optional<Interval> fits = converted(value, type);
  if (!fits || fits->within(target)) return;
  changed_ = true;
  Interval wider = hull(target, *fits);
  if (round_ >= kRoundsBeforeWidening) {
    if (wider.lo < target.lo) wider.lo = type.lo;
    if (wider.hi > target.hi) wider.hi = type.hi;
  }
  target = wider;
}

void Ranges::write(const Address& address, const Interval& value) {
  for (std::size_t l = 0; l < locations_.size(); ++l) {
    if (address.pointer || raw(address.base) == l) {
      join(locations_[l], program_.locations[l].type, value);
    }
  }
}

void Ranges::step(CodeId code, const Instr& instr) {
  const auto assign = [&](const Interval& value) {
    if (instr.dst == kNoReg) return;
    join(registers_[raw(code)][raw(instr.dst)], program_[code].registers[raw(instr.dst)].type,
         value);
  };
  switch (instr.op) {
    case Instr::Op::Assign:
      assign(of(code, instr.value));
      break;
    case Instr::Op::Havoc:
      assign({instr.lo, instr.hi});
      break;
    case Instr::Op::Load:
    case Instr::Op::Wait:
      assign(read(instr.address));
      break;
    case Instr::Op::Store:
      write(instr.address, of(code, instr.value));
      break;
    case Instr::Op::Cas:
    case Instr::Op::Bcas:
      write(instr.address, of(code, instr.value));
      assign(read(instr.address));
      break;
    case Instr::Op::Rmw: {
      const Interval operand = of(code, instr.value);
      const Interval old = read(instr.address);
      assign(old);
      switch (instr.rmw) {
        case RmwOp::Add:
          write(instr.address, applyBinary(BinaryOp::Add, old, operand));
          break;
        case RmwOp::Sub:
          write(instr.address, applyBinary(BinaryOp::Sub, old, operand));
          break;
        case RmwOp::And:
          write(instr.address, applyBinary(BinaryOp::BitAnd, old, operand));
          break;
        case RmwOp::Or:
          write(instr.address, applyBinary(BinaryOp::BitOr, old, operand));
          break;
        case RmwOp::Xor:
          write(instr.address, applyBinary(BinaryOp::BitXor, old, operand));
          break;
        case RmwOp::Exchange:
          write(instr.address, operand);
          break;
      }
      break;
    }
    default:
      break;
  }
}

}  // namespace robur::promela
