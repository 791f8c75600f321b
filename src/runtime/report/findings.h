// What the checks pass to the reports: accesses, the writes they conflict with, and violations.
#pragma once

#include "runtime/base/order.h"
#include "runtime/clocks/history.h"

namespace robur::runtime {

enum class ReportKind : std::uint8_t { Robustness, Race };
const char* nameOf(ReportKind kind);   // in suppressions and JSON
const char* titleOf(ReportKind kind);  // in reports

enum class Operation : std::uint8_t {
  // Checked for robustness; these have a memory order.
  Load,
  Store,
  Update,
  CompareExchange,
  // Checked for races.
  PlainRead,
  PlainWrite,
  AtomicRead,
  AtomicWrite,
  Free,
};
const char* nameOf(Operation operation);
constexpr bool hasOrder(Operation operation) {
  return operation <= Operation::CompareExchange;
}

struct AccessInfo {
  Operation operation = Operation::Load;
  std::uint32_t thread = 0;
  Site site = kNoSite;
  Order order = Order::Relaxed;
};

// A write, copied from the history, which may forget it.
struct WriteInfo {
  bool known = false;    // it was in the history
  bool initial = false;  // the initial value
  std::uint64_t value = 0;
  AccessInfo access;
};
WriteInfo writeInfo(const History& history, int position);

// A robustness violation, copied while the location was locked.
struct Violation {
  AccessInfo access;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool writes = false;  // the access was checked as a write
  WriteInfo stale;      // what it may read
  WriteInfo ahead;      // what SC has ordered before it
};

}  // namespace robur::runtime
