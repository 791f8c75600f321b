// The spelling of types, orders and operations, and the instructions of a report.
#include "program/print.h"

#include <cassert>

#include <fmt/format.h>

#include "program/print_instr.h"

namespace robur {

const char* spelling(Order order) {
  switch (order) {
    case Order::NonAtomic:
      return "na";
    case Order::Rlx:
      return "rlx";
    case Order::Acq:
      return "acq";
    case Order::Rel:
      return "rel";
    case Order::AcqRel:
      return "acq_rel";
    case Order::Sc:
      return "sc";
  }
  return "?";
}

const char* spelling(RmwOp op) {
  switch (op) {
    case RmwOp::Add:
      return "fetch_add";
    case RmwOp::Sub:
      return "fetch_sub";
    case RmwOp::And:
      return "fetch_and";
    case RmwOp::Or:
      return "fetch_or";
    case RmwOp::Xor:
      return "fetch_xor";
    case RmwOp::Exchange:
      return "exchange";
  }
  return "?";
}

// Widths are written as such: u1..u63 and i2..i64 are the wrapping types of these values.
std::string spelling(const IntType& type) {
  if (type == kBool) return "bool";
  const bool wraps = type.overflow == IntType::Overflow::Wrap;
  for (int bits = 1; wraps && bits <= 64; ++bits) {
    const std::uint64_t half = std::uint64_t{1} << (bits - 1);
    const std::uint64_t extent = half - 1 + half;
    if (type.extent() != extent) continue;
    if (bits < 64 && type.lo == 0) return fmt::format("u{}", bits);
    if (bits > 1 && type.lo == static_cast<std::int64_t>(-half)) return fmt::format("i{}", bits);
  }
  return fmt::format("{}{}..{}", wraps ? "wrap " : "", type.lo, type.hi);
}

std::string printExpr(const Program& program, const Code& code, const ExprPtr& e) {
  const PrintNames names = sourceNames(program, code);
  return InstrPrinter(program, names).expr(e);
}

std::string printInstr(const Program& program, const Code& code, const Instr& instr) {
  const PrintNames names = sourceNames(program, code);
  return InstrPrinter(program, names).instr(instr);
}

}  // namespace robur
