// Ranges of values that are not known: they show where a result needs no conversion back to
// its width.
#pragma once

#include "frontend/llvm/value.h"

namespace robur::frontend_llvm {

struct Range {
  Wide lo, hi;
};

inline Range rangeOf(const Val& v) {
  if (v.is(Val::Kind::Dyn)) return {v.lo, v.hi};
  return {v.value, v.value};
}

// The expression as a value of this width, its result being in the range: the low bits, with
// their sign.
inline Val fitted(ExprPtr e, unsigned width, Range r) {
  if (r.lo == r.hi && r.lo >= lowest(width) && r.hi <= highest(width)) {
    return integer(static_cast<std::int64_t>(r.lo), width);
  }
  if (r.lo >= lowest(width) && r.hi <= highest(width)) {
    return dynamic(std::move(e), width, static_cast<std::int64_t>(r.lo),
                   static_cast<std::int64_t>(r.hi));
  }
  if (width == 1) return dynamic(binary(BinaryOp::BitAnd, std::move(e), constant(1)), 1);
  if (width < 64) {
    const ExprPtr shift = constant(64 - static_cast<int>(width));
    e = binary(BinaryOp::Shr, binary(BinaryOp::Shl, std::move(e), shift), shift);
  }
  return dynamic(std::move(e), width);
}

// As an unsigned number that compares as such; exact below 64 bits.
inline ExprPtr asUnsigned(const ExprPtr& e, const Range& r, unsigned width) {
  if (r.lo >= 0) return e;
  if (width == 64) return binary(BinaryOp::BitXor, e, constant(INT64_MIN));
  return binary(BinaryOp::BitAnd, e, constant(mask(width)));
}

}  // namespace robur::frontend_llvm
