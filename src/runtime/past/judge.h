// Whether the SC order of RC11 forbids an access from being earlier than the run has it.
//
// In an SC run everything is consistent. If its last access e, of location x, read an older write
// or was placed before newer ones, what would change is that e comes before the write w that is
// next to the place, by fr or mo, where SC has w before e. RC11's other axioms are decided by the
// clocks; here it remains to be seen whether psc has a cycle then:
//
//   scb      = po | (po \ loc) ; hb ; (po \ loc) | hb & loc | mo | fr
//   psc_base = ([sc] | [F] ; hb?) ; scb ; ([sc] | hb? ; [F])
//   psc_F    = [F] ; (hb | hb ; eco ; hb) ; [F]
//
// All these relations agree with the order of the run, except those from e to w and newer writes
// of x. So a cycle goes from e, or from an SC fence that happens before e, to w or later, then
// forward to its start, and everything on it lies between w and e. That is one search from one
// source, and one pass over these events in their order is enough: each is either reached or not.
#pragma once

#include "runtime/past/event.h"

namespace robur::runtime {

// The access that would be earlier.
struct EarlierAccess {
  ThreadIndex thread = 0;
  PastName object = 0;
  std::uint32_t next = 0;  // the number of w
  bool sc = false;
};

inline constexpr std::uint32_t kMostJudged = 1024;

// `events` are those between w and the access, in an order that extends hbSC; at most kMostJudged.
// One caller at a time.
bool forbiddenByScOrder(const PastEvent* events, std::uint32_t count, const EarlierAccess& access);

}  // namespace robur::runtime
