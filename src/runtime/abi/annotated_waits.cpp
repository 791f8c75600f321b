// The entry points of robur.h, by which a program declares that it waits.
#include "runtime/report/held_report.h"

using namespace robur::runtime;

extern "C" {

void __robur_wait_for(std::uint64_t value) {
  if (Thread* const t = currentThread()) {
    t->spin.waitsFor = WaitsFor::Value;
    t->spin.awaited = value;
  }
}
void __robur_wait_until() {
  if (Thread* const t = currentThread()) t->spin.waitsFor = WaitsFor::Condition;
}
void __robur_wait_swap() {
  if (Thread* const t = currentThread()) t->spin.waitsFor = WaitsFor::Swap;
}
void __robur_wait_end() {
  Event event;
  if (!event) return;
  event.thread().spin.waitsFor = WaitsFor::Nothing;
  endSpinning(event.thread());
}

}  // extern "C"
