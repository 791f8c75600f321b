// Addresses as numbers, for programs that compute with them: tags, differences, hashes, alignment.
//
// Objects are far apart, in the order of their numbers, so that codes of pointers (cells.h) compare
// as the addresses do. An object has the alignment that C promises and no more.
//
// A value that was computed from addresses and is no address of an object any more is a number like
// others, with its origins: the pointers that went into it. It can become one of them again, when a
// tag has been removed for example; anything else that it may become is not accessed silently.
#pragma once

#include "frontend/llvm/context.h"

namespace robur::frontend_llvm {

std::int64_t numberOf(const Context& c, const Target& target);

// The object that has this address, or ends there, and the offset; nothing if there is none.
std::optional<Target> targetAt(const Context& c, std::int64_t number);

// Numbers that stand for themselves among the codes of pointers: null, and markers such as (T*)1.
constexpr bool isMarker(std::int64_t number) {
  return number >= kPointerType.lo && number < kPointerBase;
}
inline bool onlyMarkers(const Val& v) {
  if (v.is(Val::Kind::Int)) return isMarker(v.value);
  return v.is(Val::Kind::Dyn) && !v.targets && isMarker(v.lo) && isMarker(v.hi);
}
// Is it an address, or a code of one?
inline bool isPointer(const Val& v) {
  return v.is(Val::Kind::Addr) || (v.is(Val::Kind::Dyn) && v.targets != nullptr);
}
// A number that no code of a pointer stands for.
inline bool isWide(const Val& v) {
  return (v.is(Val::Kind::Int) || (v.is(Val::Kind::Dyn) && !v.targets)) && !onlyMarkers(v);
}
// Everything that the value points to or was computed from.
inline Targets originsOf(const Val& v) {
  if (isPair(v)) {
    Targets both = originsOf(halfOf(v, 0));
    both.add(originsOf(halfOf(v, 1)));
    return both;
  }
  return v.origins ? *v.origins : targetsOf(v);
}
inline Val withOrigins(Val v, Targets origins) {
  if (!origins.empty()) v.origins = std::make_shared<Targets>(std::move(origins));
  return v;
}

}  // namespace robur::frontend_llvm
