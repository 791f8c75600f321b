#include "program/pointer_values.h"

#include <fmt/format.h>

namespace robur {

namespace {

bool same(const IntType& a, const IntType& b) {
  return a.lo == b.lo && a.hi == b.hi && a.overflow == b.overflow;
}

}  // namespace

std::string valueText(const Program& program, CellId cell, std::int64_t value) {
  if (raw(cell) >= program.cellCount()) return std::to_string(value);
  const IntType& type = program[program.locationOf(cell)].type;
  for (const unsigned width : {8u, 16u, 32u}) {
    if (same(type, unsetNumberType(width)) && value == type.hi) return "unset";
  }
  if (value == kUnsetNumber) return "unset";
  if (!same(type, kPointerType) && !same(type, kUnsetPointerType)) return std::to_string(value);
  if (value == 0) return "null";
  if (value == kUnsetPointerType.hi) return "unset";
  if (value >= kFunctionBase) return fmt::format("function {}", value - kFunctionBase + 1);
  const std::int64_t target = value - kPointerBase;
  if (target < 0 || target >= program.cellCount()) return std::to_string(value);
  return "&" + program.cellName(CellId{static_cast<std::uint32_t>(target)});
}

}  // namespace robur
