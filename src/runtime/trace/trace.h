// The events of the run in a file, one per line (trace=PATH); tests check them against the axioms.
//
//   7 load ADDRESS ORDER VALUE            7 store ADDRESS ORDER VALUE
//   7 wait ADDRESS ORDER VALUE EXPECTED   7 rmw ADDRESS ORDER OLD NEW
//   7 cas ADDRESS ORDER FAILURE EXPECTED DESIRED OLD weak|strong|blocking
//   7 fence ORDER                         7 begin ADDRESS VALUE
//   7 lock ADDRESS    7 unlock ADDRESS    7 share ADDRESS    7 unshare ADDRESS
//   7 await ADDRESS   7 create 8          7 join 8
//
// The first number is the thread. A `!` at the end marks an access that is a violation. Lines are
// added while the location is locked, so their order is one in which the run can have happened.
#pragma once

#include <cstdint>

#include "runtime/base/order.h"
#include "runtime/options/options.h"

namespace robur::runtime {

inline bool tracing() {
  return options().trace[0] != 0 && !rt.trace.stopped.load(std::memory_order_relaxed);
}

class TraceLine {
 public:
  TraceLine(std::uint32_t thread, const char* what);
  TraceLine(std::uint32_t thread, const char* what, std::uint64_t address, Order order);
  ~TraceLine();
  TraceLine(const TraceLine&) = delete;
  TraceLine& operator=(const TraceLine&) = delete;

  TraceLine& address(std::uint64_t address);
  TraceLine& number(std::uint64_t number);
  TraceLine& word(const char* word);
  TraceLine& mark(bool violation);
};

void traceObject(std::uint32_t thread, const char* what, const volatile void* object);

// In a child of fork, which leaves the file to its parent.
void stopTracing();

}  // namespace robur::runtime
