#include "program/analysis/few_values.h"

#include <algorithm>

#include "program/arithmetic.h"

namespace robur {

namespace {

using Values = std::vector<std::int64_t>;

FewValues fewOf(Values values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > kMostValues) return std::nullopt;
  return values;
}

FewValues allOf(const IntType& type) {
  if (type.extent() >= kMostValues) return std::nullopt;
  Values values;
  for (std::int64_t v = type.lo; v <= type.hi; ++v) values.push_back(v);
  return values;
}

// The values after conversion to the type of a cell or register. Those that do not fit are faults.
FewValues converted(const FewValues& values, const IntType& type) {
  if (!values) return allOf(type);
  Values out;
  for (const std::int64_t v : *values) {
    if (type.contains(v) || type.overflow == IntType::Overflow::Wrap) out.push_back(type.wrap(v));
  }
  return fewOf(std::move(out));
}

bool isTruth(const Expr& e) {
  if (e.kind == Expr::Kind::Unary) return e.unary == UnaryOp::Not;
  return e.kind == Expr::Kind::Binary && e.binary >= BinaryOp::Eq;
}

FewValues applied(BinaryOp op, const FewValues& lhs, const FewValues& rhs) {
  if (!lhs || !rhs) return std::nullopt;
  Values out;
  for (const std::int64_t a : *lhs) {
    for (const std::int64_t b : *rhs) {
      if (const auto v = apply(op, a, b)) out.push_back(*v);
    }
  }
  return fewOf(std::move(out));
}

class Gathering {
 public:
  explicit Gathering(const Program& program) : program(program) {
    for (const Location& location : program.locations) {
      out.locations.push_back(fewOf(location.init));
    }
    for (const Code& code : program.codes) {
      std::vector<FewValues>& registers = out.registers.emplace_back();
      for (const Register& r : code.registers) registers.push_back(Values{r.init});
    }
    for (const Thread& thread : program.threads) {
      indices.resize(program.codes.size());
      indices[raw(thread.code)].push_back(thread.index);
    }
  }

  ValuesOfProgram run() {
    while (changed) {
      changed = false;
      for (here = 0; here < program.codes.size(); ++here) {
        for (const Instr& in : program.codes[here].instrs) step(in);
      }
    }
    return std::move(out);
  }

 private:
  void step(const Instr& in) {
    if (in.op == Instr::Op::Assign) return assign(in.dst, valuesOf(in.value, {}));
    if (in.op == Instr::Op::Havoc) {
      return assign(in.dst, allOf({in.lo, in.hi, IntType::Overflow::Wrap}));
    }
    if (!accessesMemory(in.op)) return;
    for (std::uint32_t l = 0; l < program.locations.size(); ++l) {
      if (!in.address.pointer && LocationId{l} != in.address.base) continue;
      if (mayWrite(in.op)) add(out.locations[l], program.locations[l].type, written(in, l));
      if (mayRead(in.op) && in.dst != kNoReg) assign(in.dst, out.locations[l]);
    }
  }

  FewValues written(const Instr& in, std::uint32_t location) const {
    const FewValues& old = out.locations[location];
    const FewValues operand = valuesOf(in.value, old);
    if (in.op != Instr::Op::Rmw) return operand;
    switch (in.rmw) {
      case RmwOp::Add:
        return applied(BinaryOp::Add, old, operand);
      case RmwOp::Sub:
        return applied(BinaryOp::Sub, old, operand);
      case RmwOp::And:
        return applied(BinaryOp::BitAnd, old, operand);
      case RmwOp::Or:
        return applied(BinaryOp::BitOr, old, operand);
      case RmwOp::Xor:
        return applied(BinaryOp::BitXor, old, operand);
      case RmwOp::Exchange:
        break;
    }
    return operand;
  }

  FewValues valuesOf(const ExprPtr& e, const FewValues& loaded) const {
    switch (e->kind) {
      case Expr::Kind::Const:
        return Values{e->value};
      case Expr::Kind::Reg:
        return out.registers[here][raw(e->reg)];
      case Expr::Kind::ThreadIndex:
        return fewOf(indices[here]);
      case Expr::Kind::Loaded:
        return loaded;
      case Expr::Kind::AddressOf:
        return Values{raw(program.firstCell(e->location))};
      case Expr::Kind::Unary:
      case Expr::Kind::Binary:
        break;
    }
    const FewValues values = compound(*e, loaded);
    return !values && isTruth(*e) ? FewValues(Values{0, 1}) : values;
  }

  FewValues compound(const Expr& e, const FewValues& loaded) const {
    FewValues operand = valuesOf(e.lhs, loaded);
    if (e.kind == Expr::Kind::Binary) return applied(e.binary, operand, valuesOf(e.rhs, loaded));
    if (!operand) return std::nullopt;
    for (std::int64_t& v : *operand) v = apply(e.unary, v);
    return fewOf(std::move(*operand));
  }

  void assign(RegId dst, const FewValues& values) {
    add(out.registers[here][raw(dst)], program.codes[here].registers[raw(dst)].type, values);
  }

  void add(FewValues& to, const IntType& type, const FewValues& values) {
    if (!to) return;
    FewValues more = converted(values, type);
    if (more) {
      more->insert(more->end(), to->begin(), to->end());
      more = fewOf(std::move(*more));
    }
    if (more == to) return;
    to = std::move(more);
    changed = true;
  }

  const Program& program;
  std::vector<Values> indices;  // of the threads of each code
  std::size_t here = 0;         // the code being read
  bool changed = true;
  ValuesOfProgram out;
};

}  // namespace

ValuesOfProgram valuesOf(const Program& program) {
  return Gathering(program).run();
}

}  // namespace robur
