#include "program/pointer_values.h"

#include <fmt/format.h>

namespace robur {

namespace {

bool same(const IntType& a, const IntType& b) {
  return a.lo == b.lo && a.hi == b.hi && a.overflow == b.overflow;
}

}  // namespace

std::optional<std::uint64_t> unsignedValue(const Program& program, CellId cell,
                                           std::int64_t value) {
  if (value >= 0 || raw(cell) >= program.cellCount()) return std::nullopt;
  const Location& location = program[program.locationOf(cell)];
  if (!location.isUnsigned) return std::nullopt;
  for (const unsigned width : {8u, 16u, 32u}) {
    const std::int64_t half = std::int64_t{1} << (width - 1);
    const bool fits = location.type.lo >= -half || same(location.type, unsetNumberType(width));
    if (fits) return static_cast<std::uint64_t>(value + 2 * half);
  }
  return static_cast<std::uint64_t>(value);
}

std::string valueText(const Program& program, CellId cell, std::int64_t value) {
  if (raw(cell) >= program.cellCount()) return std::to_string(value);
  const IntType& type = program[program.locationOf(cell)].type;
  for (const unsigned width : {8u, 16u, 32u}) {
    if (same(type, unsetNumberType(width)) && value == type.hi) return "unset";
  }
  if (value == kUnsetNumber) return "unset";
  if (!same(type, kPointerType) && !same(type, kUnsetPointerType)) {
    const std::optional<std::uint64_t> number = unsignedValue(program, cell, value);
    return number ? std::to_string(*number) : std::to_string(value);
  }
  if (value == 0) return "null";
  if (value == kUnsetPointerType.hi) return "unset";
  if (value >= kFunctionBase) return fmt::format("function {}", value - kFunctionBase + 1);
  const std::int64_t target = value - kPointerBase;
  if (target < 0 || target >= program.cellCount()) return std::to_string(value);
  return "&" + program.cellName(CellId{static_cast<std::uint32_t>(target)});
}

}  // namespace robur
