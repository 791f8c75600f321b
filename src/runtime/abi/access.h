// One plain access, for the entry points that compilers call and for the memory functions.
#pragma once

#include "runtime/options/options.h"
#include "runtime/report/report.h"
#include "runtime/shadow/race.h"

namespace robur::runtime {

constexpr Operation operationOf(AccessKind kind) {
  if (kind.atomic) return kind.write ? Operation::AtomicWrite : Operation::AtomicRead;
  return kind.write ? Operation::PlainWrite : Operation::PlainRead;
}

// Checks and records an access by `operation`, which is a plain read, a plain write or a free. The
// caller is inside an event.
void checkPlainAccess(Thread& t, std::uint64_t address, std::uint64_t size, Operation operation,
                      Site site);
// Reports that `operation` of thread `t` races with an earlier access.
void reportRaceWith(const Race& race, const Thread& t, Operation operation, Site site,
                    std::uint64_t size);

}  // namespace robur::runtime
