#include "promela/expr_text.h"

#include <fmt/format.h>

#include "promela/promela.h"

namespace robur::promela {

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int32_t>::min();

void appendFaults(std::vector<Fault>& faults, std::vector<Fault> more) {
  faults.insert(faults.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
}

// A value that is known statically is written as a number.
Text folded(Text t) {
  if (t.faults.empty() && t.range.single() && t.range.within(kPromelaInt)) {
    t.text = number(t.range.lo);
  }
  return t;
}

[[noreturn]] void tooWide(const char* what, const std::string& text) {
  throw ExportError(
      fmt::format("{} in {} may leave the 32 bits of Promela's int; give the "
                  "registers and locations in it smaller types",
                  what, text));
}

// The condition that a op b exceeds 32 bits, for operations where it can be tested within 32 bits.
std::string leaves32(BinaryOp op, const Text& a, const Text& b) {
  const std::string x = a.text;
  const std::string y = b.text;
  const std::string max = number(kMax);
  const std::string min = number(kMin);
  std::vector<std::string> cases;
  if (op == BinaryOp::Add) {
    if (b.range.hi > 0) cases.push_back(fmt::format("({1} > 0 && {0} > {2} - {1})", x, y, max));
    if (b.range.lo < 0) cases.push_back(fmt::format("({1} < 0 && {0} < {2} - {1})", x, y, min));
  } else if (op == BinaryOp::Sub) {
    if (b.range.lo < 0) cases.push_back(fmt::format("({1} < 0 && {0} > {2} + {1})", x, y, max));
    if (b.range.hi > 0) cases.push_back(fmt::format("({1} > 0 && {0} < {2} + {1})", x, y, min));
  } else if (op == BinaryOp::Div) {
    cases.push_back(fmt::format("({1} == -1 && {0} == {2})", x, y, min));
  } else {
    tooWide(op == BinaryOp::Mul ? "a product" : "a shift",
            fmt::format("{} {} {}", x, spelling(op), y));
  }
  return anyOf(cases);
}

bool shifts(BinaryOp op) {
  return op == BinaryOp::Shl || op == BinaryOp::Shr;
}
bool divides(BinaryOp op) {
  return op == BinaryOp::Div || op == BinaryOp::Mod;
}

}  // namespace

std::string number(std::int64_t value) {
  if (value == kMin) return "(-2147483647 - 1)";
  return value < 0 ? fmt::format("({})", value) : fmt::format("{}", value);
}

Text literal(std::int64_t value) {
  if (!kPromelaInt.contains(value)) {
    throw ExportError(
        fmt::format("the constant {} does not fit the 32 bits of Promela's int", value));
  }
  return {number(value), {value, value}, {}};
}

std::string allOf(const std::vector<std::string>& conditions) {
  std::string all;
  for (const std::string& c : conditions) {
    if (c == "0") return "0";
    if (c.empty() || c == "1") continue;
    all += (all.empty() ? "" : " && ") + c;
  }
  return all;
}

std::string anyOf(const std::vector<std::string>& conditions) {
  std::string any;
  std::size_t count = 0;
  for (const std::string& c : conditions) {
    if (c.empty() || c == "1") return "1";
    if (c == "0") continue;
    any += (any.empty() ? "" : " || ") + c;
    ++count;
  }
  if (count == 0) return "0";
  return count == 1 ? any : fmt::format("({})", any);
}

std::string negated(const std::string& condition) {
  if (condition == "0") return "";
  if (condition.empty() || condition == "1") return "0";
  return fmt::format("!({})", condition);
}

std::string noneOf(const std::vector<Fault>& faults) {
  std::vector<std::string> conditions;
  for (const Fault& f : faults) conditions.push_back(negated(f.condition));
  return allOf(conditions);
}

std::string outside(const Text& v, const Interval& allowed) {
  std::vector<std::string> cases;
  if (!meet(v.range, allowed)) return "1";
  if (v.range.lo < allowed.lo) cases.push_back(fmt::format("{} < {}", v.text, number(allowed.lo)));
  if (v.range.hi > allowed.hi) cases.push_back(fmt::format("{} > {}", v.text, number(allowed.hi)));
  return cases.empty() ? "0" : fmt::format("({})", fmt::join(cases, " || "));
}

Text unaryText(UnaryOp op, Text a) {
  Text t;
  t.faults = a.faults;
  t.range = applyUnary(op, a.range);
  const char* sign = op == UnaryOp::Neg ? "-" : op == UnaryOp::Not ? "!" : "~";
  t.text = fmt::format("({}({}))", sign, a.text);
  if (!t.range.within(kPromelaInt)) {
    t.faults.push_back({fmt::format("({} == {})", a.text, number(kMin)), Property::Within32Bits});
    t.range = meet(t.range, kPromelaInt).value_or(kPromelaInt);
  }
  return folded(std::move(t));
}

Text binaryText(BinaryOp op, Text a, Text b) {
  Text t;
  t.faults = a.faults;
  t.range = applyBinary(op, a.range, b.range);
  t.text = fmt::format("({} {} {})", a.text, spelling(op), b.text);
  // Logical operators short-circuit: faults on the right occur only if it is evaluated.
  if (op == BinaryOp::And || op == BinaryOp::Or) {
    const std::string reached = op == BinaryOp::And ? a.text : fmt::format("!({})", a.text);
    for (Fault& f : b.faults) f.condition = fmt::format("({} && {})", reached, f.condition);
  }
  appendFaults(t.faults, std::move(b.faults));
  if (shifts(op) && !b.range.within({0, 30})) {
    throw ExportError(fmt::format("the count of the shift in {} may leave 0..30", t.text));
  }
  if (op == BinaryOp::Shl) {
    // In C the left shift of a negative number is undefined; a product is not.
    t.text = fmt::format("({} * (1 << {}))", a.text, b.text);
  }
  if (divides(op) && b.range.contains(0)) {
    t.faults.push_back(
        {b.range.single() ? "1" : fmt::format("({} == 0)", b.text), Property::NoDivisionByZero});
  }
  // Pan evaluates INT_MIN % -1 as C does, which traps.
  const bool trap = op == BinaryOp::Mod && a.range.lo == kMin && b.range.contains(-1);
  if (!t.range.within(kPromelaInt) || trap) {
    const std::string leaves = leaves32(trap ? BinaryOp::Div : op, a, b);
    t.faults.push_back({leaves, Property::Within32Bits});
    t.range = meet(t.range, kPromelaInt).value_or(kPromelaInt);
  }
  return folded(std::move(t));
}

Text rmwText(RmwOp op, Text old, Text operand) {
  switch (op) {
    case RmwOp::Add:
      return binaryText(BinaryOp::Add, std::move(old), std::move(operand));
    case RmwOp::Sub:
      return binaryText(BinaryOp::Sub, std::move(old), std::move(operand));
    case RmwOp::And:
      return binaryText(BinaryOp::BitAnd, std::move(old), std::move(operand));
    case RmwOp::Or:
      return binaryText(BinaryOp::BitOr, std::move(old), std::move(operand));
    case RmwOp::Xor:
      return binaryText(BinaryOp::BitXor, std::move(old), std::move(operand));
    case RmwOp::Exchange:
      break;
  }
  return operand;
}

Text convertedText(Text v, const IntType& type) {
  const std::optional<Interval> fits = converted(v.range, type);
  if (fits && *fits == v.range) return v;
  if (type.overflow == IntType::Overflow::Error) {
    v.faults.push_back({outside(v, intervalOf(type)), Property::NoOverflow});
    v.range = fits.value_or(intervalOf(type));
    return v;
  }
  const std::uint64_t size = type.extent() + 1;
  if (type.extent() >= std::uint64_t{1} << 31) tooWide("wrapping around", v.text);
  const auto modulus = static_cast<std::int64_t>(size);
  const std::int64_t offset = (type.lo % modulus + modulus) % modulus;
  if ((size & (size - 1)) == 0) {
    const std::int64_t mask = modulus - 1;
    v.text = offset == 0 ? fmt::format("({} & {})", v.text, mask)
                         : fmt::format("((({} & {}) - {}) & {})", v.text, mask, offset, mask);
  } else {
    if (size > std::uint64_t{1} << 30) tooWide("wrapping around", v.text);
    v.text = fmt::format("((({0} % {1} - {2}) % {1} + {1}) % {1})", v.text, modulus, offset);
  }
  if (type.lo != 0) v.text = fmt::format("({} + {})", v.text, number(type.lo));
  v.range = fits.value_or(intervalOf(type));
  return folded(std::move(v));
}

Text ExprText::write(const ExprPtr& e, const Text* loaded) const {
  switch (e->kind) {
    case Expr::Kind::Const:
      return literal(e->value);
    case Expr::Kind::Reg:
      return folded({registers_[raw(e->reg)], ranges_.reg(code_, e->reg), {}});
    case Expr::Kind::ThreadIndex:
      return threadIndex_;
    case Expr::Kind::Loaded:
      if (loaded == nullptr) throw ExportError("the value read is used outside a wait");
      return *loaded;
    case Expr::Kind::AddressOf:
      return literal(raw(program_.firstCell(e->location)));
    case Expr::Kind::Unary:
      return unaryText(e->unary, write(e->lhs, loaded));
    case Expr::Kind::Binary:
      return binaryText(e->binary, write(e->lhs, loaded), write(e->rhs, loaded));
  }
  throw ExportError("unknown kind of expression");
}

}  // namespace robur::promela
