// One plain access, for the entry points that compilers call and for the memory functions.
#pragma once

#include "runtime/report/options.h"
#include "runtime/report/report.h"
#include "runtime/shadow/race.h"

namespace robur::runtime {

inline const char* wordsFor(AccessKind kind) {
  if (kind.atomic) return kind.write ? "atomic write" : "atomic read";
  return kind.write ? "plain write" : "plain read";
}

// The caller is inside an event.
void checkedAccess(Thread& t, std::uint64_t address, std::uint64_t size, bool write, Site site,
                   const char* what = nullptr);
void tellRace(const Thread& t, const Race& race, const char* what, Site site, std::uint64_t size);

}  // namespace robur::runtime
