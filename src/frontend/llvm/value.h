// A value during translation.
//
// As many values as possible are known: integers, addresses, functions. The others are
// expressions over registers of the thread that is being written, with the range of their values
// and, if they can be pointers, everything they can point to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frontend/llvm/targets.h"
#include "program/expr.h"
#include "program/pointer_values.h"
#include "program/types.h"

namespace robur::frontend_llvm {

struct Val {
  enum class Kind : std::uint8_t { Undef, Int, Addr, Dyn, Agg };

  Kind kind = Kind::Undef;
  unsigned width = 0;      // in bits; a pointer has 64
  std::int64_t value = 0;  // Int: sign-extended, but 0 or 1 for one bit. Addr: the offset
  ObjectId object{};       // Addr
  ExprPtr expr;            // Dyn
  std::int64_t lo = 0;     // Dyn: values are lo..hi
  std::int64_t hi = 0;
  std::shared_ptr<const Targets> targets;  // Dyn: null if it is no pointer
  bool nonNull = false;                    // Dyn: it is not 0
  // Int, Dyn that is no pointer: the pointers it was computed from (numeric_addresses.h), or null.
  std::shared_ptr<const Targets> origins;
  std::vector<Val> parts;  // Agg

  bool is(Kind k) const { return kind == k; }
  bool isInt(std::int64_t v) const { return kind == Kind::Int && value == v; }
  bool known() const { return kind != Kind::Dyn; }
};

// A number of 128 bits is a pair of its low and its high half.
inline constexpr unsigned kPairWidth = 128;

// Wide enough for any sum or product of two values.
__extension__ using Wide = __int128;

constexpr std::int64_t lowest(unsigned width) {
  return width == 1 ? 0 : width >= 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1));
}
constexpr std::int64_t highest(unsigned width) {
  return width == 1 ? 1 : width >= 64 ? INT64_MAX : (std::int64_t{1} << (width - 1)) - 1;
}
constexpr std::int64_t mask(unsigned width) {
  return width >= 64 ? -1 : (std::int64_t{1} << width) - 1;
}
// The value as it is stored: the low bits, sign-extended.
constexpr std::int64_t canonical(std::int64_t v, unsigned width) {
  if (width == 1) return v & 1;
  if (width >= 64) return v;
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << shift) >> shift;
}

// The width of a value that belongs to another thread and cannot be known here.
inline constexpr unsigned kForeign = ~0u;

// Was the value never set by the program?
inline bool isUnset(const Val& v) {
  return v.is(Val::Kind::Undef) && v.width != kForeign;
}
inline Targets targetsOf(const Val& v) {
  if (v.is(Val::Kind::Addr)) return {{v.object, v.value}};
  if (v.is(Val::Kind::Dyn) && v.targets) return *v.targets;
  return {};
}

inline Val undef(unsigned width) {
  Val v;
  v.width = width;
  return v;
}
inline Val integer(std::int64_t value, unsigned width) {
  Val v;
  v.kind = Val::Kind::Int;
  v.width = width;
  v.value = canonical(value, width);
  return v;
}
inline Val address(ObjectId object, std::int64_t offset) {
  Val v;
  v.kind = Val::Kind::Addr;
  v.width = 64;
  v.object = object;
  v.value = offset;
  return v;
}
// An expression whose values are all of this width already.
inline Val dynamic(ExprPtr expr, unsigned width, std::int64_t lo, std::int64_t hi) {
  Val v;
  v.kind = Val::Kind::Dyn;
  v.width = width;
  v.expr = std::move(expr);
  v.lo = lo;
  v.hi = hi;
  return v;
}
inline Val dynamic(ExprPtr expr, unsigned width) {
  return dynamic(std::move(expr), width, lowest(width), highest(width));
}

inline bool isPair(const Val& v) {
  return v.width == kPairWidth;
}
inline Val pairOf(Val low, Val high) {
  Val v;
  v.kind = Val::Kind::Agg;
  v.width = kPairWidth;
  v.parts = {std::move(low), std::move(high)};
  return v;
}
inline Val halfOf(const Val& pair, unsigned which) {
  return pair.is(Val::Kind::Agg) ? pair.parts[which] : undef(64);
}

constexpr IntType typeOfWidth(unsigned width) {
  return {lowest(width), highest(width), IntType::Overflow::Wrap};
}

// Memory that was never set holds a value outside the type: the one above its highest. Numbers of
// 64 bits have no value outside; theirs is one that no program is expected to compute.
constexpr std::int64_t unsetIn(unsigned width, bool pointer) {
  if (pointer) return kUnsetPointerType.hi;
  return width >= 64 ? kUnsetNumber : highest(width) + 1;
}
constexpr IntType typeWithUnset(unsigned width, bool pointer) {
  if (pointer) return kUnsetPointerType;
  if (width >= 64) return typeOfWidth(width);
  return unsetNumberType(width);
}

}  // namespace robur::frontend_llvm
